import {
  declaredInputs,
  type Definition,
  type ObservedObject,
  isAdoptable,
  mayAdopt,
} from "../../provider/definition/definition.js";
import { nameOfDeclared } from "../../provider/definition/object-name.js";
import { argumentsWith, maskedProperties } from "../../provider/definition/secrets.js";
import { deviations } from "../../provider/lifecycle/state.js";
import { NotLookedUp, PreviewLookups } from "../../provider/runtime/preview-lookups.js";
import { SettingsError } from "../../provider/runtime/settings.js";
import { joinId, nameIn, sameId } from "../../provider/values/ids.js";
import { equal, type Properties } from "../../provider/values/properties.js";
import { containsUnknown } from "../../provider/values/unknown-values.js";
import { isMasked, mask } from "../../sdk/redaction/mask.js";
import { systemClock } from "../../sdk/values/clock.js";
import { HostingError } from "../../sdk/values/errors.js";
import { unknownName } from "../../sdk/values/suggest.js";
import { filledToCompare, type PlannedStep } from "../enter/plan.js";
import type { PropertyDrift } from "../preview/properties.js";
import { CommandError, exitCodes, UsageError } from "../shared/exit.js";
import { definitionOf, kindOf } from "../stack/definitions.js";
import {
  classOf,
  isDefaultProvider,
  maskedSecrets,
  nameOf,
  plainProperties,
  providerUrn,
  type StoredResource,
  titleOf,
} from "../stack/deployment.js";
import type { Login, Managed } from "../stack/logins.js";
import type { Elsewhere } from "../stack/stack.js";

/** Which object a resource is to get, of several that fit. */
export interface Choice {
  /** Its class and name, such as `Webhook hook`, or its URN. */
  readonly resource: string;
  readonly id: string;
}

export function parseChoices(given: readonly string[] = []): readonly Choice[] {
  const choices = new Map<string, Choice>();
  for (const text of given) {
    const [, resource, id] = /^(.+)=([^=]+)$/s.exec(text) ?? [];
    if (resource === undefined || id === undefined)
      throw new UsageError(`--take ${text}: must be a resource and the id of an object, such as "Webhook hook=1032"`);
    if (choices.has(resource)) throw new UsageError(`--take ${text}: ${resource} is given twice`);
    choices.set(resource, { resource, id });
  }
  return [...choices.values()];
}

const isFor = ({ resource }: Choice, urn: string): boolean => resource === urn || resource === titleOf(urn);

const isOfClass = ({ resource }: Choice, className: string): boolean =>
  (resource.startsWith("urn:") ? titleOf(resource) : resource).startsWith(`${className} `);

const wrongChoice = ({ resource, id }: Choice, why: string): CommandError =>
  new CommandError(`--take ${resource}=${id}: ${why}. Nothing was written.`, exitCodes.failed);

/**
 * @param created URNs of the resources that a run would create
 * @param held URNs of those that the state has: an earlier run of the command may have entered them
 */
export function checkChoices(choices: readonly Choice[], created: readonly string[], held: readonly string[]): void {
  for (const choice of choices) {
    const meant = created.filter((urn) => isFor(choice, urn));
    if (meant.length > 1) throw wrongChoice(choice, `several resources are called so. Give the URN: ${meant.join(", ")}`);
    if (meant.length === 0 && !held.some((urn) => isFor(choice, urn)))
      throw wrongChoice(choice, unknownName("resource", choice.resource, created.map(titleOf)));
  }
}

/** An argument that differs. Values are absent if there is none; secrets are masked. */
export type Differs = Pick<PropertyDrift, "path" | "program" | "provider">;

/** What exists for a resource that a run would create. */
export interface Finding {
  /**
   * - `matches`, `differs`: an object with the natural key is as declared, or not.
   * - `ambiguous`: several objects fit as well as each other.
   * - `held`: another resource of the same state has the object.
   */
  readonly status: "matches" | "differs" | "ambiguous" | "held" | "absent" | "unknown";
  readonly found?: ObservedObject;
  /** The arguments that differ. */
  readonly properties?: readonly Differs[];
  /** Of the objects that fit. */
  readonly ids?: readonly string[];
  /** URN of the resource that has the object. */
  readonly holder?: string;
  /** Whether the program no longer declares that resource. */
  readonly isLeaving?: boolean;
  /** Why a run cannot order what is absent. */
  readonly refused?: string;
  /** Why that is not known. */
  readonly unchecked?: string;
  /** Why nothing is known. */
  readonly why?: string;
}

