import type * as pulumi from "@pulumi/pulumi";

/** Properties that Pulumi keeps on a resource object without a public type. */
export interface Inside {
  readonly __pulumiType?: string;
  readonly __name?: string;
  readonly __parentResource?: pulumi.Resource;
}

/** Types of a resource and its parents, outermost first. */
export function typesAbove(resource: pulumi.Resource | undefined): string[] {
  const { __pulumiType: type, __parentResource: parent } = (resource ?? {}) as Inside;
  return type === undefined ? [] : [...typesAbove(parent), type];
}
