import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type EngineEvent, LocalWorkspace, type OpType, type PulumiCommand, type Stack } from "@pulumi/pulumi/automation";
import type { Command } from "./command.js";
import { type End, failureOf } from "./end.js";

/** How many resources of a stack came to what; of a preview, what they would come to. */
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
  /** What differs at the provider from what the state has, one line for each resource; of a refresh only. */
  readonly drift: readonly string[];
  /** Why the stack failed. */
  readonly reasons: readonly string[];
}

export interface StackOptions {
  readonly command: Command;
  readonly pulumi: PulumiCommand;
  /** Folder of `Pulumi.yaml`. */
  readonly project: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Resources of the stack under way at a time. */
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

/** Of a stack that did not come to be started. */
export const failedResult = (error: unknown): StackResult => ({
  end: "FAILED",
  untouched: true,
  counts: none,
  drift: [],
  reasons: [error instanceof Error ? error.message : String(error)],
});

/** What the engine tells of a command, as far as a person wants to know it. */
class Story {
  readonly counts: Record<keyof Counts, number> = { ...none };
  readonly drift: string[] = [];
  readonly reasons: string[] = [];

  constructor(private readonly command: Command) {}

  readonly take = ({ resOutputsEvent, resOpFailedEvent, diagnosticEvent }: EngineEvent): void => {
    if (resOutputsEvent !== undefined) this.#done(resOutputsEvent.metadata);
    if (resOpFailedEvent !== undefined) this.counts.failed += 1;
    if (diagnosticEvent?.severity === "error") this.#reason(diagnosticEvent.message, diagnosticEvent.urn);
  };

  #done({ op, type, urn, detailedDiff }: NonNullable<EngineEvent["resOutputsEvent"]>["metadata"]): void {
    const action = actionOf[op];
    // The stack itself and the provider are resources to the engine.
    if (action === undefined || type.startsWith("pulumi:")) return;
    this.counts[action] += 1;
    if (this.command !== "refresh" || action === "unchanged") return;
    const properties = Object.keys(detailedDiff ?? {}).filter((name) => !name.startsWith("__"));
    this.drift.push(`${nameOf(urn)}: ${action === "deleted" ? "is gone" : `differs in ${properties.join(", ")}`}`);
  }

  #reason(message: string, urn: string | undefined): void {
    const text = message.trim().replace(/\s+/g, " ");
    // The end of the command, which says nothing that is not said already.
    if (/^(update|preview|refresh|destroy) failed$/.test(text)) return;
    this.reasons.push(urn ? `${nameOf(urn)}: ${text}` : text);
  }
}

const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");

/** Runs a command on the stack of that name, which is made where there is none. It fails with a result, not with an error. */
export async function runStack(name: string, options: StackOptions): Promise<StackResult> {
  const { command, pulumi, project, environment, parallel, expectNoChanges, signal } = options;
  const story = new Story(command);
  // A signal of its own: the commands of the Automation API never stop listening to the one that they are given.
  const shared = { color: "never", onEvent: story.take, parallel, signal: AbortSignal.any([signal]) } as const;
  const { counts, drift } = story;
  let begun = false;
  try {
    const place = [
      { stackName: name, workDir: project },
      { pulumiCommand: pulumi, envVars: { ...environment } },
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
    else await stack.destroy(shared);
    if (command === "retire") await stack.workspace.removeStack(name);
    return { end: "done", untouched: !begun, counts, drift, reasons: [] };
  } catch (error) {
    const failure = failureOf(command, name, error, story.reasons);
    return { ...failure, untouched: !begun || failure.end === "LOCKED", counts, drift };
  }
}

/** Of a destruction; it stops at a protected resource before anything is gone. */
async function previewDestroy(stack: Stack, options: Parameters<Stack["destroy"]>[0] & object): Promise<void> {
  const { onEvent, ...rest } = options;
  const onFailure = (event: EngineEvent): void => {
    if (event.diagnosticEvent !== undefined) onEvent?.(event);
  };
  await stack.previewDestroy({ ...rest, onEvent: onFailure });
}

/** By the CLI, as the Automation API has nothing for it; it refuses to where another run holds the lock. */
async function unprotect(name: string, { pulumi, project, environment }: StackOptions): Promise<void> {
  await promisify(execFile)(pulumi.command, ["state", "unprotect", "--all", "--yes", "--stack", name, "--non-interactive"], {
    cwd: project,
    env: { ...process.env, ...environment },
  });
}
