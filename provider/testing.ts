import type * as pulumi from "@pulumi/pulumi";
import { mockObject } from "./testing/mock-objects.js";
import { kindOf } from "./values/reserved-properties.js";

/**
 * Mocks for unit tests of programs, for `pulumi.runtime.setMocks`. Each resource of this package gets an id of the form that the
 * provider's ids have, and its outputs; both are the same in every run. A resource that is only read (`get`) has outputs that fit its
 * id. Resources of other packages get their inputs as outputs.
 */
export const mocks = (): pulumi.runtime.Mocks => ({
  newResource({ name, inputs, id: given }) {
    const args = inputs as Record<string, unknown>;
    const { id, shown } = mockObject(kindOf(args), args, name, given || undefined) ?? { id: given || `${name}_id`, shown: {} };
    return { id, state: { ...args, ...shown } };
  },
  call: ({ inputs }) => inputs as Record<string, unknown>,
});
