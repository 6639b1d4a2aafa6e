import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type EngineEvent, LocalWorkspace, type OpType, type PulumiCommand, type Stack } from "@pulumi/pulumi/automation";
import type { Command } from "./command.js";
import { type End, failureOf } from "./end.js";
import { countingVariables, requestsIn } from "./sent.js";

/** Number of resources by result; for a preview, by expected result. */
export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly unchanged: number;
  readonly failed: number;
}

export interface StackResult {
  readonly end: End;
  /** Nothing can have been changed: it was a preview, or the command stopped before its first step. */
  readonly untouched: boolean;
  readonly counts: Counts;
  /** Differences between the provider and the state, one line for each resource; only for a refresh. */
  readonly drift: readonly string[];
  /** Why the stack failed. */
  readonly reasons: readonly string[];
  /** Number of requests that it sent; undefined if it may have sent more than was reported. */
  readonly requests: number | undefined;
}

export interface StackOptions {
  readonly command: Command;
  readonly pulumi: PulumiCommand;
  /** Folder of `Pulumi.yaml`. */
  readonly project: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Number of the stack's resources under way at the same time. */
  readonly parallel: number;
  /** A command that finds something to change fails. */
  readonly expectNoChanges: boolean;
  /** Interrupts the command; what is under way is finished. */
  readonly signal: AbortSignal;
}

const actionOf: Readonly<Partial<Record<OpType, keyof Counts>>> = {
  create: "created",
  "create-replacement": "created",
  import: "created",
  update: "updated",
  delete: "deleted",
  "delete-replaced": "deleted",
  same: "unchanged",
  refresh: "unchanged",
};

const none: Counts = { created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 };

/** The result of a stack that could not be started. */
export const failedResult = (error: unknown): StackResult => ({
  end: "FAILED",
  untouched: true,
  counts: none,
  drift: [],
  reasons: [error instanceof Error ? error.message : String(error)],
  requests: 0,
});

/** What the engine reports about a command, as far as the user needs it. */
class Story {
  readonly counts: Record<keyof Counts, number> = { ...none };
  readonly drift: string[] = [];
  readonly reasons: string[] = [];
  requests = 0;

  constructor(private readonly command: Command) {}

  readonly take = ({ resOutputsEvent, resOpFailedEvent, diagnosticEvent }: EngineEvent): void => {
    if (resOutputsEvent !== undefined) this.#done(resOutputsEvent.metadata);
    if (resOpFailedEvent !== undefined) this.counts.failed += 1;
    if (diagnosticEvent === undefined) return;
    this.requests += requestsIn(diagnosticEvent.message);
    if (diagnosticEvent.severity === "error") this.#reason(diagnosticEvent.message, diagnosticEvent.urn);
  };

  #done({ op, type, urn, detailedDiff }: NonNullable<EngineEvent["resOutputsEvent"]>["metadata"]): void {
    const action = actionOf[op];
    // The stack itself and the provider are resources for the engine.
    if (action === undefined || type.startsWith("pulumi:")) return;
    this.counts[action] += 1;
    if (this.command !== "refresh" || action === "unchanged") return;
    const properties = Object.keys(detailedDiff ?? {}).filter((name) => !name.startsWith("__"));
    this.drift.push(`${nameOf(urn)}: ${action === "deleted" ? "is gone" : `differs in ${properties.join(", ")}`}`);
  }

  #reason(message: string, urn: string | undefined): void {
    const text = message.trim().replace(/\s+/g, " ");
    // The end of the command, which repeats what was said.
    if (/^(update|preview|refresh|destroy) failed$/.test(text)) return;
    this.reasons.push(urn ? `${nameOf(urn)}: ${text}` : text);
  }
}

const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");

/** Runs a command on the stack with that name, and creates it if there is none. A failure is a result, not an error. */
export async function runStack(name: string, options: StackOptions): Promise<StackResult> {
  const { command, pulumi, project, environment, parallel, expectNoChanges, signal } = options;
  const story = new Story(command);
  // A separate signal: the commands of the Automation API never stop listening to theirs.
  const shared = { color: "never", onEvent: story.take, parallel, signal: AbortSignal.any([signal]) } as const;
  const { counts, drift } = story;
  let begun = false;
  try {
    const place = [
      { stackName: name, workDir: project },
      { pulumiCommand: pulumi, envVars: { ...environment, ...countingVariables } },
    ] as const;
    const stack = await (command === "retire"
      ? LocalWorkspace.selectStack(...place)
      : LocalWorkspace.createOrSelectStack(...place));
    if (command === "retire") await unprotect(name, options);
    if (command === "destroy" || command === "retire") await previewDestroy(stack, shared);
    begun = command !== "preview";
    if (command === "preview") await stack.preview({ ...shared, expectNoChanges });
    else if (command === "up") await stack.up({ ...shared, expectNoChanges });
    else if (command === "refresh") await stack.refresh({ ...shared, expectNoChanges });
    else await destroyWhole(stack, shared);
    if (command === "retire") await stack.workspace.removeStack(name);
    return { end: "done", untouched: !begun, counts, drift, reasons: [], requests: story.requests };
  } catch (error) {
    const failure = failureOf(command, name, error, story.reasons);
    const requests = failure.end === "KILLED" ? undefined : story.requests;
    return { ...failure, untouched: !begun || failure.end === "LOCKED", counts, drift, requests };
  }
}

/** @throws Error if something is left */
async function destroyWhole(stack: Stack, options: Parameters<Stack["destroy"]>[0]): Promise<void> {
  await stack.destroy(options);
  const exported: { readonly deployment: { readonly resources?: readonly { readonly type: string }[] } } =
    await stack.exportStack();
  const { resources = [] } = exported.deployment;
  const left = resources.filter(({ type }) => !type.startsWith("pulumi:")).length;
  // Pulumi 3.259 reports success for a destroy that was interrupted.
  if (left > 0)
    throw new Error(`It was interrupted, and ${left === 1 ? "one resource is" : `${left} resources are`} left. Run it again.`);
}

/** Previews a destroy; it stops at a protected resource before anything is deleted. */
async function previewDestroy(stack: Stack, options: Parameters<Stack["destroy"]>[0] & object): Promise<void> {
  const { onEvent, ...rest } = options;
  const onFailure = (event: EngineEvent): void => {
    if (event.diagnosticEvent !== undefined) onEvent?.(event);
  };
  await stack.previewDestroy({ ...rest, onEvent: onFailure });
}

/** Uses the CLI, because the Automation API cannot do it. The CLI refuses if another run holds the lock. */
async function unprotect(name: string, { pulumi, project, environment }: StackOptions): Promise<void> {
  await promisify(execFile)(pulumi.command, ["state", "unprotect", "--all", "--yes", "--stack", name, "--non-interactive"], {
    cwd: project,
    env: { ...process.env, ...environment },
  });
}
