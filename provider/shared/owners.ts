import type { Context } from "../runtime/context.js";
import { customerProblem } from "./containers.js";
import { customerOf } from "../values/id.js";

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
    container: (context: Context, { inputs }: { readonly inputs: { readonly customerNumber?: number | undefined } }) =>
      customerProblem(context, inputs.customerNumber),
  },
} as const;

/** Part of the identity of kinds whose objects lie in nothing, so that their ids tell nothing. */
export const inNothing = { parse: () => ({}), scope: [] } as const;
