import type { NotListed } from "../stack/attempts.js";
import type { Cell, Section } from "../drift/document.js";
import { kindOf } from "../stack/definitions.js";
import { type Effect, type Happening, type Outcome, type Result, titleOf } from "./outcome.js";

/** What a rehearsal of a stack has shown. */
export interface Rehearsal extends Outcome {
  readonly stack: string;
  /** What the copy lacks. */
  readonly leftOut: readonly NotListed[];
}

type Redact = (text: string) => string;

const order: readonly Effect[] = ["ordered", "created", "adopted", "changed", "replaced", "deleted", "left", "refused"];

const headings: Readonly<Record<Result, string>> = {
  succeeds: "`pulumi up` would succeed",
  fails: "`pulumi up` would fail",
  "not rehearsed": "only the preview could be rehearsed",
};

export function rehearsalSection({ stack, happenings, problems, result, leftOut }: Rehearsal, redact: Redact): Section {
  const counted = order.flatMap((effect) => {
    const count = happenings.filter((each) => each.effect === effect).length;
    return count === 0 ? [] : [`${count} ${effect}`];
  });
  const lists = [
    {
      title: "Why",
      items: happenings.filter(({ message }) => message !== undefined).map((each) => `${titleOf(each)}: ${each.message}`),
    },
    { title: "What stopped the run", items: problems },
    { title: "Not in the copy, so that it may go differently", items: leftOut.map(({ what, why }) => `${what}: ${why}`) },
  ].filter(({ items }) => items.length > 0);
  const summary = counted.length === 0 ? "nothing would change" : counted.join(", ");
  return {
    heading: `Stack ${stack}: ${headings[result]}: ${summary}.`,
    ...(happenings.length === 0
      ? {}
      : { table: [["RESOURCE", "EFFECT", "PROPERTIES", "COST"], ...happenings.map((each) => rowOf(each, redact))] }),
    lists: lists.map(({ title, items }) => ({ title, items: items.map(redact) })),
  };
}

const rowOf = (each: Happening, redact: Redact): Cell[] => [
  { value: titleOf(each) },
  each.isOrdered && each.effect !== "ordered" ? `${each.effect}; ordered` : each.effect,
  { value: each.paths.join(", ") },
  each.isOrdered ? { value: redact(each.cost ?? "not known"), isWhole: true } : "",
];

/** For programs. Ids, names and URNs are not redacted: a secret can equal a part of one by chance. */
export const rehearsalAsJson = ({ stack, happenings, problems, result, leftOut }: Rehearsal, redact: Redact): object => ({
  stack,
  outcome: result,
  resources: happenings.map(({ urn, className, name, id, effect, isOrdered, cost, paths, message }) => ({
    urn,
    kind: kindOf(className),
    name,
    ...(id === undefined ? {} : { id }),
    effect,
    ordered: isOrdered,
    ...(cost === undefined ? {} : { cost: redact(cost) }),
    properties: paths,
    ...(message === undefined ? {} : { message: redact(message) }),
  })),
  problems: problems.map(redact),
  leftOut: leftOut.map(({ what, why }) => ({ what: redact(what), why: redact(why) })),
});
