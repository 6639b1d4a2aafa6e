import type { Definition } from "../../provider/definition/definition.js";
import { wholeTitle } from "../../provider/definition/object-name.js";
import type { RecoveryQuestion } from "../../provider/decisions/recovery.js";
import { messageOf } from "../../provider/values/errors.js";
import { candidates, lookNow, containerText, unlessScopeGone } from "../../provider/lifecycle/find.js";
import { timeLeft } from "../../provider/lifecycle/interrupted-creations.js";
import type { Journal } from "../../provider/journal/journal.js";
import { type Creation, isTitled } from "../../provider/journal/noted.js";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey, organizationOf } from "../../provider/values/reserved-properties.js";
import { explainedOnce } from "../../sdk/values/explained.js";
import { sameId } from "../../provider/values/ids.js";
import { accountOf } from "../../provider/runtime/settings.js";
import type { Accounts } from "../stack/accounts.js";
import type { Settlement } from "./apply.js";
import { claimantOf } from "./claimant.js";
import { classOf, isBookkeeping, notedNameOf, type PendingOperation, type StoredResource } from "../stack/deployment.js";
import { definitionOf } from "../stack/definitions.js";
import { judgeOperation } from "./judge-operation.js";
import { plainProperties } from "../stack/plaintext.js";
import { drop, leave, type Verdict } from "./verdict.js";
import { type CreationKey, isSameStack, type StackIdentity } from "../../provider/journal/journal-events.js";
import { maybeGone } from "../../provider/values/rejections.js";

/** A judged pending operation. */
export interface Judged extends Settlement, Verdict {
  /** The journal's notes about it. */
  readonly notes: readonly Creation[];
}

/** What the judgement is based on. */
export interface OperationEvidence {
  readonly resources: readonly StoredResource[];
  readonly accounts: Accounts;
  readonly journal: Journal;
  readonly stack: StackIdentity;
  readonly now: number;
  readonly writtenAt: number;
}

/** Judges operations one after another, because an object that one of them gets cannot be another's. */
export async function judgeAll(operations: readonly PendingOperation[], evidence: OperationEvidence): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const operation of operations) {
    const given = judged.flatMap(({ operation: { resource }, change }) =>
      change.action === "take-over" ? [{ ...resource, id: change.id }] : [],
    );
    const resources = [...evidence.resources, ...given];
    const verdict = await judge(operation, { ...evidence, resources }).catch((error: unknown) =>
      leave("unknown", explainedOnce(`${messageOf(error)} ${remedy(operation)}`)),
    );
    judged.push({ operation, notes: [], ...verdict });
  }
  return judged;
}

/** If Pulumi forgets the operation, only a creation is lost. */
const remedy = ({ type }: PendingOperation): string =>
  type === "creating"
    ? "Run again once that works."
    : "Its resource stays in the state. Run again once that works, or let the next `up` or `destroy` handle it.";

async function judge(
  operation: PendingOperation,
  evidence: OperationEvidence,
): Promise<Verdict & Partial<Pick<Judged, "notes">>> {
  const className = classOf(operation.resource);
  if (isBookkeeping(operation.resource))
    return drop("not checked", "It exists only in Pulumi's state. The next `up` or `destroy` handles it.");
  if (operation.type === "reading" || operation.type === "importing")
    return drop("not checked", "It changes nothing at the provider.");
  if (className === undefined)
    return leave("not checked", "It belongs to another provider. Settle it as that provider's documentation says.");
  const definition = await definitionOf(className);
  if (definition === undefined)
    return leave("not checked", `This version of pulumi-hosting has no ${className}. Use the version that the program uses.`);
  const question = questions[operation.type];
  if (question === undefined) return leave("not checked", `This version of pulumi-hosting has no operation "${operation.type}".`);
  const each = await caseOf(operation, definition, evidence);
  return { notes: each.notes, ...(await judgeOperation(question, each)) };
}

const questions: Readonly<Record<string, RecoveryQuestion>> = { creating: "creation", updating: "update", deleting: "deletion" };

async function caseOf(operation: PendingOperation, definition: Definition, evidence: OperationEvidence) {
  const { accounts, journal, stack, resources, now, writtenAt } = evidence;
  const { resource } = operation;
  const context = await accounts.contextOf(resource);
  const inputs = plainProperties(resource.inputs);
  const key = {
    ...stack,
    organization: organizationOf(inputs),
    kind: definition.kind,
    title: wholeTitle(definition, inputs),
    address: accountOf(context.settings).address,
  };
  const claimant = await claimantOf(definition.kind, context, { [nameKey]: notedNameOf(resource.urn), ...inputs });
  const neighbours = await together(resource, resources, accounts);
  return {
    operation,
    definition,
    inputs,
    resources,
    objects: () =>
      unlessScopeGone(definition, context, inputs, async () => (await candidates(definition, context, inputs)).all).catch(
        (error: unknown) => {
          throw new Error(`${messageOf(error)}${placeText(definition, inputs, error)}`);
        },
      ),
    look: (id: string) => lookNow(definition, context, id),
    holder: (id: string) => neighbours.find((each) => sameId(each.id ?? "", id)),
    claimant,
    isHeld: (id: string, since: number) => context.ownership.holders.isHeld(definition.kind, id, since),
    openUpdates: (id: string, state: Properties) => context.ownership.notes.openUpdates(definition.kind, id, state),
    owner: () => context.ownership.newEntry(),
    timeLeft: (note: Creation) => timeLeft(definition, context, inputs, note),
    notes: journal.creations().filter((note) => isOf(note, resource.urn, key)),
    now,
    writtenAt,
  };
}

/** A refusal does not show whether the object's container exists. */
const placeText = (definition: Definition, inputs: Properties, error: unknown): string =>
  maybeGone(error) && definition.identity.scope.length > 0
    ? ` If ${containerText(definition, inputs)} no longer exists, neither does anything in it: add --forget-rest.`
    : "";

/** Whether a note is about the creation of a resource. */
const isOf = (note: Creation, urn: string, key: Omit<CreationKey, "name">): boolean =>
  (note.name === "" || note.name === notedNameOf(urn)) &&
  isTitled(note, key) &&
  note.kind === key.kind &&
  note.address === key.address &&
  isSameStack(note, key);

/** Managed resources of the same kind in the same account. */
async function together(resource: StoredResource, resources: readonly StoredResource[], accounts: Accounts) {
  const alike = resources.filter((each) => each.type === resource.type && each.id !== undefined && each.external !== true);
  const near = await Promise.all(alike.map((each) => accounts.areTogether(resource, each)));
  return alike.filter((_, index) => near[index]);
}
