import { isAdoptable } from "../../provider/definition/definition.js";
import { stackSection } from "../drift/report.js";
import type { Entered } from "../enter/enter.js";
import { type Cell, asText as documentText, type Redact, type Section } from "../shared/document.js";
import { exitCodes } from "../shared/exit.js";
import { shortPath } from "../shared/files.js";
import { painter } from "../shared/terminal.js";
import { counted } from "../shared/text.js";
import { redactedValue, valueText } from "../shared/values.js";
import { titleOf } from "../stack/deployment.js";
import { aliasTo } from "../stack/engine-message.js";
import type { Differs, Judged } from "./judge.js";

export interface Adoption {
  readonly stack: string;
  readonly judged: readonly Judged[];
  /** Undefined if the user has not agreed. */
  readonly entered: Entered | undefined;
  readonly backup: string | undefined;
}

/** In the same order in every run, for Pulumi previews resources in any. */
const inOrder = (judged: readonly Judged[]): readonly Judged[] =>
  judged.toSorted((a, b) => (titleOf(a.urn) < titleOf(b.urn) ? -1 : 1));

const isMatch = ({ finding }: Judged): boolean => finding.status === "matches";

/** That another stack has what is adopted: if that one changes or deletes it, this one sees it too. */
export const elsewhereText = (each: Judged): string | undefined =>
  isMatch(each) && each.elsewhere !== undefined
    ? `${each.definition.className} ${each.name} belongs to ${each.elsewhere}, too`
    : undefined;

/** Whether the next run would still create the resource. */
const isLeft = ({ urn }: Judged, { entered }: Adoption): boolean => entered === undefined || !entered.urns.includes(urn);

const outcomeOf = (adoption: Adoption): "failed" | "withheld" | "incomplete" | "done" => {
  const { judged, entered } = adoption;
  if (entered?.difference !== undefined) return "failed";
  if (entered === undefined && judged.some(isMatch)) return "withheld";
  return judged.some((each) => isLeft(each, adoption)) ? "incomplete" : "done";
};

const codes = {
  done: exitCodes.done,
  failed: exitCodes.failed,
  incomplete: exitCodes.failed,
  withheld: exitCodes.refused,
} as const;

export const exitCodeOf = (adoption: Adoption): number => codes[outcomeOf(adoption)];

