import type { CallOptions } from "../../sdk/index.js";
import type { PreviewLookups } from "../runtime/preview-lookups.js";
import type { Properties } from "../values/properties.js";
import { isUnknown } from "../values/unknown-values.js";
import type { Remark } from "../values/remarks.js";

/** A review goes on without names. */
const brief = ({ timeout = longest }: CallOptions): CallOptions => ({
  timeout: Math.min(timeout, longest),
  retry: { attempts: 1 },
});

const longest = 3_000;

/**
 * Of which customer an object is, and how its contract partner is called, for those who review a run. Undefined for what is of no customer, and for
 * what cannot be looked up.
 *
 * @param properties its arguments or its state
 */
export async function customerRemark(lookups: PreviewLookups, kind: string, properties: Properties): Promise<Remark | undefined> {
  const name = properties[kind === "virtualAccount" ? "name" : "accountIdentifier"];
  const account = typeof name === "string" && !isUnknown(name) ? name : undefined;
  const of = await customerOf(lookups, properties["customerNumber"], account);
  if (of === undefined) return undefined;
  const called = await lookups
    .once(`contract partner ${of}`, ({ customers }, options) =>
      customers.getContractPartner({ customerNumber: of }, brief(options)),
    )
    .then(
      ({ company, firstName, lastName }) => company?.trim() || `${firstName} ${lastName}`.trim(),
      () => "",
    );
  return {
    code: "customer",
    customer: { of, ...(called !== "" && { called }) },
    ...(account !== undefined && { account }),
    text: "",
  };
}

async function customerOf(lookups: PreviewLookups, customer: unknown, account: string | undefined): Promise<number | undefined> {
  if (typeof customer === "number" || account === undefined) return typeof customer === "number" ? customer : undefined;
  return lookups
    .once(`account ${account}`, ({ accounts }, options) => accounts.get({ accountIdentifier: account }, brief(options)))
    .then(
      ({ customerNumber }) => customerNumber,
      () => undefined,
    );
}
