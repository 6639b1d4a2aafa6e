import { readFile, writeFile } from "node:fs/promises";
import { machine } from "./machine.js";
import { benchmarksPage, withMeasured } from "./page.js";

/** What a part of the benchmark with a section of its own has measured. */
export interface Section {
  /** Name of its markers in the page. */
  readonly name: string;
  /** What the tables show, in a sentence or more. */
  readonly caption: string;
  readonly tables: string;
  /** Arguments of the command that measured it. */
  readonly args: readonly string[];
}

/** Prints a section, and writes it into docs/contributing/benchmarks.md if asked to. */
export async function publish(
  { name, caption, tables, args }: Section,
  { write, print }: { readonly write: boolean; readonly print: (line: string) => void },
): Promise<void> {
  const command = ["npm run bench --", ...args].join(" ");
  const source = `Measured by \`${command}\` on ${new Date().toISOString().slice(0, 10)}; ${await machine()}.`;
  const text = `${caption} ${source}\n\n${tables}`;
  print(`\n${text}`);
  if (write) await writeFile(benchmarksPage, withMeasured(await readFile(benchmarksPage, "utf8"), text, name));
}
