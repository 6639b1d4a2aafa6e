import { join } from "node:path";
import { objectKey } from "../../provider/values/ids.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { Backup } from "../enter/backup.js";
import { enter, type Entered } from "../enter/enter.js";
import type { Match } from "../enter/entries.js";
import type { PlannedStep } from "../enter/plan.js";
import { definitionOf } from "../stack/definitions.js";
import { classIn, classOf, nameOf, titleOf } from "../stack/deployment.js";
import { aliasTo } from "../stack/engine-message.js";
import { Pulumi } from "../stack/pulumi.js";
import { readState } from "../stack/stack.js";
import type { Job, Target } from "./job.js";
import type { Mapping } from "./mapping.js";
import { declaredBy, formIn, keyOf, type Placed } from "./objects.js";
import type { ConfiguredSecret } from "./program/values.js";
import type { Project } from "./project.js";

/** Reads a stack. A new project has none. */
export async function readTarget(
  folder: string,
  project: Project,
  stack: string,
  { environment, secrets }: { readonly environment: NodeJS.ProcessEnv; readonly secrets: Secrets },
): Promise<Target> {
  const pulumi = new Pulumi(folder, stack, secrets, environment);
  const isNew = project.newFiles.has("Pulumi.yaml");
  const exists = !isNew && (await pulumi.stackNames()).includes(stack.split("/").at(-1)!);
  if (!exists) return { pulumi, stack, exists, resources: [] };
  return { pulumi, stack, exists, resources: (await readState(pulumi, secrets)).resources };
}

export interface Remaining {
  readonly op: string;
  readonly urn: string;
  readonly isOrdered: boolean;
  /** Whether it would create, delete or replace an object of an import. */
  readonly isImported: boolean;
  /** Why the import leaves it to that run, as a clause. */
  readonly why: string;
}

export interface RemainingOptions {
  readonly mapping: Mapping | undefined;
  readonly shown: ReadonlySet<string>;
  readonly isRead: (kind: string) => boolean;
  /** URNs of objects that did not enter the state. */
  readonly withoutReference: ReadonlySet<string>;
  /** Entries that would be deleted and whose objects new resources declare, by URN of these. */
  readonly holders: ReadonlyMap<string, string>;
}

/** Says of each step of a run why the import leaves it. */
export async function remainingOf(steps: readonly PlannedStep[], options: RemainingOptions): Promise<readonly Remaining[]> {
  return Promise.all(
    steps.map(async ({ op, urn }) => {
      // A deletion has no entry afterwards.
      const definition = await definitionOf(classIn(urn) ?? "");
      const { holders, mapping } = options;
      const isRenamed = [...holders].flat().includes(urn);
      // The provider refuses a second object beside the one that exists.
      const isOrdered = definition?.costly === true && !isRenamed && ["create", "replace"].includes(op);
      const kind = definition?.kind;
      const isImported = !["update", "same"].includes(op) && (isRenamed || knownIn(mapping, { urn, kind }) !== undefined);
      return { op, urn, isOrdered, isImported, why: reasonFor({ op, urn, kind }, options) };
    }),
  );
}

interface Left {
  readonly op: string;
  readonly urn: string;
  readonly kind: string | undefined;
}

const knownIn = (mapping: Mapping | undefined, { urn, kind }: Pick<Left, "urn" | "kind">) =>
  mapping?.objects.filter((each) => each.kind === kind && each.name === nameOf(urn)).at(-1);

function reasonFor({ op, urn, kind }: Left, options: RemainingOptions): string {
  const { mapping, shown, isRead, withoutReference, holders } = options;
  if (withoutReference.has(urn)) return "it did not enter the state";
  const holder = holders.get(urn);
  if (holder !== undefined)
    return `${titleOf(holder)} of this stack has its object: renamed? give it an alias: \`${aliasTo(holder)}\``;
  const renamed = [...holders].find(([, entry]) => entry === urn)?.[0];
  if (renamed !== undefined)
    return `the program declares its object as ${titleOf(renamed)}: renamed? give that one an alias: \`${aliasTo(urn)}\``;
  const known = knownIn(mapping, { urn, kind });
  if (kind === undefined || known === undefined) return "it is not from the import";
  const declared = `an earlier import declared it in ${known.file}`;
  if (op === "delete") return `the program no longer declares it (${declared})`;
  if (op !== "create") return declared;
  if (shown.has(objectKey(kind, known.id))) return `${declared}, and it did not enter the state`;
  return `${declared}, and ${isRead(kind) ? "the provider does not show it any more" : "this import has not read everything"}`;
}

export interface ToEnter {
  readonly objects: readonly Placed[];
  /** Whether an earlier import has declared an object, wherever it is in the program now. */
  readonly isKnown: (object: Placed) => boolean;
  readonly secrets: readonly ConfiguredSecret[];
}

export interface StateResult extends Entered {
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
export async function enterState(
  { pulumi, stack, exists }: Target,
  { folder, project, tell }: Job,
  { objects, isKnown, secrets }: ToEnter,
): Promise<StateResult> {
  const undo: (() => Promise<void>)[] = [];
  const undoAll = async () => {
    for (const step of undo.reverse()) await step();
  };
  const backup = backupOf(folder, stack);
  let undeclared: readonly Placed[] = [];
  try {
    if (!exists) {
      await pulumi.create();
      undo.push(() => pulumi.removeStack());
    }
    const configured = await pulumi.configuration();
    for (const { key, value } of secrets.filter((each) => !configured.has(`${project.name}:${each.key}`))) {
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
      notify: tell,
    });
    // The program stays as it is written, and reads the configuration.
    if (entered.difference !== undefined && !exists) await undoAll();
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
  isKnown: ToEnter["isKnown"],
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
