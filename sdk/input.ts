import { InputError } from "./errors.js";
import type { Operation } from "./operation.js";
import type { AnyInput } from "./request.js";

/** @throws InputError where the input is no object, whatever the caller's types say. */
export function checkedInput(operation: Operation, input: AnyInput = {}): AnyInput {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input;
  throw unusable(operation, "the input must be an object");
}

/** What the caller's objects throw while they are read, such as a getter or a proxy, becomes the `cause` of an `InputError`. */
export function readingInput<T>(operation: Operation, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof InputError ? error : unusable(operation, "the input cannot be read", error);
  }
}

const unusable = (operation: Operation, problem: string, cause?: unknown): InputError =>
  new InputError(`${operation.id}: ${problem}, nothing was sent.`, [problem], { operation, cause });
