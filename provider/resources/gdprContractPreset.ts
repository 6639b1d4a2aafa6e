import { z } from "zod";
import type { GdprContractPreset as Answer } from "../../sdk/models/gdpr.js";
import { nonEmpty } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { inNothing } from "../shared/containers.js";
import { define } from "../definition/definition.js";
import { optional, optionalOutput, output, required } from "../definition/field.js";
import { identifierOf, lasting, reading } from "../shared/gdpr-record.js";
import { equalOrEmpty } from "../values/properties.js";
import { left } from "../values/removals.js";

const fields = {
  /** Name. Whether it must be unique is not known. */
  name: required("replace", nonEmpty, { evidence: "documented" }),
  /** Description. Default: none. */
  description: optional("replace", z.string(), {
    evidence: "documented",
    absent: "nothing",
    same: (a, b) => (a || undefined) === (b || undefined),
  }),
  /** Settings, in any structure. Default: none. */
  config: optional("replace", z.record(z.string(), z.unknown()), {
    evidence: "documented",
    absent: "nothing",
    same: equalOrEmpty,
  }),
} as const;

const outputs = {
  /** Identifier; also the id. The key under which the provider shows it is not documented. */
  contractPresetIdentifier: output<string>("unknown"),
  /** Time of creation. */
  creationDate: optionalOutput<string>("documented"),
} as const;

/** Arguments of a {@link GdprContractPreset}. */
export interface GdprContractPresetArgs extends ArgsOf<typeof fields> {}

function found(preset: z.output<typeof Answer>) {
  const id = identifierOf(preset, "preset");
  const { name, description, config, creationDate } = preset;
  return { id, inputs: { name, description, config }, outputs: { contractPresetIdentifier: id, creationDate } };
}

export const gdprContractPreset = define({
  kind: "gdprContractPreset",
  label: "GDPR contract preset",
  removal: left,
  idParts: ["contractPresetIdentifier"],
  mock: ({ key, time }) => ({ contractPresetIdentifier: key, creationDate: time }),
  fields,
  outputs,

  identity: {
    title: ({ name }) => (name === undefined ? "" : `"${name}"`),
    ...inNothing,
    matches: (shown, { name, description, config }) =>
      shown.inputs.name === name &&
      fields.description.same(shown.inputs.description, description) &&
      fields.config.same(shown.inputs.config, config),
  },

  reading: reading("preset", found, {
    list: (client) => client.gdpr.listContractPresets(),
    get: (client, contractPresetIdentifier) => client.gdpr.getContractPreset({ contractPresetIdentifier }),
  }),

  async create({ client }, { name, description, config }) {
    const body = { name, ...(description === undefined ? {} : { description }), ...(config === undefined ? {} : { config }) };
    return found(await client.gdpr.createContractPreset({ body }));
  },

  deletion: lasting("preset"),
});

/**
 * A stored preset for GDPR contracts. The API can neither change nor delete it.
 *
 * @remarks A change creates a new preset, and the old one stays.
 * @id the identifier that the provider assigns
 * @key name, description, config
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.GdprContractPreset("standard", {
 *   name: "Standard agreement",
 *   description: "What the agency agrees with every customer",
 *   config: { language: "en", sections: ["purpose", "measures", "processors"] },
 * });
 * ```
 */
export class GdprContractPreset extends resourceClass(gdprContractPreset) {}
