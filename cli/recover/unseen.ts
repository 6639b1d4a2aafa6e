import type { Definition } from "../../provider/definition/definition.js";
import type { Found } from "../../provider/definition/found.js";
import { messageOf } from "../../provider/values/errors.js";
import { type Creation, isGoingOn, type Journal } from "../../provider/journal/journal.js";
import { isSameStack, type StackIdentity } from "../../provider/journal/journal-file.js";
import { nameIds, placeOf, unlessPlaceGone } from "../../provider/lifecycle/find.js";
import { nameKey, organizationKey } from "../../provider/values/reserved-properties.js";
import { isTitled } from "../../provider/journal/noted-title.js";
import { mayTakeOver, resultsOf } from "../../provider/ownership/results.js";
import { sameId } from "../../provider/values/object-keys.js";
import { inWords } from "../../sdk/redaction/text.js";
import type { Accounts } from "./accounts.js";
import { claimantOf } from "./claimant.js";
import { definitionOfKind } from "./definitions.js";
import { classOf, type StoredResource } from "./deployment.js";
import type { Judged } from "./judge.js";
import { timeLeftOf } from "./on-its-way.js";
import { importOne } from "./verdict.js";

/** A creation that was sent, and that neither the state nor a pending operation knows of, with what has come of it. */
export interface Unseen {
  readonly creation: Creation;
  /** The reasons, and what a person has to know or do, in sentences. */
  readonly why: string;
  /** Whether nothing is left that a run could do about it. */
  readonly isSettled: boolean;
  /** Whether the next run that declares it takes its result over. */
  readonly isTakenOver?: true;
}

