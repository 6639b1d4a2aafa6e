import { inLine } from "../../sdk/redaction/text.js";
import { textRows } from "../shared/document.js";
import type { Paint } from "../shared/terminal.js";
import type { Part } from "./part.js";
import { partsOf, verdictOf } from "./parts.js";
import type { Review } from "./review.js";

/** The review for a terminal. @param redact removes secrets from a text */
export function reviewAsText(review: Review, redact: (text: string) => string, paint: Paint): string {
  const parts = partsOf(review, redact).map((part) => partText(part, paint));
  const digest = review.digest === undefined ? [] : [`Digest: ${review.digest}`];
  return [paint("bold", inLine(redact(verdictOf(review)))), ...parts, ...digest].join("\n\n");
}

function partText({ heading, columns, units, notes = [] }: Part, paint: Paint): string {
  const items = units.flatMap(({ item }) => (item === undefined ? [] : [`  ${inLine(item)}`]));
  const rows = units.flatMap((unit) => unit.rows ?? []);
  const [names, ...lines] = columns === undefined ? [] : textRows([columns, ...rows]);
  return [
    `${inLine(heading)}:`,
    ...items,
    ...(names === undefined ? [] : [paint("bold", names), ...lines]),
    ...notes.map(inLine),
  ].join("\n");
}
