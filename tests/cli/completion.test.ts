import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { candidatesFor } from "../../cli/completion/candidates.js";
import { shells } from "../../cli/completion/command.js";
import { createProgram } from "../../cli/program.js";
import { tableRows } from "../../sdk/operations/rows.js";
import { temporaryFolder } from "../support/folder.js";
import { runInProcess } from "../support/hosting-in-process.js";

/** Types a line into zsh, presses tab and prints the line as it is then. */
const zshDriver = [
  "zmodload zsh/zpty",
  "script=$1; shift",
  'for typed in "$@"; do',
  '  zpty session "zsh -f -i"',
  '  zpty -w session "autoload -U compinit; compinit -u -D; source ${(q)script}"',
  '  zpty -w session \'tab() { zle expand-or-complete; print -r -- "<""<$BUFFER>"">"; exit }; zle -N tab; bindkey "^I" tab\'',
  "  zpty -w session \"print REA''DY\"",
  "  zpty -r session output '*READY*'",
  "  zpty -w -n session \"$typed\"$'\\t'",
  "  zpty -r session output '*<<*>>*'",
  '  print -r -- "${${output#*<<}%%>>*}"',
  "  zpty -d session",
  "done",
].join("\n");

const isInstalled = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

describe("hosting completion", function () {
  this.timeout(60_000);

  /** What is offered for the last of these words. */
  const offered = (...words: readonly string[]): string[] => candidatesFor(createProgram(), words).map(({ word }) => word);

  const names = createProgram()
    .createHelp()
    .visibleCommands(createProgram())
    .map((command) => command.name());
  const operations = tableRows.flatMap(({ name, operation }) => [name, operation.id]);

  for (const [typed, expected] of [
    [[""], names],
    [["rec"], ["recover"]],
    [["help", "sand"], ["sandbox"]],
    [["completion", "z"], ["zsh"]],
    // Every operation by both names, once.
    [["call", ""], operations],
    [["call", "webhooks.l"], ["webhooks.list"]],
    // Values of options; files, and what only the user knows, are left to the shell.
    [
      ["operations", "--area", "mail"],
      ["mail", "mailing"],
    ],
    [["operations", "--area=webh"], ["--area=webhooks"]],
    [["operations", "--area", "=", "webh"], ["webhooks"]],
    [["call", "webhooks.list", "--output", ""], []],
    [["call", "--param", "webhooks"], []],
    // The value of an option is no command and no operation.
    [["call", "--param", "webhooks.list", "webhooks.l"], ["webhooks.list"]],
    [["call", "-p", "a=b", "--all", "webhooks.l"], ["webhooks.list"]],
    [["call", "-p", "a", "=", "b", "--all", "webhooks.l"], ["webhooks.list"]],
    [["call", "--all", "webhooks.list", "--show"], ["--show-secrets"]],
    [["clal", ""], []],
  ] as const)
    it(`completes ${JSON.stringify(typed)}`, () => {
      assert.deepEqual(offered(...typed), expected);
    });

  it("offers every option of every command", () => {
    for (const command of createProgram().commands.filter((each) => names.includes(each.name())))
      assert.deepEqual(
        offered(command.name(), "--").sort(),
        [...command.options.flatMap(({ long }) => long ?? []), "--help"].sort(),
      );
  });

  it("refuses other shells, and names those it knows", async () => {
    const { code, stdout, stderr } = await runInProcess(["completion", "tcsh"]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /bash, zsh, fish/);
  });

  describe("in a shell", () => {
    const folder = temporaryFolder();
    const script = (shell: string): string => join(folder.path, `hosting.${shell}`);

    before(async () => {
      for (const shell of shells) {
        const { code, stdout, stderr } = await runInProcess(["completion", shell]);
        assert.deepEqual([code, stderr], [0, ""]);
        await writeFile(script(shell), stdout);
      }
      await writeFile(join(folder.path, "driver.zsh"), zshDriver);
      await mkdir(join(folder.path, "bin"));
      const main = resolve(__dirname, "..", "..", "cli", "main.js");
      await writeFile(join(folder.path, "bin", "hosting"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, {
        mode: 0o755,
      });
      await mkdir(join(folder.path, "work"));
      await writeFile(join(folder.path, "work", "a file.json"), "");
    });

    const run = async (command: string, args: readonly string[]): Promise<string[]> => {
      const env = { ...process.env, PATH: `${join(folder.path, "bin")}:${process.env["PATH"]}` };
      const { stdout } = await promisify(execFile)(command, args, { cwd: join(folder.path, "work"), env });
      return stdout.split("\n").slice(0, -1);
    };

    it("is registered in bash, with files for what it does not know", async () => {
      const ask =
        'source "$0"; COMP_WORDS=(hosting call --all webhooks.l); COMP_CWORD=3; _hosting; printf "%s\\n" "${COMPREPLY[@]}"';
      assert.deepEqual(await run("bash", ["--norc", "-c", `${ask}; complete -p hosting`, script("bash")]), [
        "webhooks.list",
        "complete -o default -F _hosting hosting",
      ]);
    });

    it("completes in zsh", async function () {
      if (!isInstalled("zsh")) this.skip();
      const lines = [
        ["hosting operat", "hosting operations "],
        ["hosting call --all webhooks.li", "hosting call --all webhooks.list "],
        ["hosting call webhooks.list webh", "hosting call webhooks.list webh"],
        ["hosting call webhooks.list -o a", "hosting call webhooks.list -o a\\ file.json "],
        ["hosting operations --area web", "hosting operations --area webhooks "],
      ] as const;
      const typed = lines.map(([line]) => line);
      assert.deepEqual(
        await run("zsh", ["-f", join(folder.path, "driver.zsh"), script("zsh"), ...typed]),
        lines.map(([, line]) => line),
      );
    });

    it("completes in fish", async function () {
      if (!isInstalled("fish")) this.skip();
      const completed = async (line: string): Promise<string[]> => {
        const lines = await run("fish", ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script("fish"), line]);
        return lines.map((each) => each.split("\t")[0]!);
      };
      assert.deepEqual(await completed("hosting rec"), ["recover"]);
      assert.deepEqual(await completed("hosting call --all webhooks.l"), ["webhooks.list"]);
      assert.deepEqual(await completed("hosting operations --area=web"), ["--area=webhooks"]);
      assert.deepEqual(await completed("hosting call webhooks.list -o a"), ["a file.json"]);
    });
  });
});
