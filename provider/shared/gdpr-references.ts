import { gdprIdentifier } from "../../sdk/models/gdpr.js";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import { ifThere } from "../lifecycle/find.js";
import type { Context } from "../runtime/context.js";

/** Records that a contract refers to by their identifiers. */
interface References {
  readonly tom?: string | undefined;
  readonly client?: string | undefined;
  readonly recipient?: string | undefined;
}

/** References to records that neither their own read nor the listing shows. */
export async function referenceProblems(context: Context, { tom, client, recipient }: References): Promise<readonly string[]> {
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
