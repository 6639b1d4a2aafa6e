import { code, table } from "./markdown.js";
import type { Docs, MemberDoc } from "./source.js";

/** Splits off the sentence that says what happens if an argument is omitted. */
export function splitDefault(text: string): { readonly fallback: string; readonly meaning: string } {
  const match = /(?:^|\s)(?:Default|If omitted): ((?:[^.]|\.(?!\s|$))*)\.(?=\s|$)/.exec(text);
  return match === null ? { fallback: "", meaning: text } : { fallback: match[1]!, meaning: text.replace(match[0], "").trim() };
}

/** How an argument is shown. */
interface ArgumentCells {
  readonly type: string;
  /** Rows of its own members. */
  readonly members?: readonly (readonly string[])[];
}

/** Arguments, with the type in the source unless it is shown otherwise. */
export const argumentTable = (
  args: Docs<MemberDoc>,
  shown: (name: string, member: MemberDoc) => ArgumentCells = (_, { type }) => ({ type: code(type) }),
): string =>
  table(
    ["Argument", "Type", "Default", "Meaning"],
    Object.entries(args).flatMap(([name, member]) => {
      const { fallback, meaning } = splitDefault(member.text);
      const { type, members = [] } = shown(name, member);
      return [[code(name), type, member.optional ? fallback : "required", meaning], ...members];
    }),
  );