export interface Judged {
  readonly urn: string;
  readonly name: string;
  readonly definition: Definition;
  readonly title: string;
  readonly finding: Finding;
  /** The resource of another stack that has the object too, in words. */
  readonly elsewhere: string | undefined;
}

interface Absent extends Pick<Judged, "urn" | "definition"> {
  readonly entry: StoredResource;
  readonly inputs: Properties;
}

/** Compares what a run would create with what exists, in the order of the engine. */
export class Judge {
  readonly #listings = new Map<string, Promise<readonly ObservedObject[]>>();
  /** URNs of resources whose objects do not exist. */
  readonly #absent = new Set<string>();
  readonly #matched = new Map<string, { readonly definition: Definition; readonly found: ObservedObject }>();
  readonly #lookups = new Map<Login, PreviewLookups>();
  /** Ids that an entry or an earlier resource has. */
  readonly #taken = new Set<string>();

  constructor(
    private readonly managed: Managed,
    private readonly elsewhere: Elsewhere,
    /** URNs of what the run would delete. */
    private readonly leaving: ReadonlySet<string>,
    private readonly choices: readonly Choice[] = [],
  ) {}

  async judgeAll(creations: readonly PlannedStep[]): Promise<readonly Judged[]> {
    const judged: Judged[] = [];
    const absent: Absent[] = [];
    for (const step of creations) {
      const { urn, entry } = step;
      const definition = await definitionOf((entry && classOf(entry)) ?? "");
      if (entry === undefined || definition === undefined) continue;
      const inputs = this.#known(entry);
      const finding = await this.#find(definition, { ...step, entry }, inputs);
      this.#checkChosen(urn, finding);
      if (finding.status === "absent") this.#absent.add(urn);
      let elsewhere: string | undefined;
      const { found } = finding;
      if (found !== undefined) {
        this.#matched.set(urn, { definition, found });
        elsewhere = this.elsewhere({ kind: definition.kind, id: found.id, address: (await this.#loginOf(entry)).address });
      }
      judged.push({ urn, name: nameOf(urn), definition, title: nameOfDeclared(definition, inputs), finding, elsewhere });
      if (finding.status === "absent") absent.push({ urn, definition, entry, inputs });
    }
    // Only now are the listings of all containers there.
    const refusals = new Map<string, Finding>();
    for (const each of absent) refusals.set(each.urn, { status: "absent", ...(await this.#refusal(each)) });
    return judged.map((each) => ({ ...each, finding: refusals.get(each.urn) ?? each.finding }));
  }

  #checkChosen(urn: string, finding: Finding): void {
    const choice = this.#choiceOf(urn);
    const ids = finding.found === undefined ? (finding.ids ?? []) : [finding.found.id];
    if (choice === undefined || finding.status === "unknown" || (ids.length === 1 && sameId(ids[0]!, choice.id))) return;
    const those = ids.length === 0 ? "there is none" : `those that it can get: ${ids.join(", ")}`;
    throw wrongChoice(choice, `no object with this id is free and fits what is declared; ${those}`);
  }

  #choiceOf(urn: string): Choice | undefined {
    return this.choices.find((choice) => isFor(choice, urn));
  }

  /** Why an object with a name that exists only once cannot be ordered: one request for each name. */
  async #refusal({ definition, entry, inputs }: Absent): Promise<Pick<Finding, "refused" | "unchecked">> {
    const { identity, previewChecks } = definition;
    const name = identity.worldwideName?.(inputs);
    if (name === undefined || previewChecks?.nameInUse === undefined || lacksProvider(entry)) return {};
    try {
      const login = await this.#loginOf(entry);
      const lookups = this.#lookups.get(login) ?? new PreviewLookups(() => login.client, systemClock);
      this.#lookups.set(login, lookups);
      const refused = await previewChecks.nameInUse({ lookups }, inputs, await this.#namesakes(definition, login, name));
      return refused === undefined ? {} : { refused };
    } catch (error) {
      if (!(error instanceof HostingError || error instanceof SettingsError || error instanceof NotLookedUp)) throw error;
      return { unchecked: error.message };
    }
  }

  /** Ids of the objects of a name that the state or a listing of the login has. */
  async #namesakes({ kind }: Definition, { address, username, entries }: Login, name: string): Promise<string[]> {
    const own = [...this.#listings].filter(([key]) => key.startsWith(keyOf(kind, address, username)));
    const listed = await Promise.allSettled(own.map(([, listing]) => listing));
    const ids = [
      ...listed.flatMap((each) => (each.status === "fulfilled" ? each.value.map(({ id }) => id) : [])),
      ...entries.flatMap((entry) => (kindOf(classOf(entry) ?? "") === kind ? [entry.id ?? ""] : [])),
    ];
    return ids.filter((id) => nameIn(id) === nameIn(joinId("", name)));
  }

  async #find(
    definition: Definition,
    { entry, isDeclared }: PlannedStep & { readonly entry: StoredResource },
    inputs: Properties,
  ): Promise<Finding> {
    const { kind, identity } = definition;
    const missing = identity.scope.filter((name) => containsUnknown(inputs[name]));
    if (missing.length > 0) return this.#absentContainer(entry, missing);
    if (lacksProvider(entry))
      return {
        status: "unknown",
        why: `the state does not have its provider: run \`pulumi up --target "${providerUrn(entry) ?? ""}"\` first`,
      };
    try {
      const login = await this.#loginOf(entry);
      const all = await this.#list(definition, login, inputs);
      const free = all.filter(
        ({ id }) => !this.managed.has(login.address, kind, id) && !this.#isTaken(definition, id, entry.urn),
      );
      const declared = (found: ObservedObject) => filledToCompare(definition, inputs, found, isDeclared);
      // Of a secret that is shown as a mask, nobody knows whether it is the declared one.
      const differing = (found: ObservedObject) => [
        ...new Set([...deviations(definition, declared(found), found), ...argumentsWith(definition, found.inputs, isMasked)]),
      ];
      const fitting = (isAdoptable(definition) ? free : []).filter((found) =>
        mayAdopt(definition, found, declaredInputs(definition, declared(found))),
      );
      const equal = fitting.filter((found) => differing(found).length === 0);
      const choice = this.#choiceOf(entry.urn);
      const chosen = fitting.filter(({ id }) => choice !== undefined && sameId(id, choice.id));
      const [only, ...others] = [chosen, equal, fitting].find(({ length }) => length > 0) ?? [];
      if (only === undefined)
        return (
          this.#held(
            definition,
            entry,
            login,
            all.filter((found) => mayAdopt(definition, found, declaredInputs(definition, declared(found)))),
          ) ?? { status: "absent" }
        );
      if (others.length > 0) return { status: "ambiguous", ids: [only, ...others].map(({ id }) => id) };
      this.#taken.add(`${kind} ${only.id}`);
      const names = differing(only);
      return names.length === 0
        ? { status: "matches", found: only }
        : { status: "differs", found: only, properties: names.map((name) => differsIn(name, definition, entry, only)) };
    } catch (error) {
      if (!(error instanceof HostingError || error instanceof SettingsError)) throw error;
      return { status: "unknown", why: error.message };
    }
  }

  /** Whether an earlier resource has an object, or it was chosen for another one. */
  #isTaken({ kind, className }: Definition, id: string, urn: string): boolean {
    const isOthers = (choice: Choice) => sameId(choice.id, id) && isOfClass(choice, className) && !isFor(choice, urn);
    return this.#taken.has(`${kind} ${id}`) || this.choices.some(isOthers);
  }

  /**
   * The object that another entry of this state has. Without an alias for the renamed resource, a run refuses to create a second one beside it.
   * Of objects that may be equal, only that of an entry that leaves counts: the others have their own resources.
   */
  #held(
    { kind, identity }: Definition,
    { urn }: StoredResource,
    { address }: Login,
    fitting: readonly ObservedObject[],
  ): Finding | undefined {
    const all = fitting.flatMap((found) => {
      const holder = this.managed.entryOf(address, kind, found.id);
      if (holder === undefined || holder.urn === urn || holder.delete === true || this.#taken.has(`${kind} ${found.id}`))
        return [];
      return [{ status: "held", found, holder: holder.urn, isLeaving: this.leaving.has(holder.urn) } as const];
    });
    const held = all.find(({ isLeaving }) => isLeaving) ?? (identity.unique === false ? undefined : all[0]);
    if (held !== undefined) this.#taken.add(`${kind} ${held.found.id}`);
    return held;
  }

  #loginOf(entry: StoredResource): Promise<Login> {
    return this.managed.loginOf(isNotInState(entry) ? "" : (entry.provider ?? ""));
  }

