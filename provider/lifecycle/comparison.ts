import type { Definition, Replaced } from "../definition/definition.js";
import { nameOfObject } from "../definition/object-name.js";
import { unfinishedKey } from "../values/reserved-properties.js";
import type { Properties } from "../values/properties.js";
import { containsUnknown } from "../values/unknown-values.js";
import type { Announce } from "./preview-checks.js";
import { isImport, meansSame } from "./state.js";

export interface Difference {
  /**
   * `undefined`: the properties differ, and Pulumi shows how. `true`: only the state records a difference. `false`: nothing
   * differs.
   */
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/** How what is declared differs from the state. Needs no login. */
export function compare(definition: Definition, { id, state: olds, news }: Replaced, warn: Announce): Difference {
  const { update, replace } = differences(definition, olds, news);
  const differs = update.length > 0 || replace.length > 0;
  const lost = (definition.revealed ?? []).filter((name) => olds[name] === undefined);
  if (lost.length > 0 && (replace.length === 0 || isImport(definition, olds)))
    warn(
      `${nameOfObject(definition, id, news)}: its ${lost.join(", ")} is not in the state, and is shown at creation only. For a new one, run ` +
        "`pulumi up --replace <urn>`.",
    );
  for (const name of onlyRecorded(definition, olds, news))
    warn(`${nameOfObject(definition, id, news)}: ${name} is only recorded in the state: the API neither shows nor changes it.`);
  return {
    changes: olds[unfinishedKey] !== undefined ? true : differs ? undefined : false,
    replaces: replace,
    deleteBeforeReplace: replace.length > 0 && definition.replacement.order === "delete-first",
  };
}

/** Names of the arguments that differ, by policy. */
export function differences(
  definition: Definition,
  olds: Properties,
  news: Properties,
): { update: string[]; replace: string[]; fixed: string[] } {
  const result = { update: [] as string[], replace: [] as string[], fixed: [] as string[] };
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.policy === "creation") continue;
    const [old, declared] = [olds[name], news[name]];
    if (field.policy === "fixed" && containsUnknown(declared)) continue;
    if (declared === undefined && field.absent === "anything") continue;
    // An imported or adopted object lacks values that the provider never shows, so the declared value is accepted.
    const isNeverShown = old === undefined && (field.required || field.neededToCreate) && !field.readable;
    if (isNeverShown) continue;
    if (!meansSame(definition, olds, name, declared)) result[field.policy].push(name);
  }
  return result;
}

/** Arguments that the API neither changes nor shows, and that the program declares although the state of its object lacks them. */
const onlyRecorded = ({ fields }: Definition, olds: Properties, news: Properties): string[] =>
  Object.entries(fields)
    .filter(
      ([name, { policy, readable }]) => policy === "fixed" && !readable && olds[name] === undefined && news[name] !== undefined,
    )
    .map(([name]) => name);
