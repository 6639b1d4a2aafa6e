import type { Definition } from "../../provider/definition.js";
import { messageOf } from "../../provider/failures.js";
import type { Creation, Journal } from "../../provider/journal.js";
import type { StackIdentity } from "../../provider/journal-file.js";
import { nameIds, sameObject } from "../../provider/lookup.js";
import { mayTakeOver, resultsOf } from "../../provider/ownership.js";
import { isUnderWay } from "../../provider/under-way.js";
import type { Accounts } from "./accounts.js";
import { definitionOfKind } from "./definitions.js";
import { classOf, type StoredResource } from "./deployment.js";
import type { Judged } from "./judge.js";

/** A creation that was sent, and that neither the state nor a pending operation knows of, with what has come of it. */
export interface Unseen {
  readonly creation: Creation;
  /** The reasons, and what a person has to know or do, in sentences. */
  readonly why: string;
  /** Whether nothing is left that a run could do about it. */
  readonly isSettled: boolean;
}

export interface UnseenEvidence {
  readonly accounts: Accounts;
  readonly journal: Journal;
  readonly stack: StackIdentity;
  readonly resources: readonly StoredResource[];
  readonly judged: readonly Judged[];
}

/** What has come of creations of this stack that the journal has a note of, but neither the state nor a pending operation. */
export async function unseenCreations(evidence: UnseenEvidence): Promise<Unseen[]> {
  const { journal, stack, resources, judged } = evidence;
  const known = new Set(judged.flatMap(({ notes }) => notes.map(identity)));
  const left = journal
    .all()
    .filter((note) => note.project === stack.project && note.stack === stack.stack && note.backend === stack.backend)
    .filter((note) => !known.has(identity(note)) && !isInState(note, resources));
  const result: Unseen[] = [];
  for (const creation of left)
    result.push(
      await judge(creation, evidence).catch((error: unknown) =>
        plain(creation, `What has come of it could not be looked up: ${messageOf(error)}`),
      ),
    );
  return result;
}

const identity = ({ kind, title, address, notedAt }: Creation): string => JSON.stringify([kind, title, address, notedAt]);

const isOfKind = (resource: StoredResource, kind: string): boolean => classOf(resource)?.toLowerCase() === kind.toLowerCase();

const isInState = ({ kind, answered }: Creation, resources: readonly StoredResource[]): boolean =>
  answered !== undefined && resources.some((each) => each.id === answered && isOfKind(each, kind));

const plain = (creation: Creation, why: string, isSettled = false): Unseen => ({
  creation,
  why,
  isSettled,
});

async function judge(creation: Creation, { accounts, resources }: UnseenEvidence): Promise<Unseen> {
  const { kind, title, address, scope, sends, ending, answered, pid } = creation;
  if (isUnderWay(creation))
    return plain(creation, `Process ${pid} of this machine ${ending === "running" ? "still sends" : "may still send"} it.`);
  if (sends.length === 0 && answered === undefined) return plain(creation, "It was never sent.", true);
  const definition = await definitionOfKind(kind);
  const context = await accounts.contextAt(address);
  if (definition === undefined || context === undefined)
    return plain(creation, "It was sent to an account that this stack has no resource in any more, so it was not looked for.");
  const alike: Definition = { ...definition, matches: (found) => definition.title(found.inputs) === title };
  const isHeld = (id: string): boolean =>
    resources.some((each) => isOfKind(each, kind) && each.id !== undefined && sameObject(definition, each.id, id)) ||
    context.ownership.isHeld(kind, id, creation.notedAt);
  const objects = await definition.list(context, scope);
  const { own } = resultsOf(alike, scope, creation, objects, { underWay: context.settings.requestTimeout, isHeld });
  if (own.length === 0) return plain(creation, "Nothing that it can have created is there, save what others hold.", true);
  const ids = nameIds(own);
  if (definition.revealed === undefined && own.length === 1 && mayTakeOver(creation))
    return plain(
      creation,
      `${ids} is its result. The next \`up\` that declares it takes it over; delete it at the provider if it is not wanted.`,
    );
  if (definition.revealed === undefined)
    return plain(
      creation,
      `${ids} can be its result. Take it over with \`adopt: true\` in the program, or delete it at the provider if nobody uses it.`,
    );
  return plain(
    creation,
    `${ids} appeared since. Whether it is its result is not known; if so, its ${definition.revealed.join(", ")} could not be recovered. Delete it ` +
      `at the provider if nobody uses it.`,
    true,
  );
}