export interface UnseenEvidence {
  readonly accounts: Accounts;
  readonly journal: Journal;
  readonly stack: StackIdentity;
  /** Names of the stacks that there are in its project; asked for where notes are of another one. */
  readonly stackNames: () => Promise<readonly string[]>;
  readonly resources: readonly StoredResource[];
  readonly judged: readonly Judged[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What has come of creations of this stack that the journal has a note of, but neither the state nor a pending operation. */
export async function unseenCreations(evidence: UnseenEvidence): Promise<Unseen[]> {
  const { journal, stack, resources, judged, stackNames } = evidence;
  const known = new Set(judged.flatMap(({ notes }) => notes.map(identity)));
  const all = journal.all();
  const isBeside = (note: Creation) => note.stack !== stack.stack && isOfStack({ ...note, stack: stack.stack }, stack);
  // Where they cannot be listed, notes of others are none of this stack's.
  const names = all.some(isBeside) ? await stackNames().catch(() => undefined) : undefined;
  const isOfFormer = (note: Creation) => isBeside(note) && names?.includes(note.stack ?? "") === false;
  const left = all
    .filter((note) => isOfStack(note, stack) || isOfFormer(note))
    .filter((note) => !known.has(identity(note)) && !isInState(note, resources));
  const result: Unseen[] = [];
  for (const creation of left)
    result.push(
      ofOrganization(
        stack,
        ofFormer(
          stack,
          await judge(creation, evidence).catch((error: unknown) =>
            plain(creation, `What has come of it could not be looked up: ${messageOf(error)}`),
          ),
        ),
      ),
    );
  return result;
}

/** Creations of this stack that the journal has a note of, and whose objects the state has: their runs were cut off after that was written. */
export const shownCreations = ({
  journal,
  stack,
  resources,
}: Pick<UnseenEvidence, "journal" | "stack" | "resources">): Creation[] =>
  journal.all().filter((note) => isOfStack(note, stack) && isInState(note, resources) && !isGoingOn(note));

/** Where no resource of the state says which organization the stack is of, it can be that of the note. */
const isOfStack = (note: Creation, stack: StackIdentity): boolean =>
  isSameStack(note, { ...stack, organization: stack.organization ?? note.organization });

const identity = ({ kind, title, titleDigest, address, notedAt }: Creation): string =>
  JSON.stringify([kind, title, titleDigest, address, notedAt]);

const isOfKind = (resource: StoredResource, kind: string): boolean => classOf(resource)?.toLowerCase() === kind.toLowerCase();

const isInState = ({ kind, answered }: Creation, resources: readonly StoredResource[]): boolean =>
  answered !== undefined && resources.some((each) => each.id === answered && isOfKind(each, kind));

const plain = (creation: Creation, why: string, isSettled = false): Unseen => ({
  creation,
  why,
  isSettled,
});

/** Whether the next run of its resource goes by it. */
const isEvidence = (creation: Creation, journal: Journal): boolean =>
  journal.left(creation).some((each) => identity(each) === identity(creation));

function wayOn({ deletion: { undeletable } }: Definition, count: number): string {
  if (count > 1)
    return undeletable === undefined
      ? `Delete at the provider those that nobody uses. ${importOne}`
      : `${undeletable} ${importOne}`;
  return undeletable === undefined
    ? "Take it over with `adopt: true` in the program, or delete it at the provider if nobody uses it."
    : `Take it over with \`adopt: true\` in the program if it is wanted. ${undeletable}`;
}

/** No stack is there any more to go by the note: this one had that name, or it was removed. */
const ofFormer = (stack: StackIdentity, unseen: Unseen): Unseen =>
  unseen.creation.stack === stack.stack
    ? unseen
    : { ...unseen, why: `Stack ${unseen.creation.stack ?? ""} sent it, which was renamed or removed. ${unseen.why}` };

/** What another organization's stack of the same name has sent is not for this one to forget. */
const ofOrganization = (stack: StackIdentity, unseen: Unseen): Unseen =>
  unseen.creation.organization === stack.organization
    ? unseen
    : plain(
        unseen.creation,
        `A stack of organization ${unseen.creation.organization ?? ""} sent it. Whether that is this one is known once this stack has a resource of this package. ${unseen.why}`,
      );

async function judge(creation: Creation, { accounts, journal, stack, resources, now }: UnseenEvidence): Promise<Unseen> {
  const { kind, address, scope, sends, ending, answered, pid, name, organization } = creation;
  if (isGoingOn(creation))
    return plain(creation, `Process ${pid} of this machine ${ending === "running" ? "still runs" : "may still run"}.`);
  if (sends.length === 0)
    return plain(
      creation,
      answered === undefined
        ? "It was never sent."
        : `The interrupted run was to take over ${nameIds([{ id: answered }])}, and created nothing.`,
      true,
    );
  const definition = await definitionOfKind(kind);
  const context = await accounts.contextAt(address);
  if (definition === undefined || context === undefined)
    return plain(creation, "It was sent to an account that this stack has no resource in any more, so it was not looked for.");
  const isAlike = (found: Found) => isTitled(creation, { title: definition.identity.title(found.inputs) });
  const alike = { ...definition, identity: { matches: isAlike } };
  const isHeld = (id: string): boolean =>
    resources.some((each) => isOfKind(each, kind) && each.id !== undefined && sameId(each.id, id)) ||
    context.ownership.holders.isHeld(kind, id, creation.notedAt);
  const objects = await unlessPlaceGone(definition, context, scope, () => definition.reading.list(context, scope));
  if (objects === undefined)
    return plain(creation, `${placeOf(definition, scope)} no longer exists: what was created in it went with it.`, true);
  const claimant = await claimantOf(kind, context, { [nameKey]: name, [organizationKey]: organization });
  const results = resultsOf(alike, scope, creation, objects, { underWay: context.settings.requestTimeout, isHeld });
  const own = results.own.filter(({ id }) => claimant(id) === undefined);
  if (own.length === 0) {
    const left = timeLeftOf(definition, creation, now);
    return left > 0
      ? plain(creation, `Nothing that it can have created is there so far, save what others hold. Run again in ${inWords(left)}.`)
      : plain(creation, "Nothing that it can have created is there, save what others hold.", true);
  }
  const ids = nameIds(own);
  const {
    recovery: { revealed } = {},
    deletion: { undeletable },
  } = definition;
  if (
    revealed === undefined &&
    own.length === 1 &&
    creation.stack === stack.stack &&
    mayTakeOver(creation) &&
    isEvidence(creation, journal)
  )
    return {
      ...plain(
        creation,
        `${ids} is its result. The next \`up\` that declares it takes it over. ${undeletable ?? "Delete it at the provider if it is not wanted."}`,
      ),
      isTakenOver: true,
    };
  // What cannot be deleted would be told of for ever; taking it over needs no note.
  if (revealed === undefined)
    return plain(creation, `${ids} can be its result. ${wayOn(definition, own.length)}`, undeletable !== undefined);
  return plain(
    creation,
    `${ids} appeared since. Whether it is its result is not known; if so, its ${revealed.join(", ")} could not be recovered. Delete it ` +
      `at the provider if nobody uses it.`,
    true,
  );
}
