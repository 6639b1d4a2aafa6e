import type { Page } from "./markdown.js";

/** A command as a page shows it, with its output there. */
export interface Typed {
  readonly command: string;
  readonly output: string;
}

/** A block of a page that shows commands at a terminal. */
export interface Transcript {
  readonly line: number;
  readonly typed: readonly Typed[];
}

const prompt = "$ ";

/** The blocks of a page that show a terminal, in order. */
export function transcriptsIn({ path, text }: Page): readonly Transcript[] {
  return Array.from(text.matchAll(/^```console\n([\s\S]*?)^```$/gm), ({ 1: shown, index }) => {
    const line = text.slice(0, index).split("\n").length;
    const typed: { command: string; output: string }[] = [];
    for (const each of shown!.trimEnd().split("\n")) {
      const last = typed.at(-1);
      if (each.startsWith(prompt)) typed.push({ command: each.slice(prompt.length), output: "" });
      else if (last === undefined) throw new Error(`${path}:${line}: output without a command`);
      else last.output += `${each}\n`;
    }
    return { line, typed };
  });
}

const escaped = (line: string): string => line.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Whether an output is as a page shows it, where a line `…` stands for lines that are left out, and ` …` for the rest of a line. */
export function isAsShown(output: string, shown: string): boolean {
  const lines = `${shown.trimEnd()}\n`.replace(/^.*\n/gm, (line) => {
    if (line === "…\n") return "(?:.*\\n)*?";
    return line.endsWith(" …\n") ? `${escaped(line.slice(0, -3))}.*\\n` : escaped(line);
  });
  return new RegExp(`^${lines}$`).test(`${output.trimEnd()}\n`);
}