export const asJson = (adoption: Adoption, redact: Redact): object => ({
  outcome: outcomeOf(adoption),
  resources: adoption.judged.map((each) => {
    const { status, found, holder, properties, ids, why, refused } = each.finding;
    return {
      urn: each.urn,
      name: each.name,
      title: redact(each.title),
      status,
      id: found?.id,
      holder,
      differs: properties && [...new Set(properties.map(({ path }) => /^[^.[]*/.exec(path)![0]))],
      properties: properties?.map((property) => redactedValue(property, redact)),
      ids,
      why: why && redact(why),
      refused: refused && redact(refused),
      elsewhere: elsewhereText(each),
      entered: !isLeft(each, adoption),
      ordered: isOrdered(each, adoption),
    };
  }),
  backup: adoption.entered?.urns.length === 0 ? undefined : adoption.backup,
});

/** Whether a run refuses a second object beside the one that exists and is not as declared. */
const isInTheWay = ({ definition, finding }: Judged): boolean =>
  definition.identity.unique !== false && ["differs", "ambiguous", "held"].includes(finding.status);

/** Whether the next `up` would order it, which is billed. */
const isOrdered = (each: Judged, adoption: Adoption): boolean =>
  each.definition.costly === true &&
  each.finding.refused === undefined &&
  each.finding.status !== "unknown" &&
  !isInTheWay(each) &&
  isLeft(each, adoption) &&
  !(adoption.entered === undefined && isMatch(each));

export function asText(adoption: Adoption, redact: Redact): string {
  const { stack, entered, backup } = adoption;
  const judged = inOrder(adoption.judged);
  if (judged.length === 0 && entered?.difference === undefined)
    return "Nothing to adopt: the state has everything that the program declares.";
  const rows = judged.map((each): Cell[] => [
    { value: `${each.definition.className} ${each.name}` },
    { value: each.finding.found?.id ?? "" },
    `${resultText(each, adoption, redact)}${elsewhereText(each) === undefined ? "" : "; another stack has it too"}`,
  ]);
  const list = (title: string, itemOf: (each: Judged) => string | undefined) => ({
    title,
    items: judged.flatMap((each) => itemOf(each) ?? []),
  });
  const orders = ({ definition }: Judged) =>
    definition.costly === true ? "; if it does not exist, the next `up` orders it, which is billed" : "";
  const lists = [
    list("The next `up` would order, which is billed", (each) => (isOrdered(each, adoption) ? redact(each.title) : undefined)),
    list("The next `up` would be refused, and order none of these", (each) =>
      each.finding.refused === undefined ? undefined : redact(`${each.name}: ${each.finding.refused}`),
    ),
    list("Not known whether the name is registered already, so the order may be refused", ({ name, finding }) =>
      finding.unchecked === undefined ? undefined : redact(`${name}: ${finding.unchecked}`),
    ),
    list("Renamed or moved in the program? Give the resource an alias", ({ urn, finding }) =>
      finding.isLeaving ? `${titleOf(urn)}: ${aliasTo(finding.holder!)}` : undefined,
    ),
    list("In another stack too", elsewhereText),
    list("Not known", (each) =>
      each.finding.why === undefined ? undefined : redact(`${each.name}: ${each.finding.why}${orders(each)}`),
    ),
  ];
  const sections: Section[] = [{ heading: headingOf(adoption), table: [["RESOURCE", "OBJECT", "RESULT"], ...rows], lists }];
  if (entered?.difference !== undefined) sections.push(stackSection({ stack, ...entered.difference }, redact));
  const end =
    outcomeOf(adoption) === "withheld"
      ? ["Nothing was written. Add --yes to enter what matches in the state."]
      : entered !== undefined && entered.urns.length > 0 && backup !== undefined
        ? [`A preview after a refresh has nothing to change in them. The earlier state is in ${shortPath(backup)}.`]
        : [];
  return [documentText(sections, painter(process.stdout)), ...end].join("\n\n");
}

function headingOf({ judged, entered }: Adoption): string {
  const matches = judged.filter(isMatch).length;
  const all = counted(judged.length, "resource");
  if (entered === undefined) return `${matches} of ${all} that the next \`up\` would create exist as declared.`;
  if (entered.difference !== undefined)
    return "A preview after a refresh would not be empty, so what had entered the state was taken back.";
  return `${entered.urns.length} of ${all} that the next \`up\` would have created entered the state.`;
}

function resultText(each: Judged, adoption: Adoption, redact: Redact): string {
  if (!isLeft(each, adoption)) return "entered the state";
  const { definition, finding } = each;
  const { properties = [], ids = [], holder = "", isLeaving, refused } = finding;
  switch (finding.status) {
    case "matches":
      return adoption.entered === undefined ? "exists as declared" : "did not enter the state";
    case "differs":
      return `exists, but differs in ${properties.map((property) => redact(valuesText(property))).join(", ")}`;
    case "ambiguous":
      return `several exist: ${ids.join(", ")}; choose one with --take`;
    case "held":
      return `exists; resource ${titleOf(holder)} of this stack has it${isLeaving ? ": renamed? give it an alias" : ", and the program declares both"}`;
    case "absent": {
      if (refused !== undefined) return "does not exist as declared, and cannot be ordered: its name is in use";
      const found = isAdoptable(definition)
        ? "does not exist"
        : "cannot be adopted, because its secret is shown at creation only";
      return `${found}, and would be ${definition.costly === true ? "ordered and billed" : "created"}`;
    }
    case "unknown":
      return "not known";
  }
}

const valuesText = ({ path, program, provider }: Differs): string =>
  `${path} (program: ${valueText(program) || "nothing"}; provider: ${valueText(provider) || "nothing"})`;
