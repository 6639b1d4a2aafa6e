import type { Secrets } from "../../sdk/redaction/redaction.js";
import { parseExport, stackOf, type StoredResource } from "./deployment.js";
import { secretTexts } from "./plaintext.js";
import { Pulumi } from "./pulumi.js";

/** A stack with its state. */
export interface ReadStack {
  readonly name: string;
  readonly resources: readonly StoredResource[];
  readonly configuration: () => Promise<ReadonlyMap<string, string>>;
}

/**
 * Reads the state of a stack. Its secrets are removed from everything that is shown.
 *
 * @param stack default: the selected one
 */
export async function readStack(
  folder: string,
  stack: string | undefined,
  secrets: Secrets,
  environment: NodeJS.ProcessEnv,
): Promise<ReadStack> {
  const pulumi = new Pulumi(folder, stack, secrets, environment);
  const { deployment } = parseExport(await pulumi.exportState());
  for (const secret of secretTexts(deployment)) secrets.add(secret);
  const name = stack ?? stackOf(deployment)?.stack ?? (await pulumi.stackName()).split("/").at(-1)!;
  return { name, resources: deployment.resources ?? [], configuration: () => pulumi.configuration() };
}
