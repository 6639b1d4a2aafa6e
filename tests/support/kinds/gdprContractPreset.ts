import type { Properties } from "../../../provider/values/properties.js";
import { asPresent, documentOf, specimen, text } from "../specimen.js";

export const gdprContractPreset = specimen({
  valid: { name: "standard", description: "As agreed", config: { retention: { days: 30 } } },
  other: { name: "other", description: "other", config: { other: 1 } },
  rehearsed: {
    sibling: { name: "other" },
    count: ({ store }) => store.gdprContractPresets.all().length,
  },
  answer: (id) => ({ id, name: "n" }),
  edits: ["export-import"],

  args: ({ mark }) => ({ name: `standard ${mark}`, description: "As agreed", config: { language: "en" } }),
  replaced: (args) => ({ ...args, config: { language: "de" } }),
  plant: (control, place, { name, description, config }) => {
    const record = documentOf(place, control);
    const preset = { name: text(name), description: text(description), config: config as Properties };
    control.store.gdprContractPresets.insert({ ...record, ...preset });
    return record.id;
  },
  present: ({ store }, { mark }) =>
    asPresent(
      store.gdprContractPresets.all().filter(({ name }) => name.endsWith(mark)),
      ["name", "description", "config"],
    ),
  requests: {
    create: ({ mark }) => ({ operation: "createGdprContractPreset", body: mark }),
    get: (_, contractPresetIdentifier) => ({ operation: "getGdprContractPreset", parameters: { contractPresetIdentifier } }),
    list: () => ({ operation: "listGdprContractPresets" }),
  },
});
