import { z } from "zod";
import type { CustomerBillingSettings } from "../../sdk/models/customers.js";
import { customerNumber } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { define } from "../definition/definition.js";
import { optional, required } from "../definition/field.js";
import { customerOf } from "../values/ids.js";
import { kept, ofCustomer, ofThe, readOf } from "../shared/containers.js";
import { left } from "../values/removals.js";

const fields = {
  /** Customer that the settings belong to. */
  customerNumber: required("replace", customerNumber, { evidence: "documented" }),
  /** Whether invoices are sent by post. If omitted: unchanged. */
  postalInvoices: optional("update", z.boolean(), { evidence: "documented" }),
  /** Value-added tax identification number. If omitted: unchanged. */
  vatID: optional("update", z.string(), { evidence: "documented" }),
} as const;

/** Arguments of {@link BillingSettings}. */
export interface BillingSettingsArgs extends ArgsOf<typeof fields> {}

const settings = ({ postalInvoices, vatID }: z.output<typeof CustomerBillingSettings>) => ({ postalInvoices, vatID });

export const billingSettings = define({
  ...ofCustomer,
  kind: "billingSettings",
  label: "billing settings",
  removal: left,
  fields,

  reading: readOf(async (client, customer) => settings(await client.customers.getBillingSettings({ customerNumber: customer }))),

  async update({ client }, id, { postalInvoices, vatID }) {
    const path = { customerNumber: customerOf(id) };
    const current = await client.customers.getBillingSettings(path);
    const tax = vatID ?? current.vatID;
    const body = { postalInvoices: postalInvoices ?? current.postalInvoices, ...(tax === undefined ? {} : { vatID: tax }) };
    return ofThe(path.customerNumber, settings(await client.customers.updateBillingSettings({ ...path, body })));
  },

  deletion: kept,
});

/**
 * How a customer gets invoices. The settings exist with the customer. Creating the resource changes only what is declared, and
 * destroying it changes nothing.
 *
 * @id the number of the customer
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.BillingSettings("gardener", { customerNumber: 100001, postalInvoices: false });
 * ```
 */
export class BillingSettings extends resourceClass(billingSettings) {}
