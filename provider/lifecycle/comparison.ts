import type { Definition, Replaced } from "../definition/definition.js";
import { nameOfObject } from "../definition/object-name.js";
import { unfinishedKey } from "../values/reserved-properties.js";
import { differences, onlyRecorded } from "./check.js";
import type { Announce } from "./preview-checks.js";
import { isImport } from "./state.js";

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
