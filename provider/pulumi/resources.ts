import * as pulumi from "@pulumi/pulumi";

/** What Pulumi keeps on a resource object without a public type. One that is known only by its URN has none of it. */
interface Hidden {
  readonly __pulumiType?: string;
  readonly __name?: string;
  readonly __parentResource?: pulumi.Resource;
}

const hidden = (resource: pulumi.Resource | undefined): Hidden => (resource ?? {}) as Hidden;

/** The type of a resource in URNs. */
export const typeOfResource = (resource: pulumi.Resource): string | undefined => hidden(resource).__pulumiType;

export const nameOfResource = (resource: pulumi.Resource): string | undefined => hidden(resource).__name;

export const parentOf = (resource: pulumi.Resource): pulumi.Resource | undefined => hidden(resource).__parentResource;

/** Whether a value is a resource of a type, also if another copy of this package created it. */
export const isOfType = (value: unknown, type: string): boolean =>
  pulumi.Resource.isInstance(value) && typeOfResource(value) === type;

/** Types of a resource and its parents, outermost first. */
export function typesAbove(resource: pulumi.Resource | undefined): string[] {
  const { __pulumiType: type, __parentResource: parent } = hidden(resource);
  return type === undefined ? [] : [...typesAbove(parent), type];
}
