import type { Definition, ObservedObject } from "../../provider/definition/definition.js";
import { isSameStack, type StackIdentity } from "../../provider/journal/journal-events.js";
import { type NotedCreation, isRecent, isTitled } from "../../provider/journal/noted.js";
import { containerText, nameIds, unlessScopeGone } from "../../provider/lifecycle/find.js";
import { timeLeft } from "../../provider/lifecycle/interrupted-creations.js";
import { mayTakeOver, resultsOf } from "../../provider/ownership/results.js";
import { messageOf } from "../../provider/values/errors.js";
import { sameId } from "../../provider/values/ids.js";
import { lostOutputsText } from "../../provider/values/phrases.js";
import { nameKey, organizationKey } from "../../provider/values/reserved-properties.js";
import { inWords } from "../../sdk/redaction/text.js";
import { definitionOfKind, kindFor } from "../stack/definitions.js";
import type { StoredResource } from "../stack/deployment.js";
import { claimantOf, type Evidence } from "./evidence.js";
import { importOne } from "./facts.js";
import type { Judged } from "./judge.js";

/** A judged creation that was sent, and that neither the state nor a pending operation knows. */
export interface OpenCreation {
  readonly creation: NotedCreation;
  /** The reasons, and what the user has to know or do, in sentences. */
  readonly why: string;
  /** Whether nothing is left for a run to do. */
  readonly isSettled: boolean;
  /** Whether the next run that declares it takes over its result. */
  readonly isTakenOver?: true;
}

/** Judges creations of this stack that only the journal knows, and neither the state nor a pending operation. */
export async function openCreations(evidence: Evidence, judged: readonly Judged[]): Promise<OpenCreation[]> {
  const { journal, stack, resources, pulumi } = evidence;
  const known = new Set(judged.flatMap(({ notes }) => notes.map(identity)));
  const all = journal.creations();
  const isOfOtherName = (note: NotedCreation) => note.stack !== stack.stack && isOfStack({ ...note, stack: stack.stack }, stack);
  // If the stacks cannot be listed, the notes of other stacks do not belong to this one.
  const names = all.some(isOfOtherName) ? await pulumi.stackNames().catch(() => undefined) : undefined;
  const isOfFormer = (note: NotedCreation) => isOfOtherName(note) && names?.includes(note.stack ?? "") === false;
  const left = all
    .filter((note) => isOfStack(note, stack) || isOfFormer(note))
    .filter((note) => !known.has(identity(note)) && !isInState(note, resources));
  const result: OpenCreation[] = [];
  for (const creation of left) {
    const found = await judge(creation, evidence).catch((error: unknown) =>
      plain(creation, `The lookup failed, so it is unknown how it ended: ${messageOf(error)}`),
    );
    result.push(ofOrganization(stack, ofFormer(stack, found)));
  }
  return result;
}

/** Noted creations of this stack whose objects are in the state: their runs were interrupted after that was written. */
export const shownCreations = ({ journal, stack, resources }: Evidence): NotedCreation[] =>
  journal.creations().filter((note) => isOfStack(note, stack) && isInState(note, resources) && note.ending !== "running");

/** If no resource of the state shows the stack's organization, it can be the note's. */
const isOfStack = (note: NotedCreation, stack: StackIdentity): boolean =>
  isSameStack(note, { ...stack, organization: stack.organization ?? note.organization });

const identity = ({ kind, title, titleDigest, address, notedAt }: NotedCreation): string =>
  JSON.stringify([kind, title, titleDigest, address, notedAt]);

const isInState = ({ kind, answered }: NotedCreation, resources: readonly StoredResource[]): boolean =>
  answered !== undefined && resources.some((each) => each.id === answered && kindFor(each) === kind);

const plain = (creation: NotedCreation, why: string, isSettled = false): OpenCreation => ({ creation, why, isSettled });

