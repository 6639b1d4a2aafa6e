import type { FleetReview } from "./fleet-review.js";
import { bytes, fitting, item, listed, type Part, plain, row } from "./markdown.js";
import { type Change, isRemoval, type StackReview } from "./stack-review.js";
import type { StrayStack } from "./stacks.js";

export interface CommentOptions {
  /** Most bytes of the text in UTF-8. */
  readonly limit: number;
  /** Where all of the reviews are, for the readers of a shortened comment. */
  readonly whole: string | undefined;
  /** Stacks without a customer. */
  readonly stray: readonly StrayStack[];
}

/** No stack of a customer can have this name, so no comment about one stack begins in the same way. */
const allStacks = "all_stacks";

/** By this line a pipeline finds the comment that it is to edit, as with that of one stack. */
const markerOf = (project: string): string => `<!-- hosting review of ${project}/${allStacks} -->`;

/** What the effects of changes are called, the most important first. An effect that is not listed is called by its name. */
const effects = new Map([
  ["ordered", "to order"],
  ["deleted", "to delete"],
  ["replaced", "to replace"],
  ["left", "to leave at the provider"],
  ["created", "to create"],
  ["changed", "to change"],
  ["adopted", "to adopt"],
  ["kept", "with other options only"],
]);

type Stack = readonly [name: string, review: StackReview];

/** The comment about the whole fleet: what changes in which stacks, what it costs, what cannot be undone, and what the digest covers. */
export function commentOf(review: FleetReview, reviews: ReadonlyMap<string, StackReview>, options: CommentOptions): string {
  const { project, digest, stacks } = review;
  const changing = Object.entries(stacks).flatMap(([name, stack]): Stack[] => {
    const of = reviews.get(name);
    return stack.digest === undefined || of === undefined ? [] : [[name, of]];
  });
  const begin = [markerOf(project), `### ${plain(verdictOf(review, changing))}`, ""].join("\n\n");
  const end = `Digest: \`${digest}\``;
  const parts = partsOf(review, changing, options.stray);
  const all = fitting(parts, Infinity).join("\n");
  const room = options.limit - bytes(begin) - bytes(end) - 1;
  if (bytes(all) <= room) return `${begin}${all}\n${end}\n`;
  const where = options.whole === undefined ? "the files of the run have all of it" : `all of it: ${plain(options.whole)}`;
  const note = `**This comment is shortened: ${where}.**\n`;
  return `${begin}${note}\n${fitting(parts, room - bytes(note) - 2).join("\n")}\n${end}\n`;
}

/** The totals, in a line. */
function verdictOf({ project, stacks }: FleetReview, changing: readonly Stack[]): string {
  const all = Object.values(stacks);
  const failing = all.filter(({ outcome }) => outcome === "fails").length;
  const unchanged = all.length - failing - changing.length;
  const exceeding = all.filter(({ outcome }) => outcome === "exceeds").length;
  const changes = changing.flatMap(([, review]) => review.changes);
  const counts = [...new Set([...effects.keys(), ...changes.map(({ effect }) => effect)])].flatMap((effect) => {
    const count = changes.filter((each) => each.effect === effect).length;
    return count === 0 ? [] : [`${count} ${effects.get(effect) ?? effect}`];
  });
  const money = moneyText(changing.map(([, { cost }]) => cost));
  return [
    `Fleet ${project}:`,
    ...(failing === 0 ? [] : [`${stacksText(failing)} would fail.`]),
    ...(exceeding === 0 ? [] : [`${stacksText(exceeding)} ${exceeding === 1 ? "needs" : "need"} another look.`]),
    changing.length === 0
      ? "Nothing changes."
      : `${changing.length} of ${stacksText(all.length)} ${changing.length === 1 ? "changes" : "change"}${counts.length === 0 ? "" : `: ${counts.join(", ")}`}.`,
    ...(money === "" ? [] : [`Orders: ${money}.`]),
    ...(unchanged === 0 || changing.length === 0 ? [] : [`${unchanged} unchanged.`]),
  ].join(" ");
}

const stacksText = (count: number): string => `${count} stack${count === 1 ? "" : "s"}`;

/** What orders cost, as far as the API tells; empty if there are none. */
function moneyText(costs: readonly StackReview["cost"][]): string {
  const sums = new Map<string, { net: number; once: number }>();
  for (const { currency, net, once } of costs.flatMap((cost) => cost.sums)) {
    const sum = sums.get(currency) ?? { net: 0, once: 0 };
    sums.set(currency, { net: sum.net + net, once: sum.once + once });
  }
  const most = costs.some((cost) => cost.most) ? "at most " : "";
  const unpriced = costs.reduce((sum, cost) => sum + cost.unpriced, 0);
  return [
    ...Array.from(
      sums,
      ([currency, { net, once }]) =>
        `${most}${net.toFixed(2)} ${currency} net${once === 0 ? "" : ` and ${once.toFixed(2)} ${currency} once`}`,
    ),
    ...(unpriced === 0 ? [] : [`${unpriced} whose price is not known`]),
  ].join(", ");
}

