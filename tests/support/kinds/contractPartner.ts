import { contact, ofCustomer } from "../specimen.js";

export const contractPartner = ofCustomer({
  ...contact,
  edits: ["export-import"],
  part: (customer) => customer.contractPartner,
  requests: { list: "getContractPartner", update: "updateContractPartner" },
});
