import type * as pulumi from "@pulumi/pulumi";
import { mockObject } from "./testing/mock-objects.js";
import { kindOf } from "./values/reserved-properties.js";

/**
 * Mocks for unit tests of programs, for `pulumi.runtime.setMocks`. Each resource of this package gets an id of the form that the
 * provider's ids have, and its outputs; both are the same in every run. Resources of other packages get their inputs as outputs.
 */
export const mocks = (): pulumi.runtime.Mocks => ({
  newResource({ name, inputs, id: given }) {
    const args = inputs as Record<string, unknown>;
    const { id, outputs } = mockObject(kindOf(args), args, name) ?? { id: `${name}_id`, outputs: {} };
    return { id: given || id, state: { ...args, ...outputs } };
  },
  call: ({ inputs }) => inputs as Record<string, unknown>,
});
