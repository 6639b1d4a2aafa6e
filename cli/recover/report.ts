import type { StackIdentity } from "../../provider/journal/journal-events.js";
import { objectText, resourceText } from "../../provider/values/phrases.js";
import { dayOf, inWords } from "../../sdk/redaction/text.js";
import type { StackFlags } from "../shared/command.js";
import { asText } from "../shared/document.js";
import { exitCodes } from "../shared/exit.js";
import { aligned, painter } from "../shared/terminal.js";
import { counted, shellQuoted } from "../shared/text.js";
import { classOf, nameOf, titleOf } from "../stack/deployment.js";
import type { Orphan } from "./claims.js";
import type { OpenCreation } from "./creations.js";
import { ago, isLeft } from "./facts.js";
import type { Judged } from "./judge.js";
import type { Change, Dangling } from "./state.js";

/**
 * - `nothing`: no operation is pending.
 * - `planned`: --yes was not given.
 * - `withheld`: nothing was written, and --yes alone writes nothing, because something has to be left.
 * - `settled`: the state was written.
 */
export type Outcome = "nothing" | "planned" | "withheld" | "settled";

export interface Finding {
  readonly stack: StackIdentity;
  readonly judged: readonly Judged[];
  /** Resources that refer to others that the original state does not have. */
  readonly dangling: readonly Dangling[];
  /** Resources for which Pulumi refuses to read the state. */
  readonly misplaced: readonly Dangling[];
  /** Sent creations that neither the state nor a pending operation knows. */
  readonly openCreations: readonly OpenCreation[];
  /** Objects that the stack had and that are no longer in its state. */
  readonly orphans: readonly Orphan[];
  /** Whether finished creations are forgotten now. */
  readonly isForgotten: boolean;
  /** Whether the stack's former objects are forgotten now. */
  readonly isReleased: boolean;
  readonly outcome: Outcome;
  /** The stack and the folder as they were passed to the command. */
  readonly place: Pick<StackFlags, "stack" | "cwd">;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Whether --yes would forget something that is listed. */
const hasForgettable = ({ openCreations, orphans, isForgotten, isReleased }: Finding): boolean =>
  (!isForgotten && openCreations.some(({ isSettled }) => isSettled)) || (!isReleased && orphans.length > 0);

interface Consent {
  readonly yes?: true;
  readonly forgetRest?: true;
}

/**
 * What happens. Pulumi forgets every pending operation when a state is imported. For an update or a deletion the state still has the
 * resource; for a creation it has nothing but the operation.
 */
export function outcomeOf(judged: readonly Judged[], { yes, forgetRest }: Consent): Outcome {
  if (judged.length === 0) return "nothing";
  if (forgetRest) return "settled";
  if (judged.every(isLeft)) return "withheld";
  if (!yes) return "planned";
  return judged.some((each) => isLeft(each) && each.operation.type === "creating") ? "withheld" : "settled";
}

export function exitCodeOf(finding: Finding, { forgetRest }: Consent): number {
  const { judged, openCreations, misplaced, outcome } = finding;
  if (misplaced.length > 0) return exitCodes.failed;
  if (outcome === "planned" || (outcome === "nothing" && hasForgettable(finding))) return exitCodes.refused;
  const isOpen = judged.some(isLeft) || openCreations.some(({ isSettled }) => !isSettled);
  return outcome === "withheld" || (!forgetRest && isOpen) ? exitCodes.failed : exitCodes.done;
}

const forgetting = "removes the notes and claims listed above; follow their advice first";

/** Commands to run next, each with when or why. */
function nextSteps(finding: Finding): readonly (readonly [command: string, when: string])[] {
  const { judged, outcome, misplaced, place } = finding;
  const options = Object.entries({ stack: place.stack, cwd: place.cwd })
    .map(([name, value]) => (value === undefined ? "" : ` --${name} ${shellQuoted(value)}`))
    .join("");
  const recover = (flags = "") => `hosting recover${options}${flags}`;
  const preview = [`pulumi preview --refresh${options}`, "shows what the next `up` will do"] as const;
  const isForgetting = hasForgettable(finding);
  const alsoForgets = isForgetting ? `; also ${forgetting}` : "";
  const nobody = "once you are certain that no run of this stack is active";
  if (outcome === "settled") return [preview];
  if (outcome === "nothing") {
    const repair = [`pulumi state repair${options}`, "puts the state in order, and changes nothing at the provider"] as const;
    return [...(misplaced.length > 0 ? [repair] : []), ...(isForgetting ? [[recover(" --yes"), forgetting] as const] : [])];
  }
  const left = judged.filter((each) => isLeft(each) && isCreation(each));
  if (left.length > 0) {
    const longest = Math.max(0, ...left.map(({ waits = 0 }) => waits));
    const wait = longest > 0 ? `in ${inWords(longest)}, ` : "";
    return [
      [recover(), `${wait}after you have done what the reasons above ask for`],
      [recover(" --yes --forget-rest"), `otherwise, ${nobody}: settles the rest, and Pulumi forgets what is left${alsoForgets}`],
    ];
  }
  if (judged.every(isLeft)) return [[recover(), "once the reason above no longer applies"], preview];
  return [[recover(" --yes"), `${nobody}; if the stack is locked, it says by whom, and writes nothing${alsoForgets}`], preview];
}

const done: Readonly<Record<Change["action"], string>> = {
  "take-over": "taken over",
  update: "updated",
  remove: "removed",
  drop: "dropped",
  leave: "forgotten",
};

const titleIn = ({ operation: { resource } }: Judged): string => `${classOf(resource) ?? resource.type} ${nameOf(resource.urn)}`;

const isCreation = ({ operation }: Judged): boolean => operation.type === "creating";

/** For a person: a table, the reasons, and the next steps. */
export function findingAsText(finding: Finding): string {
  const { stack, judged, dangling, misplaced, openCreations, orphans, isReleased, outcome } = finding;
  const isSettled = outcome === "settled";
  const rows = judged.map((each) => [
    titleIn(each),
    each.operation.type,
    each.found,
    isSettled ? done[each.change.action] : each.change.action,
  ]);
  const happened = {
    heading: `A run of stack ${stack.stack ?? ""} was interrupted. The state does not show how ${counted(judged.length, "operation")} ended. This command changes nothing at the provider.`,
    table: [["RESOURCE", "PENDING", "FOUND", isSettled ? "DONE" : "PLAN"], ...rows],
    lists: [
      { title: "Why", items: judged.map((each) => `${titleIn(each)}: ${each.why}`) },
      {
        title: "The state refers to resources that it does not have, which Pulumi refuses; --yes removes these references",
        items: dangling.map(({ resource, missing }) => `${nameOf(resource.urn)} to ${missing.map(nameOf).join(", ")}`),
      },
    ],
  };
  const ended = {
    heading: conclusion(finding),
    lists: [
      { title: "The state is invalid, so Pulumi refuses to read it", items: misplaced.map(outOfOrder) },
      {
        title: "Creations by earlier runs that neither the state nor a pending operation knows",
        items: openCreations.map((each) => openCreationText(each, finding)),
      },
      {
        title: `Objects of entries that are no longer in the state of this stack. ${isReleased ? released : unreleased}`,
        items: orphans.map(orphanText),
      },
    ],
  };
  const steps = aligned(nextSteps(finding).map(([command, when]) => [`  $ ${command}`, `# ${when}`]));
  return [
    asText(judged.length === 0 ? [ended] : [happened, ended], painter(process.stdout)),
    ...(steps.length === 0 ? [] : [["What to run next:", ...steps].join("\n")]),
  ].join("\n\n");
}

const outOfOrder = ({ resource: { urn, provider }, missing: [first = ""] }: Dangling): string =>
  `${titleOf(urn)} refers to ${titleOf(first === provider ? first.slice(0, first.lastIndexOf("::")) : first)}, which is not before it.`;

function openCreationText({ creation, why, isSettled }: OpenCreation, { isForgotten, now }: Finding): string {
  const { kind, title, notedAt } = creation;
  const end = isSettled ? (isForgotten ? " It is now forgotten." : " --yes forgets it.") : "";
  return `${objectText(kind, title)}, begun ${ago(now, notedAt)}: ${why}${end}`;
}

function orphanText({ claims, why }: Orphan): string {
  const { kind, id, name, at } = claims.at(-1)!;
  return `${objectText(kind, id)} of ${resourceText(kind, name)}, last seen on ${dayOf(at)}: ${why}`;
}

const released =
  "Nobody else could delete these; their claims are now forgotten. If one has moved to another stack, run `pulumi preview` there before " +
  "anything is deleted";
const unreleased =
  "Nobody else can delete these until --yes forgets their claims. If one has moved to another stack, run `pulumi preview` there first";

const forgets = "Pulumi forgets every pending operation when a state is written";

function conclusion({ outcome, judged, isReleased }: Finding): string {
  // What --yes closes in the journal does not depend on the operations.
  const unchanged = isReleased ? "The state was not changed." : "Nothing was changed.";
  const left = judged.filter(isLeft);
  const leftOnes = left.map(titleIn).join(", ");
  switch (outcome) {
    case "nothing":
      return "No pending operations.";
    case "planned":
      return left.some(isCreation) ? `Nothing was changed. ${withheldReason}` : "Nothing was changed. --yes applies the plan.";
    case "withheld":
      return left.some(isCreation)
        ? `${unchanged} ${withheldReason} Left: ${leftOnes}.`
        : `${unchanged} These operations could not be settled (see the reasons above): ${leftOnes}.`;
    case "settled":
      return left.length === 0
        ? "Settled: the state no longer has pending operations."
        : `Settled, except for what was left. ${forgets}, so it will not mention ${leftOnes} again.`;
  }
}

const withheldReason = `${forgets}, so nothing is settled while a creation has to be left. Settle that creation first, or add --forget-rest to forget it.`;

/**
 * For programs.
 * @param redact removes secrets from a text; identifiers contain none, and a secret can equal a part of one by chance
 */
export const findingAsJson = (
  { stack, judged, misplaced, openCreations, orphans, isForgotten, isReleased, outcome }: Finding,
  redact: (sentence: string) => string,
) => ({
  ...stack,
  outcome,
  pending: judged.map(({ operation: { type, resource }, change, found, why }) => ({
    urn: resource.urn,
    operation: type,
    found: redact(found),
    action: change.action,
    id: change.action === "take-over" ? change.id : undefined,
    why: redact(why),
  })),
  ...(misplaced.length > 0 && { invalid: misplaced.map(({ resource: { urn } }) => urn) }),
  openCreations: openCreations.map(({ creation: { kind, title, sends, answered }, why, isSettled }) => ({
    kind,
    title: redact(title),
    sentAt: sends[0] === undefined ? undefined : new Date(sends[0]).toISOString(),
    answered,
    why: redact(why),
    forgotten: isForgotten && isSettled,
  })),
  abandoned: orphans.map(({ claims, why }) => {
    const { kind, id, name, at } = claims.at(-1)!;
    return { kind, id, name, shownAt: new Date(at).toISOString(), why: redact(why), forgotten: isReleased };
  }),
});
