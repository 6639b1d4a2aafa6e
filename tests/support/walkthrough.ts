import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Stack } from "./engine.js";
import { writeCommand } from "./folder.js";
import { command as hosting } from "./hosting.js";
import type { Page } from "./markdown.js";
import { filesIn, type ShownFile, writeRecipe } from "./recipe.js";
import { isAsShown, transcriptsIn, type Typed } from "./transcript.js";

/** What a reader of a page does in order: types commands, and writes or edits files. */
type Step = { readonly typed: readonly Typed[] } | { readonly file: ShownFile };

function stepsIn(page: Page): readonly Step[] {
  const typed = transcriptsIn(page).map((each) => ({ line: each.line, step: { typed: each.typed } }));
  const files = filesIn(page).map((file) => ({ line: file.line, step: { file } }));
  return [...typed, ...files].sort((a, b) => a.line - b.line).map(({ step }) => step);
}

/** A terminal that a reader keeps open: it stays in the folder of the last command. */
export class Terminal {
  #folder: string;

  constructor(
    folder: string,
    private readonly environment: Readonly<Record<string, string | undefined>>,
  ) {
    this.#folder = folder;
  }

  /** Runs commands, and returns what the terminal shows of each. */
  async type(commands: readonly string[]): Promise<readonly string[]> {
    const lines = commands.map((command) => `(exit $code)\n{ ${command}\n} 2>&1\ncode=$?\nprintf '\\0'`);
    const child = spawn("sh", ["-c", `code=0\n${lines.join("\n")}\npwd`], {
      cwd: this.#folder,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...this.environment },
    });
    const shown = (await text(child.stdout)).split("\0");
    this.#folder = shown.pop()!.trim();
    return shown;
  }

  /** Writes a file, or changes it as a block of the language `diff` shows. */
  async write({ path, text: content, language }: ShownFile): Promise<void> {
    if (language !== "diff") return writeRecipe(this.#folder, [{ path, text: content }]);
    const lines = content.trimEnd().split("\n");
    const side = (sign: string) => lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`);
    const [before, after] = [side("+").join(""), side("-").join("")];
    const file = join(this.#folder, path);
    const [start, end, ...others] = (await readFile(file, "utf8")).split(before);
    if (start === undefined || end === undefined || others.length > 0) throw new Error(`${path} has not once:\n${before}`);
    await writeFile(file, start + after + end);
  }
}

/** A terminal in a new project folder within that of a stack, where `hosting` is this package's command. */
export async function projectTerminal(stack: Stack, name: string, files: Readonly<Record<string, string>>): Promise<Terminal> {
  const folder = join(stack.folder, name);
  await mkdir(folder);
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
  const bin = join(stack.folder, "bin");
  await writeCommand(bin, "hosting", `exec "${process.execPath}" "${hosting}" "$@"`);
  await writeCommand(bin, "npx", 'exec "$@"');
  const path = [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter);
  return new Terminal(folder, { ...stack.environment, HOME: stack.folder, PATH: path });
}

/** What a command prints and what a page shows of it, for each that differs; the same if none does. */
export interface Walked {
  readonly printed: string;
  readonly shown: string;
}

export interface WalkOptions {
  /** An output without what differs from run to run. Default: the output. */
  readonly steady?: (output: string) => string;
  /** Types commands in another way than in the terminal; undefined for those that are typed there. */
  readonly typed?: (commands: readonly string[]) => Promise<readonly string[]> | undefined;
}

/** Does what a page tells its reader, in order. */
export async function walk(
  page: Page,
  terminal: Terminal,
  { steady = (output) => output, typed = () => undefined }: WalkOptions = {},
): Promise<Walked> {
  const differing: Walked[] = [];
  for (const step of stepsIn(page)) {
    if ("file" in step) {
      await terminal.write(step.file);
      continue;
    }
    const commands = step.typed.map(({ command }) => command);
    const outputs = await (typed(commands) ?? terminal.type(commands));
    for (const [index, { command, output }] of step.typed.entries())
      if (!isAsShown(steady(outputs[index]!), steady(output)))
        differing.push({ printed: `$ ${command}\n${outputs[index]}`, shown: `$ ${command}\n${output}` });
  }
  const joined = (side: keyof Walked) => differing.map((each) => each[side]).join("\n");
  return { printed: joined("printed"), shown: joined("shown") };
}
