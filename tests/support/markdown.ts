import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The checkout. */
export const root = join(__dirname, "../../..");

/** A Markdown file of the checkout. */
export interface Page {
  /** Relative to the checkout, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The pages that users read: README.md and all below docs/. */
export function userPages(): readonly Page[] {
  const below = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.split(sep).join("/")}`)
    .sort();
  const top = readdirSync(root).filter((name) => name === "README.md");
  return [...top, ...below].map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** A program in a page, on the same lines as there, so that positions agree; all other lines are empty. */
export interface Program {
  readonly path: string;
  readonly text: string;
}

const fence = /^(\s*)```/;

/**
 * The programs in the TypeScript blocks of a page. A block that imports something starts a new program; a block without
 * imports continues the one above it.
 */
export function programsIn({ path, text }: Page): readonly Program[] {
  const lines = text.split("\n");
  const programs: string[][] = [];
  const openProgram = (): string[] => {
    const program = lines.map(() => "");
    programs.push(program);
    return program;
  };
  for (let index = 0; index < lines.length; index += 1) {
    const opening = /^\s*```(\w*)/.exec(lines[index]!);
    if (opening === null) continue;
    const end = lines.findIndex((line, place) => place > index && fence.test(line));
    if (end === -1) throw new Error(`${path}:${index + 1}: the block does not end`);
    if (opening[1] === "ts" || opening[1] === "typescript") {
      const block = lines.slice(index + 1, end);
      const program = block.some((line) => /^\s*import\b/.test(line)) ? openProgram() : (programs.at(-1) ?? openProgram());
      block.forEach((line, place) => (program[index + 1 + place] = line));
    }
    index = end;
  }
  return programs.map((program) => ({ path, text: program.join("\n") }));
}

/** The only code block of a page that contains this text. */
export function blockWith({ path, text }: Page, part: string): string {
  const blocks = Array.from(text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm), ([, code]) => code!);
  const [block, ...others] = blocks.filter((code) => code.includes(part));
  if (block === undefined || others.length > 0) throw new Error(`${path} has not one block with ${part}`);
  return block;
}

const withoutBlocks = (text: string): string => text.replace(/^(\s*)```[\s\S]*?^\1```\s*$/gm, "");

/** The link fragments of a page's headings, in order; equal headings are numbered. */
export function anchorsOf({ text }: Page): readonly string[] {
  const seen = new Map<string, number>();
  return Array.from(withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm), ([, heading]) => {
    const anchor = heading!
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** Targets of the links and images of a page, as written. */
export const linksOf = ({ text }: Page): readonly string[] =>
  Array.from(
    withoutBlocks(text)
      .replace(/`[^`\n]*`/g, "")
      .matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s*(\S+)/gm),
    (match) => (match[1] ?? match[2])!,
  );

/** Path relative to the checkout. */
export const inCheckout = (path: string): string => relative(root, path).split(sep).join("/");
