import * as pulumi from "@pulumi/pulumi";
import { noOrganization } from "../values/reserved-properties.js";

/** The organization of the stack, if its backend has organizations: two of them may have stacks of the same name. */
export function organizationOfStack(): string | undefined {
  try {
    const name = pulumi.getOrganization();
    return name === noOrganization ? undefined : name;
  } catch {
    // Unit tests of programs may have no organization.
    return undefined;
  }
}
