import assert from "node:assert/strict";
import { PreviewLookups } from "../../provider/runtime/preview-lookups.js";
import { customerRemark } from "../../provider/shared/customer-name.js";
import type { Properties } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import type { Client } from "../../sdk/index.js";
import { AccessDeniedError } from "../../sdk/values/errors.js";
import { systemClock } from "../../sdk/values/clock.js";

const refused = () => Promise.reject(new AccessDeniedError("no access", 403, undefined));

const partners: Readonly<Record<number, object>> = {
  1: { company: "Bookshop GmbH", firstName: "Ada", lastName: "Berg" },
  2: { company: "", firstName: "Ada", lastName: "Berg" },
};

const client = {
  accounts: {
    get: ({ accountIdentifier }: { readonly accountIdentifier: string }) =>
      accountIdentifier === "p1" ? Promise.resolve({ customerNumber: 1 }) : refused(),
  },
  customers: {
    getContractPartner: ({ customerNumber }: { readonly customerNumber: number }) =>
      customerNumber in partners ? Promise.resolve(partners[customerNumber]) : refused(),
  },
} as unknown as Client;

describe("the customer of an object", () => {
  const lookups = new PreviewLookups(() => client, systemClock);
  const cases: readonly (readonly [string, string, Properties, object | undefined])[] = [
    ["is that of its account", "domain", { accountIdentifier: "p1" }, { of: 1, called: "Bookshop GmbH", account: "p1" }],
    ["may be a person", "contactPerson", { customerNumber: 2 }, { of: 2, called: "Ada Berg" }],
    ["has no name where the API shows none", "billingSettings", { customerNumber: 3 }, { of: 3 }],
    [
      "is that of an account itself",
      "virtualAccount",
      { customerNumber: 1, name: "p7" },
      { of: 1, called: "Bookshop GmbH", account: "p7" },
    ],
    ["is not known of an account that is not shown", "domain", { accountIdentifier: "p2" }, undefined],
    ["is not known of an account to come", "domain", { accountIdentifier: unknownValue }, undefined],
    ["is nobody for what belongs to the login", "webhook", { name: "hook" }, undefined],
  ];
  for (const [title, kind, properties, expected] of cases)
    it(title, async () => {
      const remark = await customerRemark(lookups, kind, properties);
      assert.deepEqual(
        remark && { ...remark.customer, ...(remark.account !== undefined && { account: remark.account }) },
        expected,
      );
    });
});
