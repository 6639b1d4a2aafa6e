import { declaredInputs, type Definition, type Found } from "../../definition/definition.js";
import type { Overwritten } from "../../values/remarks.js";
import { containsUnknown } from "../../values/unknown-values.js";
import { Entry } from "../entry.js";
import { nameIds } from "../find.js";
import { deviations, hiddenArguments, observed } from "../state.js";
import { perhapsOrderedBy } from "../unanswered.js";
import { concernsOf } from "./facts.js";
import type { Subject } from "./subject.js";
import { mask } from "../../../sdk/redaction/mask.js";
import { inLine, shortened } from "../../../sdk/redaction/text.js";
import { isAbsent } from "../../values/equality.js";
import type { Properties } from "../../values/properties.js";
import { markedKey } from "../../values/reserved-properties.js";
import { markLikelySecrets } from "../../definition/secrets.js";

/** What recording an existing object changes. */
interface RecordingChange {
  readonly overwritten: readonly Overwritten[];
  /** Sentences, each after a space: the properties that change, without secrets, … */
  readonly changed: string;
  /** … and who else has it. */
  readonly others: string;
}

export async function recordingChange({ definition, context, inputs }: Subject, found: Found): Promise<RecordingChange> {
  const hidden = hiddenArguments(definition, inputs, found);
  const names = [...new Set([...deviations(definition, inputs, found), ...hidden])];
  // If the stack cannot be determined, the creation reports that.
  const claimants = await context.ownership.holders
    .claimantsOf(definition.kind, inputs)
    .then((of) => of(found.id))
    .catch(() => []);
  const holder = claimants.find(({ isDoubted, isOfThisStack }) => !isDoubted && !isOfThisStack)?.who;
  const perhaps =
    holder === undefined ? await perhapsOrderedBy(new Entry(definition, context, { id: found.id, state: inputs })) : undefined;
  const { overwritten, text: changed } = overwriting(definition, names, {
    inputs,
    observed: observed(definition, inputs, found).inputs,
    hidden,
  });
  if (holder === undefined) return { overwritten, changed, others: perhaps === undefined ? "" : ` ${perhaps}` };
  return {
    overwritten,
    changed,
    others: ` It also belongs to ${holder}${names.length === 0 ? "." : `, which will see drift.`}`,
  };
}

/** Says that a new resource takes an existing object. @param rest more about it: sentences, each after a space */
export function announceTaking(
  { context, resource: { kind, name } }: Subject,
  { text, change, rest = "" }: { readonly text: string; readonly change?: RecordingChange; readonly rest?: string },
): void {
  const facts = { code: "existing", kind, resource: name, ...(change && { overwritten: change.overwritten }) } as const;
  const { changed = "", others = "" } = change ?? {};
  context.warn(`${text}${changed}${others}${rest}`, { facts: { ...facts, text: `${text}${others}${rest}` } });
}

/** What an adoption neither checks nor sets, although the program declares it: a sentence after a space, or an empty text. */
function unchecked({ definition: { fields }, inputs }: Subject): string {
  const names = Object.entries(fields)
    .filter(([, { readable, policy, absent }]) => !readable && policy !== "update" && absent === "anything")
    .map(([name]) => name)
    .filter((name) => inputs[name] !== undefined);
  if (names.length === 0) return "";
  return ` Its ${names.join(", ")} ${names.length === 1 ? "is" : "are"} only recorded in the state.`;
}

const recordFirst = ({ context, resource }: Subject, { id }: Found): boolean =>
  context.ownership.run.recordAnnouncement(resource, id);

/** Says, once in each process, that a resource adopts an object. */
export async function announceAdoption(subject: Subject, found: Found): Promise<void> {
  const { name } = subject;
  if (!recordFirst(subject, found)) return;
  const concern = concernsOf(subject, [found]);
  announceTaking(subject, {
    text: `adopt: ${name} (${nameIds([found])}) is adopted.`,
    change: await recordingChange(subject, found),
    rest: unchecked(subject) + (concern === undefined ? "" : ` However, ${concern}.`),
  });
}

/** Says what a new resource changes in an object that always exists, and who else has it. @param found undefined: it could not be looked up */
export async function announceUse(subject: Subject, found: Found | undefined): Promise<void> {
  const { definition, inputs, name } = subject;
  const text = `the existing ${name}${willBeManaged}`;
  const isOpen = containsUnknown(declaredInputs(definition, inputs));
  if (found === undefined)
    announceTaking(subject, {
      text: isOpen
        ? `${text} What will be changed is not known yet.`
        : `${text} It could not be looked up, so what will be changed is not known yet.`,
    });
  else if (recordFirst(subject, found)) announceTaking(subject, { text, change: await recordingChange(subject, found) });
}

/** What follows the name of an object that always exists in the message that announces its use. */
export const willBeManaged = " will be managed.";

/** Far longer than a line of an address; only the beginning of a longer one is shown. */
const longest = 200;

function valueText(value: unknown): string {
  if (isAbsent(value)) return "nothing";
  const text = JSON.stringify(value);
  return inLine(text.length <= longest ? text : JSON.stringify(shortened(typeof value === "string" ? value : text, longest)));
}

/**
 * What a new resource changes in an object that exists already, secrets masked: the state has no values from before, so nothing else shows
 * them. The text is a sentence after a space, ` It changes city from "Hannover" to "Wien".`; empty if nothing changes.
 *
 * @param inputs as declared, with what the program has marked as secret
 * @param hidden names of the properties whose values the provider does not show
 */
export function overwriting(
  definition: Definition,
  names: readonly string[],
  {
    inputs,
    observed,
    hidden,
  }: { readonly inputs: Properties; readonly observed: Properties; readonly hidden: readonly string[] },
): { readonly overwritten: readonly Overwritten[]; readonly text: string } {
  const marks = { [markedKey]: inputs[markedKey] };
  const [before, after] = [observed, inputs].map((each) => markLikelySecrets(definition, { ...each, ...marks }, () => mask));
  const overwritten = names.map((name): Overwritten => {
    const isShown = !hidden.includes(name);
    return { name, isShown, ...(isShown && !isAbsent(before![name]) && { before: before![name] }) };
  });
  const changes = overwritten.map(
    (each) => `${each.name} from ${each.isShown ? valueText(each.before) : "(not shown)"} to ${valueText(after![each.name])}`,
  );
  return { overwritten, text: changes.length === 0 ? "" : ` It changes ${changes.join(", ")}.` };
}
