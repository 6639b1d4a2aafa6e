import { execFile } from "node:child_process";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { promisify } from "node:util";

/** What measurements depend on in addition to the sources: the machine, its system, Node and the Pulumi CLI on the path. */
async function machine(): Promise<string> {
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

/** What a part of the benchmark has measured. */
export interface Section {
  /** What the table shows, in sentences. Default: it says so itself. */
  readonly caption?: string;
  readonly table: string;
  /** The command that measured it, such as `npm run bench -- --startup`. */
  readonly command: string;
}

/** What was measured, in Markdown, with where and how. */
export async function sectionText({ caption, table, command }: Section): Promise<string> {
  const source = `Measured by \`${command}\` on ${new Date().toISOString().slice(0, 10)}; ${await machine()}.`;
  return `${caption === undefined ? "" : `${caption} `}${source}\n\n${table}`;
}

/** The command with its arguments, as somebody writes it. */
export const commandWith = (command: string, args: readonly string[]): string =>
  [command, ...(args.length === 0 ? [] : ["--", ...args])].join(" ");

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
