import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { question, suggest } from "../../sdk/values/suggest.js";
import { addCommand, type CommandRow } from "../shared/command.js";
import { UsageError } from "../shared/exit.js";
import { aligned, painter, print } from "../shared/terminal.js";

interface Page {
  readonly codes: readonly string[];
  readonly text: string;
}

/** The pages of docs/messages.md, each below a heading with its codes; the messages of Pulumi have none. */
export function pagesOf(document: string): readonly Page[] {
  const [, ...sections] = document.split(/^## /m);
  return sections
    .map((section) => {
      const end = section.indexOf("\n");
      return { codes: section.slice(0, end).trim().split(", "), text: section.slice(end).trim() };
    })
    .filter(({ codes }) => codes.every((code) => /^[a-z-]+$/.test(code)));
}

const document = (): string => readFileSync(join(__dirname, "..", "..", "..", "docs", "messages.md"), "utf8");

function runExplain(code: string): void {
  const pages = pagesOf(document());
  const paint = painter(process.stdout);
  if (code === "") {
    print(aligned(pages.map(({ codes, text }) => [codes.join(", "), text.split(/(?<=\.)\s/)[0]!])).join("\n"));
    return;
  }
  const page = pages.find(({ codes }) => codes.includes(code));
  if (page === undefined) {
    const known = pages.flatMap(({ codes }) => codes);
    const near = question(suggest(code, known, (each) => [each]));
    throw new UsageError(`there is no page "${code}"${near || ". `hosting explain` lists all."}`);
  }
  print(`${paint("bold", page.codes.join(", "))}\n\n${page.text}`);
}

const command: CommandRow = {
  name: "explain",
  summary: "explain a message",
  description: "Prints the page behind a message: what happened, why the run stopped, and what to do. It needs no network.",
  argument: ["[code...]", "code at the end of the message, such as exists-elsewhere"],
  action: (words: readonly string[]) => runExplain(words.join("-")),
  help: `
Examples:
  $ hosting explain                     all pages
  $ hosting explain exists-elsewhere    what to do if another stack has the object`,
};

export const addExplain = (program: Command): Command => addCommand(program, command);
