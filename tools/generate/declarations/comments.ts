import ts from "typescript";

export const indented = (text: string): string => text.replace(/^(?=.)/gm, "  ");

/** The comment of a declaration as it is written, with a line end; empty where there is none. */
export function commentOf(node: ts.Node): string {
  const place = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const { text } = place.getSourceFile();
  const ranges = ts.getLeadingCommentRanges(text, place.getFullStart()) ?? [];
  const comment = ranges.map(({ pos, end }) => text.slice(pos, end)).findLast((each) => each.startsWith("/**"));
  if (comment === undefined) return "";
  return comment
    .replace(/\n\s*\*? ?@public\b.*/g, "")
    .replace(/ ?@public\b.*(?=\*\/)/, "")
    .replace(/(?:\n \*)+(?=\n \*\/$)/, "")
    .replace(/^\s+\*/gm, " *")
    .replace(/^\/\*\* ?\*\/$/, "")
    .replace(/(?<=\/)$/, "\n");
}

/** The comment of a symbol, as {@link commentOf}. */
export const commentOfSymbol = ({ declarations = [] }: ts.Symbol): string =>
  declarations.map(commentOf).find((each) => each !== "") ?? "";

const width = 120;

/** A text as a comment, with a line end; empty where there is none. */
export function comment(text: string): string {
  if (text === "") return "";
  const lines = text
    .replaceAll("*/", "*\\/")
    .split("\n")
    .flatMap((line) => wrapped(line, width));
  return lines.length === 1 ? `/** ${lines[0]!} */\n` : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

function wrapped(line: string, most: number): string[] {
  const lines = [""];
  for (const word of line.split(" ")) {
    const last = lines.at(-1)!;
    if (last !== "" && last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}
