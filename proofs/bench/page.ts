import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lostFrom } from "./lost.js";

/** The page with all measurements. */
export const benchmarksPage = join(__dirname, "..", "..", "..", "docs", "contributing", "benchmarks.md");

/** Where the text between the page's markers begins and ends. */
function placeIn(page: string, name: string): { readonly from: number; readonly to: number } {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no ${begin} before ${end}.`);
  return { from: from + begin.length, to };
}

/**
 * Replaces the text between the page's markers.
 *
 * @param name of the markers
 */
export function withMeasured(page: string, text: string, name: string): string {
  const { from, to } = placeIn(page, name);
  return `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`;
}

/**
 * Writes what was measured into a page, in place of what it says.
 *
 * @param file path of the page
 * @param name of the markers
 * @param replace also if the page has sections or rows that the text lacks
 * @param warn receives what is lost
 * @throws Error that names what would be lost, unless `replace`
 */
export async function writeMeasured(
  file: string,
  text: string,
  { name, replace, warn }: { name: string; replace: boolean; warn: (line: string) => void },
): Promise<void> {
  const page = await readFile(file, "utf8");
  const { from, to } = placeIn(page, name);
  const lost = lostFrom(page.slice(from, to), text, page.slice(0, from) + page.slice(to)).map((each) => `  ${each}\n`);
  if (lost.length > 0) {
    const list = `${file} has results that the new ones lack:\n${lost.join("")}`;
    if (!replace) throw new Error(`${list}It was not changed. Measure these too, or add --replace to write it without them.`);
    warn(`${list}They were removed from the page.`);
  }
  await writeFile(file, withMeasured(page, text, name));
}
