import type { Definition } from "../../provider/definition/definition.js";
import { maskedProperties } from "../../provider/definition/secrets.js";
import { equal, type Properties, type Same } from "../../provider/values/properties.js";
import { isUnknown } from "../../provider/values/unknown-values.js";
import { mask } from "../../sdk/redaction/mask.js";
import { isObject, mapped } from "../shared/values.js";
import { maskedSecrets } from "../stack/deployment.js";
import type { Step } from "../stack/events.js";

/** Where a property was changed since the last run: at the provider, in the program, or in both. */
export type Origin = "provider" | "program" | "both";

/** A property that differs. Values are absent if there is none; secrets are masked. */
export interface PropertyDrift {
  /** Such as `url` or `headers["X-Key"]`. */
  readonly path: string;
  /** As the program declares it; absent if Pulumi did not get as far as the program. */
  readonly program?: unknown;
  /** As the state has it, if what the program declares is not known. */
  readonly recorded?: unknown;
  readonly provider?: unknown;
  readonly changed: Origin;
}

/** Stands for a value that the program does not know before `up`. */
const notKnownYet = "(not known yet)";

/** Names that begin with two underscores are those of Pulumi and of this package. */
const isOwn = (path: string): boolean => !path.startsWith("__");

/** What was known before the program was compared. */
interface Before {
  readonly recorded: Properties | undefined;
  /** Paths in which the provider differs from the state. */
  readonly refreshed: readonly string[];
}

/**
 * What differs between the program and the provider.
 * @param step of the preview, from what the provider shows to what the program declares
 */
export function declaredDrift(definition: Definition, step: Step, before: Before): PropertyDrift[] {
  const program = shownInputs(definition, step.new?.inputs);
  const provider = shownInputs(definition, step.old?.inputs);
  const recorded = shownInputs(definition, before.recorded ?? step.old?.inputs);
  const paths = step.paths.length > 0 ? step.paths : unequal(provider, program);
  return paths.filter(isOwn).map((path) => {
    const [declared, shown, stored] = [program, provider, recorded].map((each) => valueAt(each, path));
    const changed = originOf(declared, shown, stored, touches(before.refreshed, path));
    return { path, ...some("program", declared), ...some("provider", shown), changed };
  });
}

/**
 * What differs between the state and the provider, for a resource that was not compared with the program; nothing for one that is gone. Only
 * the provider's values count: the others come from the program.
 */
export function recordedDrift(definition: Definition, { old, new: after, paths: found }: Step): PropertyDrift[] {
  if (after === undefined) return [];
  const recorded = shownInputs(definition, old?.inputs);
  const provider = shownInputs(definition, after.inputs);
  const paths = found.length > 0 ? found : unequal(recorded, provider);
  const isShown = (path: string) => definition.fields[nameIn(path)]?.readable === true;
  return paths.filter(isShown).map((path) => ({
    path,
    ...some("recorded", valueAt(recorded, path)),
    ...some("provider", valueAt(provider, path)),
    changed: "provider",
  }));
}

const some = (name: "program" | "provider" | "recorded", value: unknown) => (value === undefined ? {} : { [name]: value });

/** The inputs as they may be shown. The engine masks what the state marks; the definition knows what is secret as well. */
export function shownInputs(definition: Definition, inputs: Properties = {}): Properties {
  return maskedProperties(definition, maskedSecrets(inputs) as Properties);
}

/** Names of the members that differ. */
export const unequal = (one: Properties, other: Properties, isSame: Same = equal): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !isSame(one[name], other[name]));

const isMasked = (value: unknown): boolean => value !== undefined && JSON.stringify(value).includes(mask);

/** Masked values cannot be compared, but the refresh says whether the provider's has changed. */
function originOf(program: unknown, provider: unknown, recorded: unknown, wasRefreshed: boolean): Origin {
  if ([program, provider, recorded].some(isMasked)) return wasRefreshed ? "provider" : "program";
  if (equal(recorded, program)) return "provider";
  return equal(recorded, provider) ? "program" : "both";
}

export const nameIn = (path: string): string => path.split(/[.[]/)[0]!;

/** Whether one of the paths leads to the same place as another one, or into it, or it into theirs. */
const touches = (paths: readonly string[], path: string): boolean =>
  paths.some((each) => each === path || isBelow(each, path) || isBelow(path, each));

const isBelow = (inner: string, outer: string): boolean => inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length));

/** A step of a path: a name, a quoted name in brackets, or an index. */
const pathStep = /\.?([^.[\]]+)|\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]/gy;

/** The value at a path of Pulumi, such as `settings.method`, `list[0]` or `headers["X-Key"]`. */
export function valueAt(properties: unknown, path: string): unknown {
  let value = properties;
  for (const [, name, quoted, index] of path.matchAll(pathStep)) {
    if (Array.isArray(value)) value = (value as readonly unknown[])[Number(index ?? name)];
    else value = isObject(value) ? value[name ?? quoted?.replace(/\\(.)/g, "$1") ?? index ?? ""] : undefined;
  }
  return withoutUnknown(value);
}

/** A value with words in place of what is not known before the run, at any depth. */
export const withoutUnknown = (value: unknown): unknown => mapped(value, (part) => (isUnknown(part) ? notKnownYet : part));
