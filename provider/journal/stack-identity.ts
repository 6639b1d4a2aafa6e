/** A stack and its backend. What cannot be determined is undefined. */
export interface StackIdentity {
  readonly project?: string | undefined;
  readonly stack?: string | undefined;
  /** Address of the backend without a login. */
  readonly backend?: string | undefined;
  /** Absent if the backend has no organizations. */
  readonly organization?: string | undefined;
}

const stackMembers = ["project", "stack", "backend", "organization"] as const;

/** Whether both are the same stack. */
export const isSameStack = (a: StackIdentity, b: StackIdentity): boolean =>
  stackMembers.every((member) => a[member] === b[member]);

/** Whether a stack could be one of which not all is known. */
export const mayBe = (a: StackIdentity, b: StackIdentity): boolean =>
  stackMembers.every((member) => b[member] === undefined || a[member] === b[member]);

/** A resource of a stack in an account. */
export interface ResourceIdentity extends StackIdentity {
  /** Base address of the API. */
  readonly address: string;
  /** Name in the program. */
  readonly name: string;
}

export const isSameResource = (a: ResourceIdentity, b: ResourceIdentity): boolean =>
  a.address === b.address && a.name === b.name && isSameStack(a, b);
