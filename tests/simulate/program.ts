import { domainToUnicode } from "node:url";
import { nameWithin, readerKey } from "../../provider/values/reserved-properties.js";
import type { Alias, Declared, DeclaredProvider, Program, ResourceOptions } from "./engine/types.js";
import { type ExplicitProvider, explicitProviders, type SimulatedKind, type Spelling, type Resource } from "./history.js";
import { argumentsOf, isCostly, type Parties } from "./kinds.js";
import { configurationOf } from "./login.js";

function optionsOf(resource: Resource): ResourceOptions {
  const {
    kind,
    protect = isCostly(kind),
    retain,
    deleteFirst,
    inside,
    goesWith,
    parent,
    provider,
    aliases = [],
    wasFree,
  } = resource;
  const known: Alias[] = aliases.map((name) => ({ name }));
  if (wasFree === true) known.push({ parent: null });
  return {
    ...(protect ? { protect } : {}),
    ...(retain === true ? { retainOnDelete: true } : {}),
    ...(deleteFirst === true ? { deleteBeforeReplace: true } : {}),
    ...(goesWith === true && inside !== undefined ? { deletedWith: inside } : {}),
    ...(parent === undefined ? {} : { parent }),
    ...(provider === undefined || provider === "none" ? {} : { provider }),
    ...(known.length > 0 ? { aliases: known } : {}),
  };
}

/** Kinds that lie in others or contain others. */
const nested: ReadonlySet<SimulatedKind> = new Set(["domain", "subdomain", "virtualAccount"]);

const classOf = (kind: SimulatedKind): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** The id of a domain or subdomain in another spelling. */
function respelled(id: string, spelling: Spelling): string {
  const [account = "", ...names] = id.split("/");
  const respell = (name: string): string => {
    if (spelling === "upper case") return name.toUpperCase();
    return spelling === "readable" ? domainToUnicode(name) : spelling === "trailing dot" ? `${name}.` : name;
  };
  return [account, ...names.map(respell)].join("/");
}

function declared(resource: Resource, all: readonly Resource[], { parties, idOf }: Surroundings): Declared {
  const byName = (wanted: string | undefined) => all.find(({ name }) => name === wanted);
  const within = ({ name, parent }: Resource): string => {
    const above = byName(parent);
    return nameWithin(above === undefined ? [] : [classOf(above.kind)], name);
  };
  const { kind, name } = resource;
  if (isRead(resource)) {
    const id = idOf(resource) ?? "";
    return {
      kind: classOf(kind),
      name,
      get: kind === "domain" || kind === "subdomain" ? respelled(id, resource.reads) : id,
      args: { [readerKey]: within(resource) },
      options: optionsOf({ ...resource, protect: false, aliases: [] }),
    };
  }
  const isRetained = resource.retain === true;
  const container = resource.goesWith === true && !isRetained ? byName(resource.inside) : undefined;
  return {
    kind: classOf(kind),
    name,
    args: {
      ...argumentsOf(resource, parties),
      ...(resource.adopt === undefined ? {} : { adopt: resource.adopt }),
      __resource: within(resource),
      ...(container === undefined ? {} : { __deletedWith: within(container) }),
      ...(isRetained && nested.has(resource.kind) ? { __retained: true } : {}),
    },
    options: optionsOf(resource),
  };
}

/** Contents come after their container; a reference to something missing refers to nothing, and nothing goes with what is only read. */
function inOrder(resources: readonly Resource[]): Resource[] {
  const names = new Set(resources.map(({ name }) => name));
  const read = new Set(resources.filter(isRead).map(({ name }) => name));
  const sound = resources.map((resource): Resource => {
    const { inside, parent, ...rest } = resource;
    return {
      ...rest,
      ...(inside !== undefined && names.has(inside) ? { inside } : {}),
      ...(inside !== undefined && read.has(inside) ? { goesWith: false } : {}),
      ...(parent !== undefined && names.has(parent) && parent !== resource.name ? { parent } : {}),
    };
  });
  const rank: Readonly<Partial<Record<SimulatedKind, number>>> = {
    virtualAccount: 0,
    gdprTom: 0,
    domain: 1,
    subdomain: 2,
    gdprContract: 2,
  };
  return sound.sort((a, b) => (rank[a.kind] ?? 3) - (rank[b.kind] ?? 3));
}

/** A parent that comes later, or has a parent itself, does not count: programs name existing resources. */
function withSoundParents(resources: readonly Resource[]): Resource[] {
  const earlier = new Set<string>();
  return resources.map((resource) => {
    const { parent, ...rest } = resource;
    const result = parent !== undefined && earlier.has(parent) ? resource : rest;
    if (result === rest || parent === undefined) earlier.add(resource.name);
    return result;
  });
}

const declaredProvider = (name: ExplicitProvider, token?: string): DeclaredProvider => ({
  provider: true,
  name,
  args: configurationOf(name, token),
});

/** A new token that says `adopt: true` is refused. */
const isFeed = (resource: Resource): boolean => {
  const { kind, name, parent, provider, adopt } = resource;
  const isToken = kind === "applicationToken" && name === "token" && !isRead(resource);
  return isToken && parent === undefined && provider !== "north" && adopt !== true;
};

export interface Surroundings {
  readonly parties: Parties;
  /** Whether `north` logs in with the token of the stack. */
  readonly isFed: boolean;
  /** The id of what a resource is to read; without one, the program does not read it. */
  readonly idOf: (resource: Resource) => string | undefined;
}

type ReadResource = Resource & { readonly reads: Spelling };

/** Whether the program only reads the object. */
export const isRead = (resource: Resource | undefined): resource is ReadResource =>
  resource?.reads !== undefined && resource.reads !== false;

/** The program of those resources, with the explicit providers that they name. */
export function programOf(resources: Iterable<Resource>, surroundings: Surroundings): Program {
  const { isFed, idOf } = surroundings;
  const all = [...resources].filter((resource) => !isRead(resource) || idOf(resource) !== undefined);
  const named = explicitProviders.filter((name) => all.some(({ provider }) => provider === name));
  const sound = withSoundParents(inOrder(all));
  const feed = isFed ? sound.find(isFeed) : undefined;
  const declare = (resource: Resource) => declared(resource, sound, surroundings);
  return {
    resources: [
      ...named.filter((name) => feed === undefined || name !== "north").map((name) => declaredProvider(name)),
      ...(feed === undefined ? [] : [declare(feed)]),
      ...(feed !== undefined && named.includes("north") ? [declaredProvider("north", feed.name)] : []),
      ...sound.filter((resource) => resource !== feed).map(declare),
    ],
  };
}

export const kindOfClass = (name: string): SimulatedKind => (name.charAt(0).toLowerCase() + name.slice(1)) as SimulatedKind;

/** The kind of a resource type in a state. */
export function kindOfType(type: string): SimulatedKind | undefined {
  const name = /^pulumi-nodejs:dynamic\/hosting:(\w+)$/.exec(type)?.[1];
  return name === undefined ? undefined : kindOfClass(name);
}

/** The name at the end of a URN. */
export const nameOfUrn = (urn: string): string => urn.slice(urn.lastIndexOf("::") + 2);
