import * as pulumi from "@pulumi/pulumi";
import { isDeepStrictEqual } from "node:util";
import { once } from "../../sdk/values/once.js";
import { type ObservedObject, mayAdopt } from "../definition/definition.js";
import { decide, known } from "../decisions/decide.js";
import { type RemovalFacts, removalRows } from "../decisions/removal.js";
import { refusal } from "../lifecycle/removal-messages.js";
import type { Claim } from "../journal/claims.js";
import { attempt } from "../journal/journal-storage.js";
import { accountOf, logsInWith } from "../runtime/settings.js";
import { enumeration, objectsText, objectText, resourceText } from "../values/phrases.js";
import type { Properties } from "../values/properties.js";
import { deletedWithOf, kindOf, nameOf, readerOf } from "../values/reserved-properties.js";
import { addressedKey, liesWithin, objectKey, sameId, joinId } from "../values/ids.js";
import { handOver, type Remark } from "../values/remarks.js";
import { digestKeyVariable, reviewedVariable } from "../values/reviewed.js";
import { idPartsOf, removalOf } from "../values/kinds.js";
import { ofConcluded } from "../values/removals.js";
import { stackText } from "../ownership/holders.js";
import { clientOf, type ProgramClient, withoutSecrets } from "./client.js";
import { definitionOf } from "./containers.js";
import { knownValue } from "../pulumi/outputs.js";
import { backendOf } from "../journal/backend.js";
import { openRunRecords } from "../journal/journal.js";
import { mayBe, type StackIdentity } from "../journal/journal-events.js";
import { isStartedByEngine, organizationOfStack } from "../pulumi/runs.js";
import type { writtenState } from "../pulumi/protocol.js";
import { entryOf, ownerOf } from "../ownership/identity.js";

/** A resource that has left the program. */
export interface Removed extends Claim, Partial<Pick<StateEntry, "forceDestroy" | "isConcluded">> {
  /** As what its provider logs in, as far as that is known. */
  readonly provider?: ProgramClient | undefined;
  /** Domains in an account, as the API shows them; undefined if they are not known. */
  readonly inside?: readonly string[] | undefined;
  /** New resources that the program declares with `adopt: true` and that may adopt the object. */
  readonly adopters?: readonly KindAndName[];
}

type KindAndName = Pick<Claim, "kind" | "name">;

/** The path that the ids of an object's contents begin with. */
const pathOf = ({ kind, id }: Claim): string | undefined =>
  kind === "domain" ? id : kind === "virtualAccount" ? id.split("/")[1] : undefined;

/** What else has a part in an object that is removed. */
interface RemovalContext {
  /** What the program declares in containers whose identifiers are known, so that they stay: as the ids of their contents begin. */
  readonly placed: readonly (KindAndName & { readonly place: string })[];
  /** Claims of this stack that its state lacks, and claims of other stacks. */
  readonly left: readonly Claim[];
  readonly others: readonly Claim[];
  /** What else is removed, and not retained. */
  readonly deleted: readonly Claim[];
}

const inStack = (claim: Claim): string => `${resourceText(claim.kind, claim.name)} of ${stackText(claim)}`;

/** What the program's side knows of an object: what its stack, the journal and the API show. */
function factsOf(removed: Removed, { placed, left, others, deleted }: RemovalContext) {
  const { kind, id, address, provider, inside = [] } = removed;
  const path = pathOf(removed);
  const isInside = (place: string) => path !== undefined && liesWithin(place, path);
  const within = (claims: readonly Claim[]) => claims.filter((each) => each.address === address && isInside(each.id));
  const containers = kind === "subdomain" ? deleted.flatMap((each) => pathOf(each) ?? []) : [];
  const named = deleted.filter((each) => each.kind === "domain" && each.deletedWith === undefined);
  const holders = others.filter((other) => addressedKey(other) === addressedKey(removed));
  return {
    holder: holders.length === 0 ? undefined : { who: enumeration(holders.map(inStack)), isOfThisRun: false, isDoubted: false },
    isLogin: kind === "applicationToken" && provider !== undefined && logsInWith(provider.settings, id),
    goesWith: containers.find((container) => liesWithin(id, container)),
    forcesDestroy: removed.forceDestroy === true,
    arriving: placed.filter(({ place }) => path !== undefined && (sameId(place, path) || isInside(place))),
    ownStaying: within(left).flatMap((claim) => (claim.kind === "domain" ? { ...claim, isDeclared: false } : [])),
    othersInside: within(others).map((other) => ({
      kind: other.kind,
      isRead: false,
      text: `${objectText(other.kind, other.id)} (${inStack(other)})`,
    })),
    billedUnasked: inside
      .filter((domain) => !named.some((each) => sameId(each.id, domain)))
      .map((domain) => ({ kind: "domain" as const, id: domain })),
  } satisfies Partial<RemovalFacts>;
}

