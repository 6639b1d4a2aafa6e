import { inWords } from "../../sdk/redaction/text.js";
import { shellQuoted } from "../shared/one-line.js";
import type { Judged } from "./judge.js";
import { type Finding, hasForgettable } from "./finding.js";
import { isLeft } from "./verdict.js";

/** A command to run, and when. */
export interface Step {
  readonly command: string;
  readonly when: string;
}

const forgetting = "removes the notes and claims listed above; follow their advice first";

/** The next commands, in order. */
export function nextSteps(finding: Finding): readonly Step[] {
  const { judged, outcome, misplaced, place } = finding;
  const recover = (flags = "") => `hosting recover${options(place)}${flags}`;
  const pulumi = (command: string) => `pulumi ${command}${options(place)}`;
  const preview = { command: pulumi("preview --refresh"), when: "shows what the next `up` will do" };
  const left = judged.filter((each) => isLeft(each) && each.operation.type === "creating");
  const alsoForgets = hasForgettable(finding) ? `; also ${forgetting}` : "";
  const nobody = "once you are certain that no run of this stack is active";
  switch (outcome) {
    case "nothing":
      return [
        ...(misplaced.length > 0
          ? [{ command: pulumi("state repair"), when: "puts the state in order, and changes nothing at the provider" }]
          : []),
        ...(hasForgettable(finding) ? [{ command: recover(" --yes"), when: forgetting }] : []),
      ];
    case "settled":
      return [preview];
    default:
      if (left.length > 0)
        return [
          { command: recover(), when: `${waitOf(left)}after you have done what the reasons above ask for` },
          {
            command: recover(" --yes --forget-rest"),
            when: `otherwise, ${nobody}: settles the rest, and Pulumi forgets what is left${alsoForgets}`,
          },
        ];
      return judged.every(isLeft)
        ? [{ command: recover(), when: "once the reason above no longer applies" }, preview]
        : [
            {
              command: recover(" --yes"),
              when: `${nobody}; if the stack is locked, it says by whom, and writes nothing${alsoForgets}`,
            },
            preview,
          ];
  }
}

const waitOf = (left: readonly Judged[]): string => {
  const longest = Math.max(0, ...left.map(({ waits = 0 }) => waits));
  return longest > 0 ? `in ${inWords(longest)}, ` : "";
};

const options = ({ stack, cwd }: Finding["place"]): string =>
  Object.entries({ stack, cwd })
    .map(([name, value]) => (value === undefined ? "" : ` --${name} ${shellQuoted(value)}`))
    .join("");
