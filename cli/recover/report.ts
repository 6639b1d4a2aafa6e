import type { StackIdentity } from "../../provider/journal/journal-events.js";
import { objectText, resourceText } from "../../provider/values/phrases.js";
import { dayOf } from "../../sdk/redaction/text.js";
import { aligned, painter } from "../shared/terminal.js";
import type { Change } from "./apply.js";
import { classOf, nameOf, titleOf as titleOfUrn } from "../stack/deployment.js";
import type { Judged } from "./judge.js";
import type { Finding } from "./finding.js";
import type { Dangling } from "./references.js";
import { nextSteps, type Step } from "./next.js";
import type { Stray } from "./stray.js";
import type { Unseen } from "./unseen.js";
import { ago, isLeft } from "./verdict.js";

const done: Readonly<Record<Change["action"], string>> = {
  "take-over": "taken over",
  update: "updated",
  remove: "removed",
  drop: "dropped",
  leave: "forgotten",
};

const titleOf = ({ operation: { resource } }: Judged): string => `${classOf(resource) ?? resource.type} ${nameOf(resource.urn)}`;

const isCreation = ({ operation }: Judged): boolean => operation.type === "creating";

/** For a person: a table, the reasons, and the next steps. */
export function findingAsText(finding: Finding): string {
  const { stack, judged, dangling, misplaced, unseen, letGo, isForgotten, isLetGo, outcome, now } = finding;
  const paint = painter(process.stdout);
  const action = ({ change }: Judged) => (outcome === "settled" ? done[change.action] : change.action);
  const [heading, ...lines] = aligned([
    ["RESOURCE", "PENDING", "FOUND", outcome === "settled" ? "DONE" : "PLAN"],
    ...judged.map((each) => [titleOf(each), each.operation.type, each.found, action(each)]),
  ]);
  const table = judged.length === 0 ? [] : [paint("bold", heading!), ...lines, ""];
  const reasons = judged.map((each) => `${titleOf(each)}: ${each.why}`);
  return [
    ...happened(stack, judged),
    ...table,
    ...reasons,
    ...(judged.length === 0 ? [] : [""]),
    ...(judged.length === 0 ? [] : cut(dangling)),
    conclusion(finding),
    ...misplaced.map(outOfOrder),
    ...noted(unseen, isForgotten, now),
    ...claimed(letGo, isLetGo),
    ...toType(nextSteps(finding)),
  ].join("\n");
}

function happened({ stack = "" }: StackIdentity, judged: readonly Judged[]): string[] {
  if (judged.length === 0) return [];
  const begun = judged.length === 1 ? "one operation" : `${judged.length} operations`;
  return [
    `A run of stack ${stack} was interrupted. The state does not show how ${begun} ended. This command changes nothing at the provider.`,
    "",
  ];
}

function toType(steps: readonly Step[]): string[] {
  if (steps.length === 0) return [];
  const lines = aligned(steps.map(({ command, when }) => [`  $ ${command}`, `# ${when}`]));
  return ["", "What to run next:", ...lines];
}

function cut(dangling: readonly Dangling[]): string[] {
  if (dangling.length === 0) return [];
  const each = dangling.map(({ resource, missing }) => `${nameOf(resource.urn)} to ${missing.map(nameOf).join(", ")}`);
  return [
    `The state refers to resources that it does not have (${each.join("; ")}). Pulumi refuses such a state; --yes removes these references.`,
    "",
  ];
}

const outOfOrder = ({ resource: { urn, provider }, missing: [first = ""] }: Dangling): string =>
  `The state is invalid, so Pulumi refuses to read it: ${titleOfUrn(urn)} refers to ` +
  `${titleOfUrn(first === provider ? first.slice(0, first.lastIndexOf("::")) : first)}, which is not before it.`;

const forgets = "Pulumi forgets every pending operation when a state is written";

function conclusion({ outcome, judged, isLetGo }: Finding): string {
  // What --yes closes in the journal does not depend on the operations.
  const unchanged = isLetGo ? "The state was not changed." : "Nothing was changed.";
  const left = judged.filter(isLeft);
  const leftOnes = left.map(titleOf).join(", ");
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

function noted(unseen: readonly Unseen[], isForgotten: boolean, now: number): string[] {
  if (unseen.length === 0) return [];
  const lines = unseen.map(({ creation: { kind, title, notedAt }, why, isSettled }) => {
    const end = isSettled ? (isForgotten ? " It is now forgotten." : " --yes forgets it.") : "";
    return `  ${objectText(kind, title)}, begun ${ago(now, notedAt)}: ${why}${end}`;
  });
  return ["", "Creations by earlier runs that neither the state nor a pending operation knows:", ...lines];
}

function claimed(letGo: readonly Stray[], isLetGo: boolean): string[] {
  if (letGo.length === 0) return [];
  const lines = letGo.map(({ claims, why }) => {
    const { kind, id, name, at } = claims.at(-1)!;
    return `  ${objectText(kind, id)} of ${resourceText(kind, name)}, last seen on ${dayOf(at)}: ${why}`;
  });
  const what = isLetGo
    ? "Nobody else could delete these; their claims are now forgotten. If one has moved to another stack, run `pulumi preview` there before " +
      "anything is deleted."
    : "Nobody else can delete these until --yes forgets their claims. If one has moved to another stack, run `pulumi preview` there first.";
  return ["", `Objects of entries that are no longer in the state of this stack. ${what}`, ...lines];
}

/**
 * For programs.
 *
 * @param redact removes secrets from a text; identifiers contain none, and a secret can equal a part of one by chance
 */
export const findingAsJson = (
  { stack, judged, misplaced, unseen, letGo, isForgotten, isLetGo, outcome }: Finding,
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
  unseen: unseen.map(({ creation: { kind, title, sends, answered }, why, isSettled }) => ({
    kind,
    title: redact(title),
    sentAt: sends[0] === undefined ? undefined : new Date(sends[0]).toISOString(),
    answered,
    why: redact(why),
    forgotten: isForgotten && isSettled,
  })),
  letGo: letGo.map(({ claims, why }) => {
    const { kind, id, name, at } = claims.at(-1)!;
    return { kind, id, name, shownAt: new Date(at).toISOString(), why: redact(why), forgotten: isLetGo };
  }),
});