  /** An object of which only a run knows what it lies in: if that does not exist, neither does the object. */
  #absentContainer({ propertyDependencies }: StoredResource, missing: readonly string[]): Finding {
    const sources = missing.flatMap((name) => propertyDependencies?.[name] ?? []);
    return sources.some((urn) => this.#absent.has(urn))
      ? { status: "absent" }
      : { status: "unknown", why: `its ${missing.join(", ")} will be known only in a run` };
  }

  #list(definition: Definition, login: Login, inputs: Properties): Promise<readonly ObservedObject[]> {
    const scope = Object.fromEntries(definition.identity.scope.map((name) => [name, inputs[name]]));
    const key = `${keyOf(definition.kind, login.address, login.username)}${JSON.stringify(scope)}`;
    const listing = this.#listings.get(key) ?? definition.reading.list(login, scope);
    this.#listings.set(key, listing);
    return listing;
  }

  /** The arguments, with what matched objects show in place of values that only a run would know. */
  #known({ inputs, propertyDependencies }: StoredResource): Properties {
    return Object.fromEntries(
      Object.entries(plainProperties(inputs)).map(([name, value]) => {
        if (!containsUnknown(value)) return [name, value];
        const sources = (propertyDependencies?.[name] ?? []).flatMap((urn) => this.#matched.get(urn) ?? []);
        return [name, sources.map((source) => shownBy(source, name)).find((shown) => shown !== undefined) ?? value];
      }),
    );
  }
}

