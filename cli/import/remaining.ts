import { objectKey } from "../../provider/values/object-keys.js";
import type { PlannedStep } from "../enter/planned.js";
import { definitionOf } from "../stack/definitions.js";
import { classOf, nameOf } from "../stack/deployment.js";
import type { Mapping } from "./mapping.js";

/** What the next run would do with the program, beyond what entered the state. */
export interface Remaining {
  readonly op: string;
  readonly urn: string;
  /** Whether it would order the object, which is billed. */
  readonly isOrdered: boolean;
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
}

/** Says of each step of a run why the import leaves it. */
export async function remainingOf(steps: readonly PlannedStep[], options: RemainingOptions): Promise<readonly Remaining[]> {
  return Promise.all(
    steps.map(async ({ op, urn, entry }) => {
      const definition = await definitionOf((entry && classOf(entry)) ?? "");
      const isOrdered = definition?.costly === true && ["create", "replace"].includes(op);
      return { op, urn, isOrdered, why: reasonFor({ op, urn, kind: definition?.kind }, options) };
    }),
  );
}

interface Left {
  readonly op: string;
  readonly urn: string;
  readonly kind: string | undefined;
}

function reasonFor({ op, urn, kind }: Left, { mapping, shown, isRead, withoutReference }: RemainingOptions): string {
  if (withoutReference.has(urn)) return "it did not enter the state";
  const known = mapping?.objects.filter((each) => each.kind === kind && each.name === nameOf(urn)).at(-1);
  if (kind === undefined || known === undefined) return "it is not from the import";
  const declared = `an earlier import declared it in ${known.file}`;
  if (op !== "create") return declared;
  if (shown.has(objectKey(kind, known.id))) return `${declared}, and it did not enter the state`;
  return `${declared}, and ${isRead(kind) ? "the provider does not show it any more" : "this import has not read everything"}`;
}
