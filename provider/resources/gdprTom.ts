import type { z } from "zod";
import type { GdprTom as Answer } from "../../sdk/models/gdpr.js";
import { shortened } from "../../sdk/redaction/text.js";
import { nonEmpty } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { inNothing } from "../shared/containers.js";
import { define } from "../definition/definition.js";
import { optionalOutput, output, required } from "../definition/field.js";
import { identifierOf, lasting, reading } from "../shared/gdpr-record.js";
import { left } from "../values/removals.js";

const fields = {
  /** The measures, as text. The provider may rewrite the text, so drift is any difference from its first answer. */
  content: required("replace", nonEmpty, { evidence: "documented", reserialised: true }),
} as const;

const outputs = {
  /** Identifier, which contracts take as `tom`; also the id. The key under which the provider shows it is not documented. */
  tomIdentifier: output<string>("unknown"),
  /** Time of creation. */
  creationDate: optionalOutput<string>("documented"),
} as const;

/** Arguments of a {@link GdprTom}. */
export interface GdprTomArgs extends ArgsOf<typeof fields> {}

function found(tom: z.output<typeof Answer>) {
  const id = identifierOf(tom, "TOM");
  return { id, inputs: { content: tom.content }, outputs: { tomIdentifier: id, creationDate: tom.creationDate } };
}

const longestTitle = 40;

export const gdprTom = define({
  kind: "gdprTom",
  label: "TOM",
  removal: left,
  idParts: ["tomIdentifier"],
  mock: ({ key, time }) => ({ tomIdentifier: key, creationDate: time }),
  fields,
  outputs,

  identity: {
    title: ({ content }) => (content === undefined ? "" : `"${shortened(content, longestTitle)}"`),
    ...inNothing,
    matches: (shown, { content }) => shown.inputs.content === content,
  },

  reading: reading("TOM", found, {
    list: (client) => client.gdpr.listToms(),
    get: (client, tomIdentifier) => client.gdpr.getTom({ tomIdentifier }),
  }),

  async create({ client }, { content }) {
    return found(await client.gdpr.createTom({ body: { content } }));
  },

  deletion: lasting("TOM"),
});

/**
 * Technical and organisational measures (TOM) for GDPR contracts. The API can neither change nor delete them.
 *
 * @remarks A change creates a new TOM, and the old one stays.
 * @id the identifier that the provider assigns
 * @key content
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * const measures = new hosting.GdprTom("standard", { content: "Backups: daily. Access: by key only." });
 *
 * export const identifier = measures.tomIdentifier;
 * ```
 */
export class GdprTom extends resourceClass(gdprTom) {}
