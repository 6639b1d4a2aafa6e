import type { Secrets } from "../../sdk/redaction/redaction.js";
import { parseExport, type StoredResource } from "../stack/deployment.js";
import { secretTexts } from "../stack/plaintext.js";
import { Pulumi } from "../stack/pulumi.js";
import type { Project } from "./project.js";

/** The stack whose state the objects enter, as it is before. */
export interface Target {
  readonly pulumi: Pulumi;
  readonly stack: string;
  readonly exists: boolean;
  readonly resources: readonly StoredResource[];
}

/** Reads a stack. A new project has none. */
export async function readTarget(
  folder: string,
  project: Project,
  stack: string,
  { environment, secrets }: { readonly environment: NodeJS.ProcessEnv; readonly secrets: Secrets },
): Promise<Target> {
  const pulumi = new Pulumi(folder, stack, secrets, environment);
  const isNew = project.newFiles.has("Pulumi.yaml");
  const exists = !isNew && (await pulumi.stackNames()).includes(stack.split("/").at(-1)!);
  if (!exists) return { pulumi, stack, exists, resources: [] };
  const { deployment } = parseExport(await pulumi.exportState());
  for (const secret of secretTexts(deployment)) secrets.add(secret);
  return { pulumi, stack, exists, resources: deployment.resources ?? [] };
}