function remedy({ deletion: { undeletable } }: Definition, count: number): string {
  if (count > 1)
    return undeletable === undefined
      ? `Delete those at the provider that nobody uses. ${importOne}`
      : `${undeletable} ${importOne}`;
  return undeletable === undefined
    ? "Adopt it with `adopt: true` in the program, or delete it at the provider if nobody uses it."
    : `Adopt it with \`adopt: true\` in the program if you need it. ${undeletable}`;
}

/** The note's stack no longer exists: this one had that name, or it was removed. */
const ofFormer = (stack: StackIdentity, open: OpenCreation): OpenCreation =>
  open.creation.stack === stack.stack
    ? open
    : { ...open, why: `It was sent by stack ${open.creation.stack ?? ""}, which was renamed or removed. ${open.why}` };

/** This stack must not forget what another organization's stack of the same name has sent. */
const ofOrganization = (stack: StackIdentity, open: OpenCreation): OpenCreation =>
  open.creation.organization === stack.organization
    ? open
    : plain(
        open.creation,
        `It was sent by a stack of organization ${open.creation.organization ?? ""}. Whether that is this stack is known once it has a resource of this package. ${open.why}`,
      );

async function judge(creation: NotedCreation, { accounts, stack, resources, now }: Evidence): Promise<OpenCreation> {
  const { kind, address, scope, sends, ending, answered, pid, name, organization } = creation;
  if (ending === "running") return plain(creation, `Process ${pid} is still running.`);
  if (sends.length === 0)
    return plain(
      creation,
      answered === undefined
        ? "It was never sent."
        : `The interrupted run was about to record ${nameIds([{ id: answered }])}, and created nothing.`,
      true,
    );
  const definition = await definitionOfKind(kind);
  const context = await accounts.contextAt(address);
  if (definition === undefined || context === undefined)
    return plain(creation, "This stack no longer has a resource in the account that it was sent to, so it was not checked.");
  const isAlike = (found: ObservedObject) => isTitled(creation, { title: definition.identity.title(found.inputs) });
  const alike = { ...definition, identity: { matches: isAlike } };
  const isHeld = (id: string): boolean =>
    resources.some((each) => kindFor(each) === kind && each.id !== undefined && sameId(each.id, id)) ||
    context.ownership.holders.isHeld(kind, id, creation.notedAt);
  const objects = await unlessScopeGone(definition, context, scope, () => definition.reading.list(context, scope));
  if (objects === undefined)
    return plain(
      creation,
      `${containerText(definition, scope)} no longer exists, nor does anything that was created in it.`,
      true,
    );
  const claimant = await claimantOf(kind, context, { [nameKey]: name, [organizationKey]: organization });
  const results = resultsOf(alike, scope, creation, { objects, isHeld });
  const own = results.filter(({ id }) => claimant(id) === undefined);
  if (own.length === 0) {
    const left = timeLeft(definition, context, scope, creation);
    return left > 0
      ? plain(creation, `No possible result exists yet, except objects that others have. Run again in ${inWords(left)}.`)
      : plain(creation, "No possible result exists, except objects that others have.", true);
  }
  const ids = nameIds(own);
  const { revealed, deletion } = definition;
  const isContinued = creation.stack === stack.stack && mayTakeOver(creation) && isRecent(creation, now);
  if (revealed === undefined && own.length === 1 && isContinued) {
    const otherwise = deletion.undeletable ?? "Delete it at the provider if you do not need it.";
    const why = `${ids} is its result. The next \`up\` that declares it takes it over. ${otherwise}`;
    return { ...plain(creation, why), isTakenOver: true };
  }
  // An object that cannot be deleted would be reported forever; taking it over needs no note.
  if (revealed === undefined)
    return plain(creation, `${ids} may be its result. ${remedy(definition, own.length)}`, deletion.undeletable !== undefined);
  const origin =
    answered === undefined
      ? `${ids} appeared since. It is unknown whether ${own.length > 1 ? "one of them" : "it"} is the result.`
      : `${ids} is its result.`;
  return plain(creation, `${origin} ${lostOutputsText(revealed, own.length)}`, true);
}
