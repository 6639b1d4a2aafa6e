import { z } from "zod";
import { ConflictError } from "../../sdk/values/errors.js";
import { type GdprContract as Answer, gdprIdentifier } from "../../sdk/models/gdpr.js";
import { nonEmpty } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { inNothing } from "../shared/containers.js";
import { define, ofAnyKind } from "../definition/definition.js";
import { ProviderError } from "../values/errors.js";
import { optional, optionalOutput, output, required } from "../definition/field.js";
import { identifierOf, reading } from "../shared/gdpr-record.js";
import { ifThere, look, lookupWithTimeout } from "../lifecycle/find.js";
import type { Context } from "../runtime/context.js";
import type { Properties } from "../values/properties.js";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import { unlessConcluded } from "../values/removals.js";

const fields = {
  /** Text of the contract, as HTML. The provider may rewrite the HTML, so drift is any difference from its first answer. */
  html: required("replace", nonEmpty, { evidence: "documented", reserialised: true }),
  /** Identifier of the technical and organisational measures (TOM). */
  tom: required("replace", nonEmpty, { evidence: "documented", refersTo: "gdprTom" }),
  /** Identifier of the GDPR contact that is the principal. */
  client: required("replace", nonEmpty, { evidence: "documented", refersTo: "gdprContact" }),
  /** Identifier of the GDPR contact that is the processor. */
  recipient: required("replace", nonEmpty, { evidence: "documented", refersTo: "gdprContact" }),
  /** Whether it is a partner contract. Default: `false`. */
  isPartnerContract: optional("replace", z.boolean(), {
    evidence: "documented",
    absent: "nothing",
    same: (a, b) => (a ?? false) === (b ?? false),
  }),
} as const;

const outputs = {
  /** Identifier; also the id. The key under which the provider shows it is not documented. */
  contractIdentifier: output<string>("unknown"),
  /** Time of creation. */
  creationDate: optionalOutput<string>("documented"),
  /** When the contract was accepted; absent until then. A concluded contract can be neither deleted nor replaced. */
  confirmationDate: optionalOutput<string>("documented"),
  /** When the contract was last mailed. */
  sentDate: optionalOutput<string>("documented"),
  /** Full name of the person who accepted it. */
  contractSigner: optionalOutput<string>("documented"),
} as const;

/** Arguments of a {@link GdprContract}. */
export interface GdprContractArgs extends ArgsOf<typeof fields> {}

type ShownContract = z.output<typeof Answer>;

/** Identifier of a referenced record, which a contract either embeds or names. */
const referenced = (record: ShownContract["tom"]): string | undefined =>
  record === undefined ? undefined : typeof record === "string" ? record : gdprIdentifier(record);

function found(contract: ShownContract) {
  const id = identifierOf(contract, "GDPR contract");
  const { html, tom, client, recipient, isPartnerContract, creationDate, confirmationDate, sentDate, contractSigner } = contract;
  return {
    id,
    inputs: { html, tom: referenced(tom), client: referenced(client), recipient: referenced(recipient), isPartnerContract },
    outputs: { contractIdentifier: id, creationDate, confirmationDate, sentDate, contractSigner },
  };
}

