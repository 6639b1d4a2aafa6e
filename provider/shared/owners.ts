import type { Context } from "../runtime/context.js";
import { customerProblem } from "./containers.js";
import type { Client } from "../../sdk/index.js";
import type { Reader } from "../definition/definition.js";
import { customerOf } from "../values/id.js";

/** The one object that a customer has of a kind, with its arguments. */
export const ofThe = <V extends object>(customerNumber: number, values: V) => ({
  id: String(customerNumber),
  inputs: { customerNumber, ...values },
  outputs: {},
});

/** How such an object is read. */
export const readOf = <V extends object>(read: (client: Client, customerNumber: number) => Promise<V>) => ({
  list: async ({ client }: Reader, { customerNumber = NaN }: { readonly customerNumber?: number | undefined }) => [
    ofThe(customerNumber, await read(client, customerNumber)),
  ],
});

/** The deletion of settings. */
export const kept = { undeletable: "Every customer has them, so they stay at the provider as they are." } as const;

/** Shared by kinds of which each customer always has exactly one object, found by the customer's number. */
export const ofCustomer = {
  outputs: {},
  identity: {
    singleton: true,
    title: ({ customerNumber }: { readonly customerNumber?: number | undefined }): string =>
      `of customer ${customerNumber ?? "?"}`,
    parse: (id: string) => ({ customerNumber: customerOf(id) }),
    scope: ["customerNumber"],
    matches: () => true,
  },
  previewChecks: {
    missingContainer: (context: Context, { inputs }: { readonly inputs: { readonly customerNumber?: number | undefined } }) =>
      customerProblem(context, inputs.customerNumber),
  },
} as const;

/** Part of the identity of kinds whose objects lie in nothing, so that their ids tell nothing. */
export const inNothing = { parse: () => ({}), scope: [] } as const;
