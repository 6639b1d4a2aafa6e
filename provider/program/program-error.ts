import * as pulumi from "@pulumi/pulumi";

/**
 * Makes Pulumi show only the message of an error that ends the program. Otherwise it adds the stack, which shows this package and not the
 * mistake. An error that nobody awaits is printed by its stack, whatever its class.
 */
export function withoutStack<E extends Error>(error: E): E {
  return Object.defineProperties(error, { __pulumiRunError: { value: true }, stack: { value: error.message } });
}

/** An error about a mistake of the program, of which Pulumi shows only the message. */
export const programError = (message: string): pulumi.RunError => withoutStack(new pulumi.RunError(message));
