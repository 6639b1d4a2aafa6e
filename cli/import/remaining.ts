import { objectKey } from "../../provider/values/ids.js";
import type { PlannedStep } from "../enter/planned.js";
import { definitionOf } from "../stack/definitions.js";
import { aliasTo } from "../stack/alias.js";
import { classIn, nameOf, titleOf } from "../stack/deployment.js";
import type { Mapping } from "./mapping.js";

/** What the next run would do with the program, beyond what entered the state. */
export interface Remaining {
  readonly op: string;
  readonly urn: string;
  /** Whether it would order the object, which is billed. */
  readonly isOrdered: boolean;
  /** Whether it would create, delete or replace an object of an import. */
  readonly isImported: boolean;
  /** Why the import leaves it to that run, as a clause. */
  readonly why: string;
}

export interface RemainingOptions {
  /** What earlier imports have declared. */
  readonly mapping: Mapping | undefined;
  /** Keys of the objects that the provider shows. */
  readonly shown: ReadonlySet<string>;
  /** Whether this import has read every object of a kind. */
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
