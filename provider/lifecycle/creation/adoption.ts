import { declaredInputs, type ObservedObject, type Definition } from "../../definition/definition.js";
import { messageOf, ProviderError } from "../../values/errors.js";
import { type Properties, isAbsent } from "../../values/properties.js";
import { nameIds } from "../find.js";
import { forgetSettled, type Leftover, wasCreated, withheldSecrets } from "../interrupted-creations.js";
import { deviation, deviations, hiddenArguments, writtenState, observed } from "../state.js";
import type { Overwritten } from "../../values/remarks.js";
import { containsUnknown } from "../../values/unknown-values.js";
import { Entry } from "../entry.js";
import { perhapsOrderedBy } from "../removal-facts.js";
import { concernsOf } from "./facts.js";
import { inLine, shortened } from "../../../sdk/redaction/text.js";
import { markedKey } from "../../values/reserved-properties.js";
import { maskedProperties } from "../../definition/secrets.js";
import type { Creation } from "./creation.js";
import { beingDeleted } from "./messages.js";
import type { Created, DeclaredObject } from "./declared-object.js";
import { explainedBy } from "../../../sdk/values/explained.js";

/** Uses an object that exists without `adopt: true`. */
export async function use(creation: Creation, found: ObservedObject): Promise<Created> {
  const change = await recordingChange(creation, found);
  const created = await recordExisting(creation, found);
  const isNews = change.changed + change.others !== "";
  if (creation.context.ownership.run.recordAnnouncement(creation.resource, found.id) && isNews)
    announceExisting(creation, { text: `${creation.name} (${nameIds([found])}) already exists and is used.`, change });
  return created;
}

/** Records an existing object. An unwritable journal is reported later, when the entry gets the object. */
export const recordExisting = (creation: Creation, found: ObservedObject): Promise<Created> =>
  creation.withNote(
    () => settle(creation, found),
    () => undefined,
  );

/** Updates an existing object to match the declaration, as far as the API can. */
async function settle(creation: Creation, found: ObservedObject): Promise<Created> {
  const { definition, context, inputs } = creation;
  const owner = await ownerOf(creation, found);
  const taken = (shown: ObservedObject): Created => ({
    id: shown.id,
    state: { ...writtenState(definition, inputs, shown), ...owner },
  });
  const { update } = definition;
  const isDone = deviations(definition, inputs, found).length === 0 && hiddenArguments(definition, inputs, found).length === 0;
  if (isDone || update === undefined) return taken(found);
  try {
    const written = await update(context, found.id, declaredInputs(definition, inputs));
    const differing = deviation(definition, inputs, written);
    if (differing !== undefined) throw differing;
    return taken(written);
  } catch (error) {
    throw creation.unfinished(taken(found), "was taken over, but not updated", error);
  }
}

/** The owner for the entry of an existing object. Other entries may have an adopted object too, so they must be able to find the claim. */
async function ownerOf(creation: Creation, { id }: ObservedObject): Promise<Properties> {
  const { definition, context, inputs, name } = creation;
  const { ownership } = context;
  const isAtRisk = inputs["adopt"] === true && definition.deletion.delete !== undefined && definition.identity.singleton !== true;
  const owner = ownership.newEntry();
  // If this run is cut off, the next one knows from this which entry is in no state.
  creation.answered(id, owner);
  const deletion = await ownership.claimObject({ kind: definition.kind, id, state: owner }, inputs, (error) => {
    const why = `could not record that this resource has it (${messageOf(error)}). Set HOSTING_JOURNAL to a writable folder`;
    if (isAtRisk) throw new ProviderError(`${name} was not adopted: ${why}, and run again.${explainedBy("journal")}`, error);
    context.warn(`${name}: ${why}.${explainedBy("journal")}`);
  });
  if (deletion !== undefined) throw new ProviderError(beingDeleted(name, deletion));
  return owner;
}

/** Names what a run leaves alone of what earlier ones have left behind, and forgets notes that need no further action. */
export function heedLeftover(creation: Creation, { own, named, creations }: Leftover): void {
  if (named.length === 0 && own.length === 0) forgetSettled(creation, creations);
  creation.leaveAlone(named, (ids) => `${ids} may be the result of an earlier run,`, " Then run `hosting recover --yes`.");
}

