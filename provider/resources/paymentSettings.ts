import { z } from "zod";
import { customerNumber } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { define } from "../definition/definition.js";
import { required } from "../definition/field.js";
import { customerOf } from "../values/id.js";
import { kindLabels } from "../values/labels.js";
import type { Properties } from "../values/properties.js";
import { equal } from "../values/equality.js";
import { ofCustomer } from "../shared/customer-singleton.js";

/** What the provider shows of the declared members; one that it keeps to itself is taken on trust. */
const showsDeclared = (declared: unknown, shown: unknown): boolean =>
  Object.entries((declared ?? {}) as Properties).every(([name, value]) => {
    const there = ((shown ?? {}) as Properties)[name];
    return there === undefined || equal(value, there);
  });

const fields = {
  /** Customer that the settings belong to. */
  customerNumber: required("replace", customerNumber, { evidence: "documented" }),
  /**
   * The settings by name, such as bank data; each value is kept as a secret. No source lists the names, so none is
   * checked before it is sent. Members left out stay as they are; drift is seen in declared members that the provider shows.
   */
  settings: required("update", z.record(z.string(), z.unknown()), {
    evidence: "unknown",
    secret: "members",
    shows: showsDeclared,
  }),
} as const;

/** Arguments of {@link PaymentSettings}. */
export interface PaymentSettingsArgs extends ArgsOf<typeof fields> {}

const found = (customer: number, settings: Properties) => ({
  id: String(customer),
  inputs: { customerNumber: customer, settings },
  outputs: {},
});

export const paymentSettings = define({
  ...ofCustomer,
  kind: "paymentSettings",
  className: "PaymentSettings",
  label: kindLabels.paymentSettings,
  fields,

  reading: {
    async list({ client }, { customerNumber: customer = NaN }) {
      return [found(customer, await client.customers.getPaymentSettings({ customerNumber: customer }))];
    },
  },

  async update({ client }, id, { settings }) {
    const path = { customerNumber: customerOf(id) };
    const current = await client.customers.getPaymentSettings(path);
    return found(
      path.customerNumber,
      await client.customers.updatePaymentSettings({ ...path, body: { ...current, ...settings } }),
    );
  },

  deletion: {
    undeletable: "Every customer has them, so they stay at the provider as they are.",
  },
});

/**
 * How a customer pays. They exist with the customer: they are taken over, changed where declared, and left alone on
 * destroy.
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
