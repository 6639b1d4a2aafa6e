import { spelledOut } from "../../../sdk/redaction/text.js";
import type { Placed } from "../objects.js";
import { Expression } from "./code.js";

/** Longer texts are in files of their own, where people can read and edit them. */
const longest = 300;

/** Folder of these files. */
export const folderOfTexts = "texts";

/** A text of an object that has a file of its own. */
export interface LongText {
  readonly object: Placed;
  readonly argument: string;
  /** Relative to the folder of the program. */
  readonly file: string;
  readonly text: string;
}

/** Each name has a file of its own, which every system accepts. */
const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}.-]/gu, (sign) => `_${sign.codePointAt(0)!.toString(16)}`);

const isHarmless = (text: string): boolean => spelledOut(text) === text;

/** The long texts of objects, at most one of each: no secrets, and nothing that acts where it is shown. */
export const longTextsOf = (objects: readonly Placed[]): readonly LongText[] =>
  objects.flatMap((object) => {
    const { definition, args, name } = object;
    const isLong = ([of, value]: readonly [string, unknown]) =>
      typeof value === "string" &&
      value.length > longest &&
      isHarmless(value.replace(/\r\n|\u00ad/g, "")) &&
      definition.fields[of]?.secret === undefined;
    const [argument, text] = Object.entries(args).find(isLong) ?? [];
    if (argument === undefined) return [];
    const ending = argument === "html" ? "html" : `${definition.kind}.txt`;
    return [{ object, argument, file: `${folderOfTexts}/${fileName(name)}.${ending}`, text: text as string }];
  });

/** The name of the file, as the program has it. */
const nameIn = ({ file }: LongText): string => `"${file.slice(folderOfTexts.length + 1)}"`;

/** The call that reads a text. */
export const readingOf = (text: LongText): Expression => new Expression(`textOf(${nameIn(text)})`);

/** Whether a code reads a text, however it is broken into lines. */
export const readsText = (code: string, text: LongText): boolean => code.includes(nameIn(text));

/** The function that a file of the program reads texts with, wherever Pulumi runs. */
export function readerCode(file: string, isModule: boolean): string {
  const path = `${file.includes("/") ? "../" : ""}${folderOfTexts}/\${file}`;
  const read = isModule ? `new URL(\`${path}\`, import.meta.url)` : `\`\${__dirname}/${path}\``;
  return `const textOf = (file: string) =>\n  readFileSync(${read}, "utf8");`;
}
