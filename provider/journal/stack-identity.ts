import { z } from "zod";

const text = z.string();

/** Members of a line or a file that identify a stack. */
export const stackMembers = {
  project: text.optional(),
  stack: text.optional(),
  /** Address of the backend without a login. */
  backend: text.optional(),
  /** Absent if the backend has no organizations. */
  organization: text.optional(),
};

/** A stack and its backend. What cannot be determined is undefined. */
export interface StackIdentity extends Readonly<z.output<z.ZodObject<typeof stackMembers>>> {}

const memberNames = Object.keys(stackMembers) as (keyof StackIdentity)[];

export const isSameStack = (a: StackIdentity, b: StackIdentity): boolean =>
  memberNames.every((member) => a[member] === b[member]);

/** Whether a stack could be one of which not all is known. */
export const mayBe = (a: StackIdentity, b: StackIdentity): boolean =>
  memberNames.every((member) => b[member] === undefined || a[member] === b[member]);

/** A resource of a stack in an account. */
interface ResourceIdentity extends StackIdentity {
  /** Base address of the API. */
  readonly address: string;
  /** Name in the program. */
  readonly name: string;
}

export const isSameResource = (a: ResourceIdentity, b: ResourceIdentity): boolean =>
  a.address === b.address && a.name === b.name && isSameStack(a, b);
