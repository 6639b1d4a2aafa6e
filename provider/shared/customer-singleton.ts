import { customerOf } from "../values/id.js";

/** What holds for everything that exists as long as its customer: one of each, found by the customer's number. */
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
  replacement: { order: "create-first" },
} as const;