function partsOf({ stacks }: FleetReview, changing: readonly Stack[], stray: readonly StrayStack[]): Part[] {
  const failing = Object.entries(stacks).filter(([, { outcome }]) => outcome === "fails");
  return [
    { heading: "Stacks that would fail", lines: failing.map(([name, { reasons }]) => item(`${name}: ${reasons.join("; ")}`)) },
    { heading: "Above a threshold", lines: sentences(changing, ({ exceeded }) => exceeded) },
    { heading: "What cannot be undone", lines: finalities(changing) },
    {
      heading: "Policies",
      lines: sentences(changing, ({ violations }) => violations.map(({ policy, message }) => `${policy}: ${message}`)),
    },
    {
      heading: "What changes",
      columns: ["STACKS", "CHANGES OF EACH", "DELETES OR REPLACES", "COSTS", "ALSO"],
      lines: groupsOf(changing),
    },
    {
      heading: "What costs money (the API does not say for which period)",
      columns: ["STACK", "ORDER", "PRICE"],
      lines: changing.flatMap(([name, review]) => ordersOf(name, review)),
    },
    {
      heading: "What is deleted or replaced",
      lines: sentences(changing, ({ changes }) =>
        changes
          .filter(isRemoval)
          .map(({ title, object, effect }) => `${object === title ? title : `${title}: ${object}`} is ${effect}`),
      ),
    },
    {
      heading: "Stacks without a customer",
      lines: stray.map(({ name }) => item(`${name}: nothing manages its objects; see the command retire`)),
    },
    {
      heading: "Digests of the stacks",
      lines: changing.map(([name, { digest = "" }]) => `- ${name} \`${digest}\``),
      isFolded: true,
    },
  ];
}

const sentences = (stacks: readonly Stack[], of: (review: StackReview) => readonly string[]): string[] =>
  stacks.flatMap(([name, review]) => of(review).map((text) => item(`${name}: ${text}`)));

/** Number of sentences of one kind that are shown one by one. */
const mostAlike = 3;
/** Number of stacks that are named if more have the same. */
const mostNames = 20;

/** What nobody can take back. What happens in many stacks is one line, with the sentence of the first as an example. */
function finalities(stacks: readonly Stack[]): string[] {
  const alike = new Map<string, { readonly name: string; readonly text: string }[]>();
  for (const [name, { changes }] of stacks)
    for (const change of changes)
      if (change.final !== undefined) {
        const key = `${typeOf(change)} ${effects.get(change.effect) ?? change.effect}`;
        alike.set(key, [...(alike.get(key) ?? []), { name, text: change.final }]);
      }
  return Array.from(alike).flatMap(([key, all]) => {
    if (all.length <= mostAlike) return all.map(({ name, text }) => item(`${name}: ${text}`));
    const names = listed([...new Set(all.map(({ name }) => name))], mostNames);
    return [`${item(`${all.length} ${key} in ${names}, such as:`)}\n  ${item(`${all[0]!.name}: ${all[0]!.text}`)}`];
  });
}

/** The name of the class: `Domain`. */
const typeOf = ({ title }: Change): string => title.split(" ")[0]!;

/** Rows of the stacks that change, one for all that change in the same way: in most fleets, many do. */
function groupsOf(stacks: readonly Stack[]): string[] {
  const groups = new Map<string, { readonly names: string[]; readonly rank: number; readonly cells: readonly string[] }>();
  for (const [name, review] of stacks) {
    const removals = review.changes.filter(isRemoval);
    const cells = [changesText(review), typesText(removals), moneyText([review.cost]), attentionText(review)];
    const rank = removals.length > 0 ? 0 : review.changes.some(({ ordered }) => ordered) ? 1 : 2;
    const group = groups.get(cells.join("|")) ?? { names: [], rank, cells };
    group.names.push(name);
    groups.set(cells.join("|"), group);
  }
  return Array.from(groups.values())
    .sort((one, other) => one.rank - other.rank)
    .map(({ names, cells }) => row([names.length === 1 ? names[0]! : `${names.length}: ${names.join(", ")}`, ...cells]));
}

/** `1 Domain to order, 2 Webhook to create, 1 other change` */
function changesText({ changes, settings }: StackReview): string {
  const named = [...new Set([...effects.keys(), ...changes.map(({ effect }) => effect)])].flatMap((effect) => {
    const those = changes.filter((each) => each.effect === effect);
    return those.length === 0 ? [] : [`${typesText(those)} ${effects.get(effect) ?? effect}`];
  });
  const others = settings.length === 0 ? [] : [`${settings.length} other change${settings.length === 1 ? "" : "s"}`];
  return [...named, ...others].join(", ");
}

/** `1 Domain, 2 Webhook` */
function typesText(changes: readonly Change[]): string {
  const types = [...new Set(changes.map(typeOf))].sort();
  return types.map((type) => `${changes.filter((change) => typeOf(change) === type).length} ${type}`).join(", ");
}

/** What a reviewer should look up in the review of the stack. */
function attentionText({ changes, plan, settings, drift, unseen }: StackReview): string {
  const counted: readonly (readonly [count: number, what: string])[] = [
    [settings.filter(({ revealed }) => revealed).length, "no longer secret"],
    [plan.filter(({ overwritten = [] }) => overwritten.length > 0).length, "overwritten"],
    [changes.filter(({ protection }) => protection === "removed").length, "no longer protected"],
    [drift.length, "changed by hand"],
    [unseen.length, "not known before the run"],
  ];
  return counted.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(", ");
}

const ordersOf = (name: string, { changes }: StackReview): string[] =>
  changes.filter(({ ordered }) => ordered).map(({ object, price = "not known" }) => row([name, object, price]));
