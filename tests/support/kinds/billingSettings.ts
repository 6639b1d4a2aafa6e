import { ofCustomer } from "../specimen.js";

export const billingSettings = ofCustomer({
  declared: [{ vatID: "DE100001001" }, { vatID: "DE100001002" }],
  edits: ["export-import"],
  args: () => ({ postalInvoices: true, vatID: "DE100001000" }),
  updated: () => ({ vatID: "DE100002000" }),
  part: (customer) => customer.billingSettings,
  requests: { list: "getBillingSettings", update: "updateBillingSettings" },
});
