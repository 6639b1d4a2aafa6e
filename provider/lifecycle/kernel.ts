import type { Definition } from "../definition/definition.js";
import { nameOfObject } from "../definition/object-name.js";
import type { Replaced } from "../definition/members.js";
import type { Context } from "../runtime/context.js";
import { UnreadError } from "../values/errors.js";
import type { Properties } from "../values/properties.js";
import { unfinishedKey } from "../values/reserved-properties.js";
import { differences, onlyRecorded } from "./check.js";
import { create } from "./creation/create.js";
import { Subject } from "./creation/subject.js";
import { remove } from "./delete.js";
import { elsewhereError } from "./elsewhere.js";
import { Entry } from "./entry.js";
import { checkFollows, checkPlan, checkStays } from "./plan.js";
import { type Announce, newProblems } from "./preview-checks.js";
import { read } from "./read.js";
import { isImport } from "./state.js";
import { update } from "./update.js";

export interface Difference {
  /**
   * `undefined`: the properties differ, and Pulumi shows how. `true`: only the state records a difference. `false`: nothing
   * differs.
   */
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/** The lifecycle of one kind of resource, on plain objects. */
export type Kernel = ReturnType<typeof createKernel>;

/**
 * The rules for all kinds, applied to one definition. Each call that needs the API calls `context`, so that nothing is set up
 * before it is needed; `warn` works without it.
 */
export function createKernel(definition: Definition, context: () => Context, warn: Announce) {
  const call = async <T>(work: (current: Context) => Promise<T>): Promise<T> => {
    const current = context();
    return current.calls.during(() => work(current));
  };
  const withEntry = <T>(of: Omit<Replaced, "news"> & Partial<Replaced>, work: (entry: Entry) => Promise<T>): Promise<T> =>
    call((current) => work(new Entry(definition, current, of)));

  // In the order in which Pulumi asks.
  return {
    checkNew: (inputs: Properties) => newProblems(new Subject(definition, context(), inputs), warn),

    diff(id: string, olds: Properties, news: Properties): Difference {
      const { update, replace } = differences(definition, olds, news);
      const differs = update.length > 0 || replace.length > 0;
      const lost = (definition.recovery?.revealed ?? []).filter((name) => olds[name] === undefined);
      if (lost.length > 0 && (replace.length === 0 || isImport(definition, olds)))
        warn(
          `${nameOfObject(definition, id, news)}: the state does not have its ${lost.join(", ")}, which is shown at creation only. To get a new one, run ` +
            "`pulumi up --replace <urn>`.",
        );
      for (const name of onlyRecorded(definition, olds, news))
        warn(
          `${nameOfObject(definition, id, news)}: ${name} is only recorded in the state. The API neither changes nor shows it, so it may differ at ` +
            "the provider.",
        );
      return {
        changes: olds[unfinishedKey] !== undefined ? true : differs ? undefined : false,
        replaces: replace,
        deleteBeforeReplace: replace.length > 0 && definition.replacement.order === "delete-first",
      };
    },

    /** Fails if the object lives at another address: nothing of this run may then depend on it. */
    checkAddress(id: string, state: Properties): void {
      const away = context().ownership.elsewhere(state);
      if (away?.isOtherAddress === true)
        throw new UnreadError(id, nameOfObject(definition, id, state), `was not compared. ${elsewhereError(away).message}`);
    },
    checkPlan: (id: string, state: Properties, news: Properties, names: readonly string[]) =>
      withEntry({ id, state, news }, (entry) => checkPlan(entry, names, warn)),
    checkFollows: (id: string, state: Properties, news: Properties) =>
      withEntry({ id, state, news }, (entry) => checkFollows(entry, warn)),
    checkStays: (id: string, state: Properties, news: Properties) => withEntry({ id, state, news }, checkStays),
    create: (inputs: Properties) => call((current) => create(definition, current, inputs)),
    update: (id: string, state: Properties, news: Properties) => withEntry({ id, state, news }, update),
    delete: (id: string, state: Properties) => withEntry({ id, state }, remove),
    read: (id: string, state: Properties) => withEntry({ id, state }, read),
  };
}