/** What the run is known to fail at. The API is asked nothing and nothing fails without the online checks. */
const isCertain = ({ isRetained, provider }: Removed): boolean =>
  isRetained === false && provider?.settings.previewChecks === "online";

interface Line extends Remark {
  readonly isFailure: boolean;
}

/** The line about a resource; none if nothing needs to be said, or if its kind is one of a later version. */
async function lineOf(removed: Removed, context: RemovalContext): Promise<Line[]> {
  const { kind, id, name, inside, forceDestroy, provider } = removed;
  const object = `${objectText(kind, id)} (${resourceText(kind, name)})`;
  const line = (outcome: NonNullable<Remark["outcome"]>, text: string, unless = "", taken: Remark["inside"] = []): Line[] => {
    const isFailure = outcome === "fails" && unless === "" && isCertain(removed);
    return [
      {
        code: "removal",
        kind,
        id,
        outcome,
        mayBeAdopted: unless !== "",
        text,
        isFailure,
        ...(taken.length > 0 && { inside: taken }),
      },
    ];
  };
  const facts = factsOf(removed, context);
  const verdict = await decide(removalRows, "delete", known<Partial<RemovalFacts>>(facts));
  if (verdict?.code === "held")
    return line("leaves", `leaves ${object} at the provider, because others have it as well: ${verdict.about.who}.`);
  const isByBody = kind === "subdomain" && provider?.settings.subdomainDeletion === "body";
  if (verdict?.code === "goes with container" || isByBody) return [];
  // The new name of a resource that was renamed without an alias: only its provider finds out which object it adopts.
  const adopting = (removed.adopters ?? []).map((each) => resourceText(kind, each.name));
  const removal = removed.isConcluded === true ? ofConcluded : removalOf(kind);
  const unless = removal?.outcome === "leaves" || adopting.length === 0 ? "" : `unless adopted by ${enumeration(adopting)}, `;
  if (verdict?.act === "refuse") {
    const { message } = refusal(`${unless}fails to delete ${object}`, verdict, { kind, resource: name, here: "" });
    return line("fails", message, unless);
  }
  if (removal === undefined) return [];
  const isOpen = kind === "virtualAccount" && inside === undefined && forceDestroy !== true;
  const billed = facts.billedUnasked.length === 0 ? "" : `, and with it ${objectsText(facts.billedUnasked)}`;
  const effect = `${removal.effect}${isOpen ? ", or fails if a domain is in it that this run does not delete by name" : billed}`;
  return line(removal.outcome ?? "removes", `${unless}${removal.does} ${object}${effect}.`, unless, facts.billedUnasked);
}

const introduction =
  "The program no longer declares these resources. Unless they are retained (`retainOnDelete`) or an option such as `--target` leaves them out, " +
  "`pulumi up`";

/** The text about some removals; undefined if there are none. */
export const removalsText = (lines: readonly Pick<Remark, "text">[]): string | undefined =>
  lines.length === 0 ? undefined : [introduction, ...lines.map(({ text }) => text)].join("\n- ");

/** What the removal of resources does, and what the run is known to fail at: nothing for what is retained, or deleted with another one. */
export async function removalsOf(
  removed: readonly Removed[],
  { placed = [], left = [], others = [] }: Partial<RemovalContext> = {},
): Promise<{ readonly failures: readonly Remark[]; readonly remarks: readonly Remark[] }> {
  const deleted = removed.filter(({ isRetained }) => isRetained !== true);
  const context = { placed, left, others, deleted };
  const lines = (await Promise.all(deleted.map((each) => lineOf(each, context)))).flat();
  const thatFail = (fails: boolean) => lines.flatMap(({ isFailure, ...remark }) => (isFailure === fails ? [remark] : []));
  return { failures: thatFail(true), remarks: thatFail(false) };
}

