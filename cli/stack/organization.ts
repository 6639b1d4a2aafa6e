import { organizationOf } from "../../provider/values/reserved-properties.js";
import { classOf, type Deployment } from "./deployment.js";
import { plainProperties } from "./plaintext.js";

/** The organization of the stack, if a resource of this package shows it. */
export function organizationIn({ resources, pending_operations: pending }: Deployment): string | undefined {
  const all = [...(resources ?? []), ...(pending ?? []).map(({ resource }) => resource)];
  const own = all.filter((each) => classOf(each) !== undefined);
  return own.map(({ inputs }) => organizationOf(plainProperties(inputs))).find((name) => name !== undefined);
}
