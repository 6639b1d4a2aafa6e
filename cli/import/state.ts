import { join } from "node:path";
import { Backup } from "../enter/backup.js";
import { enter, type Entered } from "../enter/enter.js";
import type { Match } from "../enter/entries.js";
import type { PlannedStep } from "../enter/planned.js";
import { classOf, nameOf } from "../stack/deployment.js";
import type { Pulumi } from "../stack/pulumi.js";
import { formIn } from "./form.js";
import { declaredBy } from "./holders.js";
import { keyOf, type Placed } from "./objects.js";
import type { ConfiguredSecret } from "./program/secrets.js";

export interface StateOptions {
  readonly pulumi: Pulumi;
  readonly folder: string;
  /** Name of the stack. */
  readonly stack: string;
  /** Name of the project. */
  readonly project: string;
  readonly isNewStack: boolean;
  /** Objects that the program declares. */
  readonly objects: readonly Placed[];
  /** Whether an earlier import has declared an object, wherever it is in the program now. */
  readonly isKnown: (object: Placed) => boolean;
  readonly secrets: readonly ConfiguredSecret[];
  readonly notify: (message: string) => void;
}

/** What an import did with a stack. */
export interface StateResult extends Entered {
  /** File with the earlier state. */
  readonly backup: string;
  /** Objects that no resource of the program has. */
  readonly undeclared: readonly Placed[];
}

/** The program declares objects besides what the import has written, such as in a component. */
export class DeclaredAlready extends Error {
  constructor(readonly keys: readonly string[]) {
    super("The program declares objects twice.");
  }
}

const backupOf = (folder: string, stack: string): Backup =>
  new Backup(join(folder, `${stack.split("/").at(-1)}.before-import.json`));

/** Whether the state may have objects that no preview has proven. */
export const hasUnproven = (folder: string, stack: string): boolean => backupOf(folder, stack).isUnproven;

/**
 * Enters objects in the state of a stack, which is created if there is none. If anything fails, stack, configuration and state are as
 * before.
 */
export async function enterState(options: StateOptions): Promise<StateResult> {
  const { pulumi, folder, stack, project, isNewStack, objects, isKnown, secrets, notify } = options;
  const undo: (() => Promise<void>)[] = [];
  const undoAll = async () => {
    for (const step of undo.reverse()) await step();
  };
  const backup = backupOf(folder, stack);
  let undeclared: readonly Placed[] = [];
  try {
    if (isNewStack) {
      await pulumi.create();
      undo.push(() => pulumi.removeStack());
    }
    const configured = await pulumi.configuration();
    for (const { key, value } of secrets.filter((each) => !configured.has(`${project}:${each.key}`))) {
      await pulumi.setSecret(key, value);
      undo.push(() => pulumi.removeConfiguration(key));
    }
    const entered = await enter({
      pulumi,
      command: "hosting import",
      backup,
      isNothingNew: objects.length === 0,
      match: (creations) => {
        const matched = matchByName(objects, creations, isKnown);
        const own = new Set(Array.from(matched.values(), ({ urn }) => urn));
        const already = declaredBy(
          creations.filter(({ urn }) => !own.has(urn)),
          objects,
        );
        if (already.size > 0) throw new DeclaredAlready([...already].map(keyOf));
        undeclared = objects.filter((object) => !matched.has(object));
        return Promise.resolve([...matched.values()]);
      },
      notify,
      now: () => new Date(),
    });
    // The program stays as it is written, and reads the configuration.
    if (entered.difference !== undefined && isNewStack) await undoAll();
    return { ...entered, backup: backup.file, undeclared };
  } catch (error) {
    await undoAll();
    throw error;
  }
}

/** The resource of each object, by class and name; none if several have the same. */
function matchByName(
  objects: readonly Placed[],
  creations: readonly PlannedStep[],
  isKnown: StateOptions["isKnown"],
): ReadonlyMap<Placed, Match> {
  const urns = new Map<string, string | undefined>();
  const entries = new Map(creations.map(({ urn, entry }) => [urn, entry]));
  for (const { urn, entry } of creations) {
    const className = entry && classOf(entry);
    if (className === undefined) continue;
    const key = `${className} ${nameOf(urn)}`;
    urns.set(key, urns.has(key) ? undefined : urn);
  }
  const matches = new Map<Placed, Match>();
  for (const object of objects) {
    const { definition, found, name } = object;
    const urn = urns.get(`${definition.className} ${name}`);
    // A component of the program's own may have a resource of that name, such as a site that was written by hand.
    if (urn !== undefined && (isKnown(object) || formIn(entries.get(urn)!) !== undefined))
      matches.set(object, { urn, definition, found });
  }
  return matches;
}
