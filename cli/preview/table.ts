import { costText } from "../../provider/values/money.js";
import type { Cell, Redact, Section } from "../shared/document.js";
import { kindIn } from "../stack/definitions.js";
import { nameOf, titleOf } from "../stack/deployment.js";
import type { Change } from "./changes.js";
import type { Effect } from "./outcome.js";

const order: readonly Effect[] = ["ordered", "created", "adopted", "changed", "replaced", "deleted", "left", "refused"];

export const countsOf = (resources: readonly Change[]): ReadonlyMap<Effect, number> =>
  new Map(
    order.flatMap((effect) => {
      const count = resources.filter((each) => each.effect === effect).length;
      return count === 0 ? [] : [[effect, count] as const];
    }),
  );

export type EffectLabel = (effect: Effect) => string;

/** `1 ordered, 2 changed`; undefined if nothing happens. */
export const summaryOf = (resources: readonly Change[], label: EffectLabel = String): string | undefined =>
  Array.from(countsOf(resources), ([effect, count]) => `${count} ${label(effect)}${anewText(resources, effect)}`).join(", ") ||
  undefined;

/** How many of those with an effect also order something, for after their number: a replacement can order a new object. */
export function anewText<E extends string>(
  all: readonly { readonly effect: E; readonly isOrdered: boolean }[],
  effect: E,
): string {
  const count = effect === "ordered" ? 0 : all.filter((each) => each.effect === effect && each.isOrdered).length;
  return count === 0 ? "" : ` (${count} of them ordered anew)`;
}

export const tableOf = (
  resources: readonly Change[],
  redact: Redact,
  label: EffectLabel = String,
): NonNullable<Section["table"]> => [
  ["RESOURCE", "EFFECT", "PROPERTIES", "COST"],
  ...resources.map((each) => rowOf(each, redact, label)),
];

const rowOf = (each: Change, redact: Redact, label: EffectLabel): Cell[] => [
  { value: titleOf(each.urn) },
  [label(each.effect), each.isOrdered && each.effect !== "ordered" && "ordered", each.leavesOld && "the old one stays"]
    .filter(Boolean)
    .join("; "),
  { value: each.paths.join(", ") },
  each.isOrdered ? redact(each.cost === undefined ? "not known" : costText(each.cost)) : "",
];

export const reasonsIn = (resources: readonly Change[]): readonly string[] =>
  resources.filter(({ message }) => message !== undefined).map((each) => `${titleOf(each.urn)}: ${each.message}`);

/** For programs. Ids, names and URNs are not redacted: a secret can equal a part of one by chance. */
export const resourceAsJson = (
  { urn, id, effect, isOrdered, leavesOld, cost, paths, message }: Change,
  redact: Redact,
): object => ({
  urn,
  kind: kindIn(urn),
  name: nameOf(urn),
  id,
  effect,
  ordered: isOrdered,
  ...(leavesOld && { oldStays: true }),
  cost: cost && redact(costText(cost)),
  properties: paths,
  message: message && redact(message),
});
