import { z } from "zod";
import { customerNumber } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { define } from "../definition/definition.js";
import { required } from "../definition/field.js";
import { customerOf } from "../values/ids.js";
import { type Properties, equal, isEmptyObject } from "../values/properties.js";
import { kept, ofCustomer, ofThe, readOf } from "../shared/containers.js";
import { left } from "../values/removals.js";

/** Whether all declared members have the shown values. A member that the provider does not show counts as equal. */
const showsDeclared = (declared: unknown, shown: unknown): boolean =>
  Object.entries((declared ?? {}) as Properties).every(([name, value]) => {
    const there = ((shown ?? {}) as Properties)[name];
    return there === undefined || equal(value, there);
  });

const fields = {
  /** Customer that the settings belong to. */
  customerNumber: required("replace", customerNumber, { evidence: "documented" }),
  /**
   * The settings by name, such as bank details; each value is kept as a secret. The names are not documented, so they are not
   * checked before they are sent. Omitted members are unchanged. Drift is detected only in declared members that the provider
   * shows.
   */
  settings: required("update", z.record(z.string(), z.unknown()), {
    evidence: "unknown",
    secret: "members",
    shows: showsDeclared,
  }),
} as const;

/** Arguments of {@link PaymentSettings}. */
export interface PaymentSettingsArgs extends ArgsOf<typeof fields> {}

export const paymentSettings = define({
  ...ofCustomer,
  kind: "paymentSettings",
  label: "payment settings",
  removal: left,
  fields,

  reading: readOf(async (client, customer) => ({
    settings: await client.customers.getPaymentSettings({ customerNumber: customer }),
  })),

  async update({ client }, id, { settings }) {
    const path = { customerNumber: customerOf(id) };
    const current = await client.customers.getPaymentSettings(path);
    // Sent as they are, the settings would be written although nothing is declared.
    const written = isEmptyObject(settings)
      ? current
      : await client.customers.updatePaymentSettings({ ...path, body: { ...current, ...settings } });
    return ofThe(path.customerNumber, { settings: written });
  },

  deletion: kept,
});

/**
 * How a customer pays. The settings exist with the customer. Creating the resource changes only what is declared, and destroying
 * it changes nothing.
 *
 * @id the number of the customer
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const config = new pulumi.Config();
 *
 * // `iban` stands for the names that the provider shows; none of them is documented.
 * new hosting.PaymentSettings("gardener", {
 *   customerNumber: 100001,
 *   settings: { iban: config.requireSecret("iban") },
 * });
 * ```
 */
export class PaymentSettings extends resourceClass(paymentSettings) {}