/** The engine masks what the program marks; the definition knows what is secret as well. */
function differsIn(path: string, definition: Definition, { inputs = {} }: StoredResource, found: ObservedObject): Differs {
  const shown = (properties: Properties): unknown => maskedProperties(definition, properties)[path];
  const program = shown(maskedSecrets(inputs) as Properties);
  const provider = shown(found.inputs);
  const isMarked = !equal(maskedSecrets(inputs[path]), plainProperties(inputs)[path]);
  return {
    path,
    ...(program === undefined ? {} : { program }),
    ...(provider === undefined ? {} : { provider: isMarked ? mask : provider }),
  };
}

/** What an object says to the resources in it, or to those that name it. */
const shownBy = (
  { definition, found }: { readonly definition: Definition; readonly found: ObservedObject },
  name: string,
): unknown =>
  definition.derived?.[name]?.(found.id) ??
  Object.entries(found.outputs as Properties).find(([output, value]) => /Identifier$/.test(output) && value === found.id)?.[1];

/** Whether the provider of a resource is not in the state yet. */
const isNotInState = ({ provider }: StoredResource): boolean => containsUnknown(provider?.split("::").at(-1));

/** Whether the login of a resource is not known, because the state does not have the explicit provider that says it. */
const lacksProvider = (entry: StoredResource): boolean => isNotInState(entry) && !isDefaultProvider(providerUrn(entry) ?? "");

/** What the keys of the listings of a kind begin with. */
const keyOf = (...parts: readonly (string | undefined)[]): string => `${JSON.stringify(parts)} `;