/** Continues with the object that an interrupted run created. */
export async function takeOver(creation: Creation, own: ObservedObject, left: Leftover): Promise<Created> {
  const { definition, context, inputs, name } = creation;
  const { by, creations } = left;
  const isCreated = wasCreated(left);
  const differing = deviations(definition, inputs, own);
  const unproven = withheldSecrets(definition, by);
  const result = await creation.withNote(() => settle(creation, own));
  context.warn(
    `${name} (${own.id}): ${isCreated ? "an interrupted run created it; this run took it over" : "this run finished an interrupted adoption"}` +
      (differing.length === 0 ? "." : ` and changed its ${differing.join(", ")}.`) +
      (unproven.length === 0 ? "" : ` Its ${unproven.join(", ")} is from then: if it changed since, change it at the provider.`) +
      // Pulumi itself suggests only a refresh.
      (by.some(({ ending }) => ending === "interrupted") ? " `hosting recover --yes` clears a pending operation." : ""),
  );
  for (const each of creations) context.ownership.notes.settle(each);
  return result;
}

/** What recording an existing object changes. */
interface RecordingChange {
  readonly overwritten: readonly Overwritten[];
  /** Sentences, each after a space: the properties that change, without secrets, … */
  readonly changed: string;
  /** … and who else has it. */
  readonly others: string;
}

async function recordingChange({ definition, context, inputs }: DeclaredObject, found: ObservedObject): Promise<RecordingChange> {
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
function announceExisting(
  { context, resource: { kind, name } }: DeclaredObject,
  { text, change, rest = "" }: { readonly text: string; readonly change?: RecordingChange; readonly rest?: string },
): void {
  const facts = { code: "existing", kind, resource: name, ...(change && { overwritten: change.overwritten }) } as const;
  const { changed = "", others = "" } = change ?? {};
  context.warn(`${text}${changed}${others}${rest}`, { facts: { ...facts, text: `${text}${others}${rest}` } });
}

/** What an adoption neither checks nor sets, although the program declares it: a sentence after a space, or an empty text. */
function unchecked({ definition: { fields }, inputs }: DeclaredObject): string {
  const names = Object.entries(fields)
    .filter(([, { readable, policy, absent }]) => !readable && policy !== "update" && absent === "anything")
    .map(([name]) => name)
    .filter((name) => inputs[name] !== undefined);
  if (names.length === 0) return "";
  return ` Its ${names.join(", ")} ${names.length === 1 ? "is" : "are"} only recorded in the state.`;
}

const recordFirst = ({ context, resource }: DeclaredObject, { id }: ObservedObject): boolean =>
  context.ownership.run.recordAnnouncement(resource, id);

/** Says, once in each process, that a resource adopts an object. */
export async function announceAdoption(subject: DeclaredObject, found: ObservedObject): Promise<void> {
  const { name } = subject;
  if (!recordFirst(subject, found)) return;
  const concern = concernsOf(subject, [found]);
  announceExisting(subject, {
    text: `adopt: ${name} (${nameIds([found])}) is adopted.`,
    change: await recordingChange(subject, found),
    rest: unchecked(subject) + (concern === undefined ? "" : ` However, ${concern}.`),
  });
}

/** Says what a new resource changes in an object that always exists, and who else has it. @param found undefined: it could not be looked up */
export async function announceUse(subject: DeclaredObject, found: ObservedObject | undefined): Promise<void> {
  const { definition, inputs, name } = subject;
  const text = `the existing ${name} will be managed.`;
  const isOpen = containsUnknown(declaredInputs(definition, inputs));
  if (found === undefined)
    announceExisting(subject, {
      text: isOpen
        ? `${text} What will be changed is not known yet.`
        : `${text} It could not be looked up, so what will be changed is not known yet.`,
    });
  else if (recordFirst(subject, found)) announceExisting(subject, { text, change: await recordingChange(subject, found) });
}

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
  const [before, after] = [observed, inputs].map((each) => maskedProperties(definition, { ...each, ...marks }));
  const overwritten = names.map((name): Overwritten => {
    const isShown = !hidden.includes(name);
    return { name, isShown, ...(isShown && !isAbsent(before![name]) && { before: before![name] }) };
  });
  const changes = overwritten.map(
    (each) => `${each.name} from ${each.isShown ? valueText(each.before) : "(not shown)"} to ${valueText(after![each.name])}`,
  );
  return { overwritten, text: changes.length === 0 ? "" : ` It changes ${changes.join(", ")}.` };
}