/** A text without everything that HTML can write in several ways: tags, entities, white space and non-ASCII characters. */
const gist = (html: unknown): string =>
  String(html)
    .replace(/<[^>]*>|&#?\w+;/g, "")
    .replace(/[^!-~]/g, "");

/** Whether it was accepted, perhaps since the state was written. If no answer says so, the API refuses its deletion at the latest. */
async function isConcluded(context: Context, id: string, state: Properties): Promise<boolean> {
  if (state["confirmationDate"] !== undefined) return true;
  const definition = ofAnyKind(gdprContract);
  const shown = await lookupWithTimeout(definition, context, {}, () => look(definition, context, id, state));
  return shown?.outputs["confirmationDate"] !== undefined;
}

const concluded =
  "A concluded contract stays for good. Remove it from the state with `pulumi state delete <urn>`, and declare its successor as a new resource";

export const gdprContract = define({
  kind: "gdprContract",
  label: "GDPR contract",
  removal: unlessConcluded,
  idParts: ["contractIdentifier"],
  mock: ({ key, time }) => ({ contractIdentifier: key, creationDate: time }),
  fields,
  outputs,

  identity: {
    title: ({ client, recipient }) => (client === undefined ? "" : `of client ${client} and recipient ${recipient ?? "?"}`),
    ...inNothing,
    matches: (shown, inputs) =>
      (["tom", "client", "recipient"] as const).every((name) => (shown.inputs[name] ?? inputs[name]) === inputs[name]) &&
      fields.isPartnerContract.same(shown.inputs.isPartnerContract, inputs.isPartnerContract) &&
      gist(shown.inputs.html) === gist(inputs.html),
  },

  reading: {
    ...reading("GDPR contract", found, {
      list: (client) => client.gdpr.listContracts(),
      get: (client, contractIdentifier) => client.gdpr.getContract({ contractIdentifier }),
    }),
    irrevocable: ({ outputs }, state) =>
      outputs.confirmationDate !== undefined && state["confirmationDate"] === undefined
        ? "it was concluded since the last run, so it can no longer be deleted or replaced"
        : undefined,
  },

  async create({ client }, { html, tom, client: principal, recipient, isPartnerContract }) {
    const body = { html, tom, client: principal, recipient, ...(isPartnerContract === undefined ? {} : { isPartnerContract }) };
    return found(await client.gdpr.createContract({ body }));
  },

  previewChecks: {
    problems: (context, { inputs }) => referenceProblems(context, inputs),
  },

  deletion: {
    async delete({ client }, contractIdentifier) {
      try {
        await client.gdpr.deleteContract({ contractIdentifier });
      } catch (error) {
        if (error instanceof ConflictError) throw new ProviderError(`${error.message} ${concluded}.`, error);
        throw error;
      }
    },
  },

  replacement: {
    order: "delete-first",
    refuses: async ({ id, state }, context) => ((await isConcluded(context, id, state)) ? concluded : undefined),
  },
});

/**
 * A data-protection (GDPR) contract. Once concluded, it can be neither deleted nor replaced.
 *
 * @remarks Mailing and accepting a contract have legal effect, so the resource does neither: call `client.gdpr.mailContract` and
 * `client.gdpr.acceptContract`.
 * @id the identifier that the provider assigns
 * @key html, tom, client, recipient, isPartnerContract
 * @deletion Deleted unless it is concluded. A concluded contract stays at the provider for good: its deletion fails, and so does
 * the preview of a replacement.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.GdprContract("gardener", {
 *   html: "<h1>Data processing agreement</h1><p>The agency hosts the web site of the gardener.</p>",
 *   client: hosting.findGdprContactOutput({ name: "Sommer Gartenbau GmbH" }).identifier,
 *   recipient: hosting.findGdprContactOutput({ name: "Winter Agentur GmbH" }).identifier,
 *   tom: hosting.findGdprTomOutput({ contains: "Backups: daily" }).identifier,
 * });
 * ```
 */
export class GdprContract extends resourceClass(gdprContract) {}

/** Records that a contract refers to by their identifiers. */
interface References {
  readonly tom?: string | undefined;
  readonly client?: string | undefined;
  readonly recipient?: string | undefined;
}

/** References to records that neither their own read nor the listing shows. */
async function referenceProblems(context: Context, { tom, client, recipient }: References): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [name, id] of [
    ["client", client],
    ["recipient", recipient],
  ] as const)
    if (id !== undefined && !(await isContact(context, id)))
      problems.push(`${name}: there is no GDPR contact ${named(id)}. \`hosting call gdpr.listContacts\` lists them.`);
  if (tom !== undefined && !(await isTom(context, tom)))
    problems.push(`tom: there are no GDPR measures (TOM) ${named(tom)}. \`hosting call gdpr.listToms\` lists them.`);
  return problems;
}

const named = (id: string): string => shortened(inLine(id), 80);

/** A record that this run has created may be invisible for a moment. */
const isOfThisRun = ({ ownership }: Context, kind: string, id: string): boolean =>
  ownership.run.heldOf(kind).some((held) => held.id === id);

async function isContact(context: Context, contactIdentifier: string): Promise<boolean> {
  if (isOfThisRun(context, "gdprContact", contactIdentifier)) return true;
  const { lookups } = context;
  const read = lookups.once(`GDPR contact ${contactIdentifier}`, ({ gdpr }, options) =>
    gdpr.getContact({ contactIdentifier }, options),
  );
  if ((await ifThere(read)) !== undefined) return true;
  const all = await lookups.once("GDPR contacts", ({ gdpr }, options) => gdpr.listContacts({}, options));
  return all.some((each) => gdprIdentifier(each) === contactIdentifier);
}

async function isTom(context: Context, tomIdentifier: string): Promise<boolean> {
  if (isOfThisRun(context, "gdprTom", tomIdentifier)) return true;
  const { lookups } = context;
  const read = lookups.once(`TOM ${tomIdentifier}`, ({ gdpr }, options) => gdpr.getTom({ tomIdentifier }, options));
  if ((await ifThere(read)) !== undefined) return true;
  const all = await lookups.once("TOMs", ({ gdpr }, options) => gdpr.listToms({}, options));
  return all.some((each) => gdprIdentifier(each) === tomIdentifier);
}