/** With the domains in it, if it is an account, unless the online checks are off. */
async function lookedInto(removed: Removed): Promise<Removed> {
  const { kind, isRetained, provider } = removed;
  const accountIdentifier = kind === "virtualAccount" && isRetained !== true ? pathOf(removed) : undefined;
  if (accountIdentifier === undefined || provider?.settings.previewChecks !== "online") return removed;
  const domains = await provider.client.domains.list
    .each({ accountIdentifier })
    .toArray()
    .catch(() => undefined);
  return { ...removed, inside: domains?.map(({ fullname }) => joinId(accountIdentifier, fullname)) };
}

/** What the removal of resources from the program does, by the state of its stack. The remarks are those that are to be printed. */
export async function removals(
  declarations: readonly pulumi.ResourceTransformationArgs[],
  state: typeof writtenState,
): Promise<{ readonly failures?: string | undefined; readonly remarks?: string | undefined }> {
  // URNs, and objects by type: a resource with an alias has another URN in the state.
  const present = new Set<string>();
  let isUpdate = false;
  for (const { resource, type, opts } of declarations) {
    const id = await knownValue((resource as pulumi.CustomResource).id);
    isUpdate ||= !("id" in opts) && id !== undefined;
    present.add(String(await knownValue(resource.urn))).add(objectKey(type, String(id)));
  }
  const stack = stackOfProgram();
  const isOwn = (claim: Claim) => mayBe(claim, stack);
  const claims = once(() =>
    openRunRecords(process.env, "")
      .claims.all()
      .filter(({ isDoubted }) => isDoubted !== true),
  );
  // Without a resource of the program in the state, it is read only if the journal shows that a run has written it.
  if (!isUpdate && !claims().some(isOwn)) return {};
  const all = await state();
  const entries = Object.entries(all).flatMap(([urn, { type, outputs }]) => entryIn(urn, type, outputs));
  const providers = once(() => providersIn(all));
  const removed = entries.filter(({ urn, type, id }) => !present.has(urn) && !present.has(objectKey(type, id)));
  if (process.env[digestKeyVariable] && !process.env[reviewedVariable]) {
    const { providerOf } = providers();
    const { handOverPrices, handOverCustomers } = await import("./facts-of-review.js");
    const withProvider = (each: StateEntry) => ({ ...each, provider: providerOf(each) });
    await handOverPrices(entries.map(withProvider));
    await handOverCustomers(removed.map(withProvider));
  }
  if (removed.length === 0) return {};
  const marks = new Set(entries.map(({ entry }) => entry));
  const unbound = claims().filter(({ entry }) => !marks.has(entry));
  const [left, others] = [unbound.filter(isOwn), unbound.filter((each) => !isOwn(each))];
  const { soleAddress, providerOf } = providers();
  const { placed, adoptersOf } = await declaredBeside(declarations, entries);
  const judged: Removed[] = [];
  // One by one: a program rarely loses many accounts at once, and the API limits its requests.
  for (const entry of removed) {
    const claim = claims().find((each) => each.entry === entry.entry && each.kind === entry.kind);
    // Outputs do not tell what is retained. Without a claim, nobody knows.
    const isRetained = claim === undefined ? undefined : claim.isRetained === true;
    // After an import, the state does not tell the address.
    const address = entry.address || soleAddress;
    judged.push(await lookedInto({ ...entry, address, isRetained, provider: providerOf(entry), adopters: adoptersOf(entry) }));
  }
  const { failures, remarks } = await removalsOf(judged, { placed, left, others });
  const toPrint = remarks.filter((remark) => !handOver(remark, withoutSecrets));
  return { failures: removalsText(failures), remarks: removalsText(toPrint) };
}

