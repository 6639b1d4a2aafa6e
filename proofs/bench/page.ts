import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
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

/** What measurements depend on in addition to the sources: the machine, its system, Node and the Pulumi CLI on the path. */
export async function machine(): Promise<string> {
  const { stdout } = await promisify(execFile)("pulumi", ["version"], {
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
  });
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return [
    `${availableParallelism()} × ${model}`,
    memory,
    `${type()} ${release()}`,
    `Node ${process.version}`,
    `Pulumi CLI ${stdout.trim()}`,
  ].join(", ");
}

/** What a part of the benchmark with a section of its own has measured. */
export interface Section {
  /** Name of its markers in the page. */
  readonly name: string;
  /** What the table shows, in a sentence or more. */
  readonly caption: string;
  readonly table: string;
  /** Arguments of the command that measured it. */
  readonly args: readonly string[];
}

/** Prints a section, and writes it into the page if asked to. */
export async function publish(
  { name, caption, table, args }: Section,
  { write, print }: { readonly write: boolean; readonly print: (line: string) => void },
): Promise<void> {
  const command = ["npm run bench --", ...args].join(" ");
  const source = `Measured by \`${command}\` on ${new Date().toISOString().slice(0, 10)}; ${await machine()}.`;
  const text = `${caption} ${source}\n\n${table}`;
  print(`\n${text}`);
  if (write) await writeFile(benchmarksPage, withMeasured(await readFile(benchmarksPage, "utf8"), text, name));
}

/** A Markdown table as Prettier writes it: the first columns left-aligned, all others, which are numbers, right-aligned. */
export function markdownTable(heading: readonly string[], rows: readonly (readonly string[])[], toTheLeft = 1): string {
  const widths = heading.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column < toTheLeft ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(" | ")} |`;
  const rule = widths.map((width, column) => (column < toTheLeft ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(heading), line(rule), ...rows.map(line)].join("\n");
}

/** A rounded number for tables: `12,345`. */
export const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
