import { secretsIn } from "../../provider/runtime/settings.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { reviewedFiles } from "./files.js";
import { parseExport } from "../stack/deployment.js";
import { secretTexts } from "../stack/plaintext.js";
import type { Pulumi } from "../stack/pulumi.js";
import { selectedStack } from "../stack/selected-stack.js";

/** What was there before the preview. */
export interface Before {
  readonly stack: string;
  /** Undefined if neither the engine nor the project's file names it. */
  readonly project: string | undefined;
  /** As exported, with secrets. */
  readonly state: string;
  readonly files: Awaited<ReturnType<typeof reviewedFiles>>;
}

/** Reads the stack. Its secrets are removed from everything that is shown. */
export async function readBefore(
  pulumi: Pulumi,
  folder: string,
  secrets: Secrets,
  environment: NodeJS.ProcessEnv,
): Promise<Before> {
  for (const secret of secretsIn(environment)) secrets.add(secret);
  const state = await pulumi.exportState();
  for (const secret of secretTexts(parseExport(state).deployment)) secrets.add(secret);
  for (const { value, isSecret } of (await pulumi.markedConfiguration()).values()) if (isSecret) secrets.add(value);
  const { stack = "", project } = await selectedStack(pulumi, folder);
  return { stack, project, state, files: await reviewedFiles(folder, stack) };
}
