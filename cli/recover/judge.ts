import { decide, type Verdict as Decision } from "../../provider/decisions/decide.js";
import { type RecoveryQuestion, recoveryRows } from "../../provider/decisions/recovery.js";
import type { Definition } from "../../provider/definition/definition.js";
import { wholeTitle } from "../../provider/definition/object-name.js";
import { markSecrets } from "../../provider/definition/secrets.js";
import { type CreationKey, isSameStack } from "../../provider/journal/journal-events.js";
import { type NotedCreation, isTitled } from "../../provider/journal/noted.js";
import { candidates, containerText, lookNow, unlessScopeGone } from "../../provider/lifecycle/find.js";
import { timeLeft } from "../../provider/lifecycle/interrupted-creations.js";
import { writtenState } from "../../provider/lifecycle/state.js";
import { accountOf } from "../../provider/runtime/settings.js";
import { messageOf } from "../../provider/values/errors.js";
import { sameId } from "../../provider/values/ids.js";
import { pick, type Properties } from "../../provider/values/properties.js";
import { maybeGone } from "../../provider/values/rejections.js";
import { nameKey, organizationOf, ownerKey, providerKey } from "../../provider/values/reserved-properties.js";
import { explainedOnce } from "../../sdk/values/explained.js";
import { definitionOf } from "../stack/definitions.js";
import {
  classOf,
  isBookkeeping,
  notedNameOf,
  type PendingOperation,
  plainProperties,
  secret,
  secretTexts,
  type StoredProperties,
  type StoredResource,
} from "../stack/deployment.js";
import { type Accounts, claimantOf, type Evidence } from "./evidence.js";
import { type Case, recoveryFacts, type Verdict } from "./facts.js";
import { type Change, type Settlement, storedEntry } from "./state.js";
import { type Explanation, notFound, texts } from "./texts.js";

const drop = (found: string, why: string): Verdict => ({ change: { action: "drop" }, found, why });
const leave = (found: string, why: string): Verdict => ({ change: { action: "leave" }, found, why });

/** Properties in the state's format, with everything marked that is secret there or in the inputs. */
function storedOutputs(
  { operation: { resource }, definition }: Pick<Case, "operation" | "definition">,
  state: Properties,
): StoredProperties {
  const { inputs = {}, additionalSecretOutputs } = resource;
  const all: Properties = { ...state, [providerKey]: plainProperties(inputs)[providerKey] };
  const marked = markSecrets(definition, all, secret);
  const isSecret = (name: string): boolean =>
    marked[name] !== all[name] || secretTexts(inputs[name]).length > 0 || (additionalSecretOutputs ?? []).includes(name);
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, isSecret(name) ? secret(value) : value]),
  );
}

/** Judges a pending operation as the table says. */
export async function judgeOperation(question: RecoveryQuestion, each: Case): Promise<Verdict> {
  const verdict = await decide(recoveryRows, question, recoveryFacts(each));
  const tell = verdict && (texts[verdict.code] as (each: Case, about: unknown) => Explanation);
  const [found, why] = tell?.(each, verdict!.about) ?? notFound(each);
  const settles = (verdict === undefined ? overdue : settledBy[verdict.code])?.(each);
  return {
    change: verdict === undefined ? { action: "drop" } : changeBy(verdict, each),
    found,
    why,
    ...(verdict?.code === "may appear" && { waits: verdict.about.waits }),
    ...(settles && { settles }),
  };
}

function changeBy(verdict: Decision<typeof recoveryRows>, each: Case): Change {
  const { definition, inputs } = each;
  if (verdict.code === "result") {
    const state = { ...writtenState(definition, inputs, verdict.about), ...each.owner() };
    return { action: "take-over", id: verdict.about.id, outputs: storedOutputs(each, state) };
  }
  if (verdict.code === "changed") {
    const state = { ...writtenState(definition, inputs, verdict.about), ...pick(entryOutputs(each), [ownerKey]) };
    return { action: "update", outputs: storedOutputs(each, state) };
  }
  return { action: verdict.act === "remove" || verdict.act === "leave" ? verdict.act : "drop" };
}

const entryOutputs = ({ resources, operation }: Case): Properties =>
  plainProperties(storedEntry(resources, operation.resource)!.outputs);

const all = ({ notes }: Case): Verdict["settles"] => notes;
const overdue = ({ notes, timeLeft }: Case): Verdict["settles"] => notes.filter((note) => timeLeft(note) <= 0);

/** The notes in the journal that need no further action after a verdict. */
const settledBy: Readonly<Partial<Record<Decision<typeof recoveryRows>["code"], (each: Case) => Verdict["settles"]>>> = {
  "nothing created": ({ notes }) => notes.filter(({ ending }) => ending !== "running"),
  "container gone": all,
  "secret lost": all,
  spare: all,
  result: all,
  "held here": overdue,
  foreign: overdue,
  "not sent": overdue,
  unproven: overdue,
  changed: (each) => each.openUpdates(storedEntry(each.resources, each.operation.resource)!.id, entryOutputs(each)),
};

export interface Judged extends Settlement, Verdict {
  readonly notes: readonly NotedCreation[];
}

/** Judges operations one after another, because an object that one of them gets cannot be another's. */
export async function judgeAll(evidence: Evidence): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const operation of evidence.deployment.pending_operations ?? []) {
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

async function judge(operation: PendingOperation, evidence: Evidence): Promise<Verdict & Partial<Pick<Judged, "notes">>> {
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

async function caseOf(operation: PendingOperation, definition: Definition, evidence: Evidence) {
  const { accounts, journal, stack, resources, now, deployment } = evidence;
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
    timeLeft: (note: NotedCreation) => timeLeft(definition, context, inputs, note),
    notes: journal.creations().filter((note) => isOf(note, resource.urn, key)),
    now,
    writtenAt: Date.parse(deployment.manifest.time),
  };
}

/** A refusal does not show whether the object's container exists. */
const placeText = (definition: Definition, inputs: Properties, error: unknown): string =>
  maybeGone(error) && definition.identity.scope.length > 0
    ? ` If ${containerText(definition, inputs)} no longer exists, neither does anything in it: add --forget-rest.`
    : "";

const isOf = (note: NotedCreation, urn: string, key: Omit<CreationKey, "name">): boolean =>
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
