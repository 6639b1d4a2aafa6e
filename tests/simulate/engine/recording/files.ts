import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Recorded } from "./normal.js";

const folder = resolve(__dirname, "..", "..", "..", "..", "..", "tests", "simulate", "recordings");
const fileOf = (name: string): string => join(folder, `${name}.json`);

export const readRecording = async (name: string): Promise<Recorded[]> =>
  JSON.parse(await readFile(fileOf(name), "utf8")) as Recorded[];

export async function writeRecording(name: string, recorded: readonly Recorded[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(name), formatted(recorded));
}

const list = (items: readonly unknown[]): string =>
  items.length === 0 ? "[]" : `[\n${items.map((item) => `   ${JSON.stringify(item)}`).join(",\n")}\n  ]`;

/** A line for each call and each resource, so that a change of the engine shows as what it is. */
function formatted(recorded: readonly Recorded[]): string {
  const all = recorded.map(({ result, calls, steps, resources, pending }) =>
    [
      `  "result": ${JSON.stringify(result)}`,
      `  "calls": ${list(calls)}`,
      `  "steps": ${JSON.stringify(steps)}`,
      `  "resources": ${list(resources)}`,
      `  "pending": ${JSON.stringify(pending)}`,
    ].join(",\n"),
  );
  return `[\n${all.map((step) => ` {\n${step}\n }`).join(",\n")}\n]\n`;
}
