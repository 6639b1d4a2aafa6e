import { readFileSync } from "node:fs";
import type { StackIdentity } from "../../provider/journal/journal-events.js";
import { projectFileAbove, projectTextIn } from "../../provider/journal/backend.js";
import { noOrganization } from "../../provider/values/properties.js";
import type { Pulumi } from "./pulumi.js";

/** The selected stack, for an empty state, which names neither stack nor project. */
export async function selectedStack(pulumi: Pulumi, folder: string): Promise<StackIdentity> {
  const [stack, project = projectNameAt(folder), organization] = (await pulumi.stackName()).split("/").reverse();
  return { project, stack, organization: organization === noOrganization ? undefined : organization };
}

/** Name of the project that a folder lies in; undefined if it cannot be read. */
export function projectNameAt(folder: string): string | undefined {
  const file = projectFileAbove(folder);
  try {
    return file && projectTextIn(readFileSync(file, "utf8"), file, "name");
  } catch {
    return undefined;
  }
}