/** The address of all providers, if they have only one, and a function that finds the provider of an entry, as far as that is known. */
function providersIn(state: Awaited<ReturnType<typeof writtenState>>) {
  const explicit = Object.entries(state).flatMap(([urn, { outputs }]) =>
    explicitProvider.test(urn) ? [outputs as Readonly<Record<string, string>>] : [],
  );
  const clients = [pulumi.runtime.allConfig(), ...explicit].map((each) => attempt(() => clientOf(each)));
  const isOff = clients[0]?.settings.previewChecks === "off";
  const addresses = new Set(clients.flatMap((each) => (each === undefined ? [] : accountOf(each.settings).address)));
  const providerOf = ({ address, login }: StateEntry): ProgramClient | undefined => {
    const isItsOwn = (each?: ProgramClient) =>
      each !== undefined && isDeepStrictEqual(accountOf(each.settings), { address, login });
    const found = explicit.length === 0 ? clients[0] : clients.find(isItsOwn);
    // The environment turns the checks off for a whole program, also for an explicit provider, which has a configuration of its own.
    return found === undefined || !isOff ? found : { ...found, settings: { ...found.settings, previewChecks: "off" } };
  };
  return { soleAddress: addresses.size === 1 ? [...addresses][0]! : "", providerOf };
}

/** What the program declares in containers, and a function that finds what may adopt the object of an entry. */
async function declaredBeside(declarations: readonly pulumi.ResourceTransformationArgs[], entries: readonly StateEntry[]) {
  const declared = (await Promise.all(declarations.map(declaredObject))).flat();
  const placed = declared.flatMap(({ definition: { identity }, args, ...each }) => {
    const parts = identity.scope.map((argument) => args[argument]);
    return parts.length > 0 && parts.every((part) => typeof part === "string") ? [{ ...each, place: joinId(...parts) }] : [];
  });
  const adopting = declared.filter(
    ({ kind, name, args: { adopt }, isOpen }) =>
      (adopt === true || isOpen("adopt")) && !entries.some((each) => each.kind === kind && each.name === name),
  );
  const adoptersOf = ({ kind, id, state }: StateEntry) =>
    adopting.filter(
      ({ definition, args, isOpen, ...each }) =>
        each.kind === kind &&
        (Object.keys(definition.fields).some(isOpen) ||
          mayAdopt(definition, { id, inputs: state, outputs: state as ObservedObject["outputs"] }, args)),
    );
  return { placed, adoptersOf };
}

/** A managed resource in the state of the stack. */
interface StateEntry extends Claim {
  readonly urn: string;
  readonly type: string;
  /** With which its object was last seen. */
  readonly login: string | undefined;
  readonly forceDestroy: boolean;
  /** Whether it is a contract that the state shows as concluded. */
  readonly isConcluded: boolean;
  readonly state: Properties;
}

/** What the program declares, and not only reads, with its arguments as far as they are known. */
async function declaredObject({ resource, props, opts }: pulumi.ResourceTransformationArgs) {
  const definition = (opts as pulumi.CustomResourceOptions).id === undefined ? definitionOf(resource) : undefined;
  if (definition === undefined) return [];
  const declared: Properties = props;
  const entries = Object.entries(declared).map(async ([name, value]) => [name, await knownValue(value)] as const);
  const args: Properties = Object.fromEntries(await Promise.all(entries));
  const isOpen = (name: string) => declared[name] !== undefined && args[name] === undefined;
  return [{ definition, kind: definition.kind, name: nameOf(args), args, isOpen }];
}

function entryIn(urn: string, type: string, outputs: Properties): StateEntry[] {
  const kind = kindOf(outputs);
  if (kind === undefined || readerOf(outputs) !== undefined) return [];
  const entry = entryOf(outputs);
  const { address = "", login } = ownerOf(outputs) ?? {};
  const id = joinId(...idPartsOf(kind).map((name) => String(outputs[name])));
  const [deletedWith, forceDestroy] = [deletedWithOf(outputs), outputs["forceDestroy"] === true];
  const isConcluded = kind === "gdprContract" && outputs["confirmationDate"] !== undefined;
  const own = { urn, type, kind, id, entry, address, login };
  return [{ ...own, deletedWith, forceDestroy, isConcluded, name: nameOf(outputs), state: outputs }];
}

/** Another than the default one. */
const explicitProvider = /\$?pulumi:providers:pulumi-nodejs::(?!default(_|$))/;

/** A program that the engine did not start may have another environment than the engine, so its backend is unknown. */
const stackOfProgram = (): StackIdentity => ({
  project: pulumi.getProject(),
  stack: pulumi.getStack(),
  backend: isStartedByEngine() ? backendOf({ environment: process.env, folder: process.cwd() }) : undefined,
  organization: organizationOfStack(),
});
