import { contact, ofCustomer } from "../specimen.js";

export const contractPartner = ofCustomer({
  ...contact,
  edits: ["export-import"],
  part: (customer) => customer.contractPartner,
  requests: { get: "getContractPartner", update: "updateContractPartner" },
});
