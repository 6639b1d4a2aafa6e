import { unknownValue } from "../../../provider/values/unknown-values.js";
import { blank } from "./resource.js";
import type { Goal, Registered } from "./step.js";
import type { Alias, Declared, DeclaredProvider, Program, Properties, Stack } from "./types.js";
import { defaultProviderUrn, providerType, referenceTo, rootStackType, rootUrn, typeOf } from "./urn.js";

export type Register = (goal: Goal) => Promise<Registered>;

/** A resource of the program that has been registered. */
interface Made {
  readonly urn: string;
  /** As `$of` sees it. */
  readonly output: (name: string) => unknown;
  readonly reference: string;
  readonly protect: boolean;
  /** What its children use. */
  readonly provider: string;
}

const goal = (name: string, news: Partial<Goal["news"]> & Pick<Goal["news"], "type">): Goal => ({
  name,
  news: { ...blank, custom: true, ...news },
  aliases: [],
});

const referenced = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  if ("$of" in value) return [(value.$of as [string, string])[0]];
  return Object.values(value).flatMap(referenced);
};

/** Everything that a resource refers to. */
function needs(resource: Declared | DeclaredProvider): string[] {
  const args = referenced(resource.args);
  if ("provider" in resource) return args;
  const { parent = [], dependsOn = [], provider = [], deletedWith = [], aliases = [] } = resource.options ?? {};
  const oldParents = aliases.flatMap((alias) => (alias.parent?.startsWith("urn:") === false ? [alias.parent] : []));
  return [...args, ...oldParents, ...[parent, dependsOn, provider, deletedWith].flat()];
}

/**
 * Registers the resources of a program as the SDK for Node.js does: each as soon as its references exist. It ends
 * with the last of them, or never if one fails.
 */
export async function evaluate(program: Program, stack: Stack, dryRun: boolean, register: Register): Promise<void> {
  const root = rootUrn(stack);
  await register(goal(`${stack.project}-${stack.stack}`, { type: rootStackType, custom: false }));
  const made = new Map<string, Promise<Made>>();
  let standard: Promise<Registered> | undefined;
  const standardProvider = async (): Promise<string> => {
    standard ??= register(goal("default", { type: providerType, inputs: stack.config ?? {} }));
    return referenceTo(defaultProviderUrn(stack), (await standard).state.id);
  };
  const each = async (resource: Declared | DeclaredProvider): Promise<Made> => {
    const names = [...new Set(needs(resource))];
    const known = new Map<string, Made>();
    for (const name of names) known.set(name, await needed(made, name));
    const wanted =
      "provider" in resource ? providerGoal(resource, known, root) : await goalOf(resource, known, stack, standardProvider);
    return madeOf(await register(wanted), wanted, dryRun);
  };
  for (const resource of program.resources) made.set(resource.as ?? resource.name, each(resource));
  await Promise.all(made.values());
}

function needed(made: ReadonlyMap<string, Promise<Made>>, name: string): Promise<Made> {
  const found = made.get(name);
  if (found === undefined) throw new Error(`The program refers to ${name} before it declares it.`);
  return found;
}

function madeOf({ state, result }: Registered, { news: { protect, provider, external } }: Goal, dryRun: boolean): Made {
  // A preview reads, too.
  const isPartial = (dryRun && !external) || result !== "success";
  const absent = isPartial ? unknownValue : undefined;
  return {
    urn: state.urn,
    output: (name) => (name === "id" ? state.id || absent : (state.outputs[name] ?? absent)),
    reference: referenceTo(state.urn, state.id),
    protect,
    provider,
  };
}

function resolve(value: unknown, known: ReadonlyMap<string, Made>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => resolve(member, known));
  if ("$of" in value) {
    const [name, output] = value.$of as [string, string];
    return known.get(name)?.output(output);
  }
  return properties(value as Properties, known);
}

/** Values that are absent are not passed on. */
function properties(args: Properties, known: ReadonlyMap<string, Made>): Properties {
  const resolved = Object.entries(args).map(([key, value]) => [key, resolve(value, known)] as const);
  return Object.fromEntries(resolved.filter(([, value]) => value !== undefined));
}

const urnsOf = (names: readonly string[], known: ReadonlyMap<string, Made>): string[] => [
  ...new Set(names.map((name) => known.get(name)?.urn ?? "")),
];

/** An absent property depends on nothing. */
function dependencies(args: Properties, explicit: readonly string[], known: ReadonlyMap<string, Made>): Partial<Goal["news"]> {
  const byProperty = Object.entries(args)
    .map(([key, value]) => [key, urnsOf(referenced(value), known)] as const)
    .filter(([key, urns]) => urns.length > 0 && resolve(args[key], known) !== undefined);
  const all = [...urnsOf(explicit, known), ...byProperty.flatMap(([, urns]) => urns)];
  return { dependencies: [...new Set(all)], propertyDependencies: Object.fromEntries(byProperty) };
}

const providerGoal = ({ name, args = {} }: DeclaredProvider, known: ReadonlyMap<string, Made>, parent: string): Goal =>
  goal(name, { type: providerType, parent, inputs: properties(args, known), ...dependencies(args, [], known) });

async function goalOf(
  { kind, name, args = {}, options = {}, get }: Declared,
  known: ReadonlyMap<string, Made>,
  stack: Stack,
  standardProvider: () => Promise<string>,
): Promise<Goal> {
  const { dependsOn = [], deletedWith = "", aliases = [], deleteBeforeReplace } = options;
  const parent = known.get(options.parent ?? "");
  const explicit = known.get(options.provider ?? "")?.reference;
  const { protect = parent?.protect ?? false, retainOnDelete = false } = options;
  const { news } = goal(name, {
    type: typeOf(stack, kind),
    inputs: { ...properties(args, known), __provider: kind },
    parent: parent?.urn ?? rootUrn(stack),
    provider: explicit ?? parent?.provider ?? (await standardProvider()),
    ...dependencies(args, dependsOn, known),
  });
  const managed = { deletedWith: known.get(deletedWith)?.urn ?? "", protect, retainOnDelete };
  return {
    name,
    // What is only read has no other options.
    news: { ...news, ...(get === undefined ? managed : { id: get, external: true, propertyDependencies: {} }) },
    ...(deleteBeforeReplace !== undefined && { deleteBeforeReplace }),
    aliases: aliases.map(({ parent: old, ...alias }): Alias => {
      if (old === undefined) return alias;
      return { ...alias, parent: old === null ? rootUrn(stack) : (known.get(old)?.urn ?? old) };
    }),
  };
}
