import { readFileSync } from "node:fs";
import type { StackIdentity } from "../../provider/journal/journal-events.js";
import { projectFileAbove, projectTextIn } from "../../provider/journal/backend.js";
import { noOrganization } from "../../provider/values/properties.js";
import { organizationOf } from "../../provider/values/reserved-properties.js";
import { classOf, type Deployment } from "./deployment.js";
import { plainProperties } from "./plaintext.js";
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

/** The organization of the stack, if a resource of this package shows it. */
export function organizationIn({ resources, pending_operations: pending }: Deployment): string | undefined {
  const all = [...(resources ?? []), ...(pending ?? []).map(({ resource }) => resource)];
  const own = all.filter((each) => classOf(each) !== undefined);
  return own.map(({ inputs }) => organizationOf(plainProperties(inputs))).find((name) => name !== undefined);
}
