import { secretsIn } from "../../provider/runtime/settings.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { type Exported, parseExport, pendingIn } from "../stack/deployment.js";
import { secretTexts } from "../stack/plaintext.js";
import type { Pulumi, Run } from "../stack/pulumi.js";
import { selectedStack } from "../stack/selected-stack.js";
import { reviewedFiles } from "./files.js";
import { digestKeyOf } from "./key.js";

/** What was there before the preview. */
export type Before = Awaited<ReturnType<typeof readBefore>>;

/** Reads the stack. Its secrets are removed from everything that is shown. */
export async function readBefore(pulumi: Pulumi, folder: string, secrets: Secrets, environment: NodeJS.ProcessEnv) {
  for (const secret of secretsIn(environment)) secrets.add(secret);
  const exported = parseExport(await pulumi.exportState());
  const content = contentOf(exported);
  for (const secret of secretTexts(exported.deployment)) secrets.add(secret);
  const configuration = await pulumi.markedConfiguration();
  for (const { value, isSecret } of configuration.values()) if (isSecret) secrets.add(value);
  const { stack = "", project } = await selectedStack(pulumi, folder);
  const { changedAt, latest } = await runsOf(pulumi);
  const base: unknown = [content, changedAt];
  return {
    folder,
    stack,
    /** Undefined if neither the engine nor the project's file names it. */
    project,
    /** What the state says, with secrets. */
    content,
    resources: exported.deployment.resources ?? [],
    /** Calls of an interrupted run. */
    pending: pendingIn(exported.deployment),
    configuration,
    files: await reviewedFiles(folder, stack),
    /** Of the digests; undefined if the environment has no secret for it. */
    key: await digestKeyOf(environment, configuration, `${project}/${stack}`),
    /** What identifies this state among all that the stack has had. */
    base,
    /** The latest update that succeeded. */
    latest,
  };
}

/** What a run reports of resources that it leaves as they are. */
const unchanged: ReadonlySet<string> = new Set(["same", "read"]);

/**
 * When the latest run began that changed something or failed at it, and the latest update that succeeded. A state can return to what it was, as
 * after a change and its revert, and is another one then.
 */
async function runsOf(pulumi: Pulumi): Promise<{ readonly changedAt: string | undefined; readonly latest: Run | undefined }> {
  let latest: Run | undefined;
  let changedAt: string | undefined;
  for await (const run of pulumi.runs()) {
    if (run.kind === "update" && run.result === "succeeded") latest ??= run;
    const operations = Object.keys(run.resourceChanges ?? {});
    // One that failed may have sent what no state shows. One that was refused after its preview has no operations.
    const isFailed = run.result !== "succeeded" && operations.length > 0;
    if (isFailed || operations.some((operation) => !unchanged.has(operation))) changedAt ??= run.startTime;
    if (latest !== undefined && changedAt !== undefined) break;
  }
  return { changedAt, latest };
}

/** What each write of a state changes, and a refresh that finds nothing. */
const passing = ["created", "modified", "sourcePosition", "stackTrace", "propertyDependencies"];

/** What a state says, without when and how it was written. */
export const contentOf = ({ deployment: { resources, pending_operations: pending } }: Exported): unknown => [
  (resources ?? []).map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => !passing.includes(name)))),
  pending ?? [],
];
