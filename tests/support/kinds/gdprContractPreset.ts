import { documentOf, ofCollection } from "../specimen.js";

export const gdprContractPreset = ofCollection("gdprContractPresets", {
  valid: { name: "standard", description: "As agreed", config: { retention: { days: 30 } } },
  other: { name: "other", description: "other", config: { other: 1 } },
  marked: "name",
  outputs: { contractPresetIdentifier: /^[\da-f]+$/, creationDate: /^\d{4}-/ },
  answer: (id) => ({ id, name: "n" }),
  edits: ["export-import"],
  record: documentOf,
  replaced: (args) => ({ ...args, config: { language: "de" } }),
  requests: { create: "createGdprContractPreset", get: "getGdprContractPreset", list: "listGdprContractPresets" },
});
