import { z } from "zod";
import type { GdprPdf as Answer } from "../../sdk/models/gdpr.js";
import { nonEmpty } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { inNothing } from "../shared/containers.js";
import { define } from "../definition/definition.js";
import { optionalOutput, output, required } from "../definition/field.js";
import { identifierOf, reading } from "../shared/gdpr-record.js";
import { deleted } from "../values/removals.js";

const fields = {
  /** Name of the file. Whether it must be unique is not known. */
  name: required("replace", nonEmpty, { evidence: "documented" }),
  /**
   * The PDF in Base64, for example `fs.readFileSync("contract.pdf").toString("base64")`. It is kept in the state and not compared
   * with the provider's copy. Base64 is inferred: it is the only workable interpretation of the API's description.
   */
  pdf: required("replace", z.base64().min(1), { evidence: "inferred", readable: false }),
} as const;

const outputs = {
  /** Identifier; also the id. The key under which the provider shows it is not documented. */
  pdfIdentifier: output<string>("unknown"),
  /** Time of creation. */
  creationDate: optionalOutput<string>("documented"),
} as const;

/** Arguments of a {@link GdprPdf}. */
export interface GdprPdfArgs extends ArgsOf<typeof fields> {}

function found(pdf: z.output<typeof Answer>) {
  const id = identifierOf(pdf, "contract PDF");
  return { id, inputs: { name: pdf.name }, outputs: { pdfIdentifier: id, creationDate: pdf.creationDate } };
}

export const gdprPdf = define({
  kind: "gdprPdf",
  label: "contract PDF",
  removal: deleted,
  idParts: ["pdfIdentifier"],
  mock: ({ key, time }) => ({ pdfIdentifier: key, creationDate: time }),
  fields,
  outputs,

  identity: {
    unique: false,
    title: ({ name }) => (name === undefined ? "" : `"${name}"`),
    ...inNothing,
    matches: (shown, { name }) => shown.inputs.name === name,
  },

  reading: reading("contract PDF", found, {
    list: (client) => client.gdpr.listPdfs(),
    get: (client, pdfIdentifier) => client.gdpr.getPdf({ pdfIdentifier }),
  }),

  async create({ client }, { name, pdf }) {
    return found(await client.gdpr.uploadPdf({ body: { name, pdf } }));
  },

  deletion: {
    async delete({ client }, pdfIdentifier) {
      await client.gdpr.deletePdf({ pdfIdentifier });
    },
  },
});

/**
 * An uploaded PDF of a data-protection contract.
 *
 * @remarks The API cannot change a PDF. `client.gdpr.downloadPdf` reads its content back.
 * @id the identifier that the provider assigns
 * @key name
 * @deletion Deleted.
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.GdprPdf("agreement", { name: "agreement.pdf", pdf: readFileSync("agreement.pdf").toString("base64") });
 * ```
 */
export class GdprPdf extends resourceClass(gdprPdf) {}
