import { planted } from "../place.js";
import { ofCustomer } from "../specimen.js";

export const paymentSettings = ofCustomer({
  declared: [{ settings: { bank: "First" } }, { settings: { bank: "Second" } }],
  edits: ["provider-change"],
  args: (place) => ({ settings: { iban: planted(place, "iban") } }),
  updated: (place) => ({ settings: { iban: planted(place, "other-iban") } }),
  part: (customer) => customer.paymentSettings,
  requests: { list: "getPaymentSettings", update: "updatePaymentSettings" },
});
