import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
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

  const folder = temporaryFolder();
  const script = (shell: string): string => join(folder.path, `hosting.${shell}`);

  before(async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      const { code, stdout, stderr } = await runInProcess(["completion", shell]);
      assert.deepEqual([code, stderr], [0, ""]);
      await writeFile(script(shell), stdout);
    }
    await writeFile(join(folder.path, "driver.zsh"), zshDriver);
    await mkdir(join(folder.path, "work"));
    for (const name of ["a file.json", "b$(date).json"]) await writeFile(join(folder.path, "work", name), "");
  });

  const run = async (command: string, args: readonly string[]): Promise<string[]> => {
    const { stdout } = await promisify(execFile)(command, args, { cwd: join(folder.path, "work") });
    return stdout.split("\n").slice(0, -1);
  };

  it("refuses other shells, and names those it knows", async () => {
    const { code, stdout, stderr } = await runInProcess(["completion", "tcsh"]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /bash, zsh, fish/);
  });

  describe("in bash", () => {
    before(function () {
      if (!isInstalled("bash")) this.skip();
    });

    /** What bash offers for the last of these words. */
    const offered = (...words: readonly string[]): Promise<string[]> =>
      run("bash", [
        "--norc",
        "-c",
        'set -u; source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hosting; for each in ${COMPREPLY[@]+"${COMPREPLY[@]}"}; do printf "%s\\n" "$each"; done',
        script("bash"),
        "hosting",
        ...words,
      ]);

    it("offers the commands, and the options before one", async () => {
      const names = createProgram().commands.map((command) => command.name());
      assert.deepEqual((await offered("")).sort(), [...names, "help"].sort());
      assert.deepEqual(await offered("rec"), ["recover"]);
      assert.deepEqual(await offered("--v"), ["--version"]);
      assert.deepEqual(await offered("help", "sand"), ["sandbox"]);
    });

    it("offers every option of every command", async () => {
      for (const command of createProgram().commands) {
        const long = command.options.flatMap(({ long }) => long ?? []);
        assert.deepEqual((await offered(command.name(), "--")).sort(), [...long, "--help"].sort());
      }
    });

    it("offers every operation by both names, once", async () => {
      const names = tableRows.flatMap(({ name, operation }) => [name, operation.id]);
      assert.deepEqual(await offered("call", ""), names);
      assert.deepEqual(await offered("operations", ""), names);
      assert.deepEqual(await offered("call", "webhooks.l"), ["webhooks.list"]);
      assert.deepEqual(await offered("call", "webhooks.list", ""), []);
    });

    it("offers the values of options: areas, files, and nothing that only the user knows", async () => {
      assert.deepEqual(await offered("operations", "--area", "mail"), ["mail", "mailing"]);
      assert.deepEqual(await offered("operations", "--area", "=", "webh"), ["webhooks"]);
      assert.ok((await offered("operations", "--area", "=")).includes("webhooks"));
      assert.deepEqual((await offered("call", "webhooks.list", "--output", "")).sort(), ["a file.json", "b$(date).json"]);
      assert.deepEqual(await offered("call", "--param", "webhooks"), []);
    });

    it("does not mistake the value of an option for a command or an operation", async () => {
      assert.deepEqual(await offered("call", "--param", "webhooks.list", "webhooks.l"), ["webhooks.list"]);
      assert.deepEqual(await offered("call", "-p", "a", "=", "b", "--all", "webhooks.l"), ["webhooks.list"]);
      assert.deepEqual(await offered("call", "-p", "a", "="), []);
      assert.deepEqual(await offered("call", "-p", "a", "=", "web"), []);
      assert.deepEqual(await offered("call", "--all", "webhooks.list", "--show"), ["--show-secrets"]);
    });

    it("offers nothing for a command that does not exist", async () => {
      assert.deepEqual(await offered("clal", ""), []);
      assert.deepEqual(await offered("clal", "--"), []);
    });

    it("is registered for the command", async () => {
      assert.deepEqual(await run("bash", ["--norc", "-c", 'source "$0"; complete -p hosting', script("bash")]), [
        "complete -F _hosting hosting",
      ]);
    });
  });

  describe("in zsh", () => {
    before(function () {
      if (!isInstalled("zsh")) this.skip();
    });

    it("completes commands, options, areas, operations and shells", async () => {
      const lines = [
        ["hosting operat", "hosting operations "],
        ["hosting call webhooks.li", "hosting call webhooks.list "],
        ["hosting call --all webhooks.li", "hosting call --all webhooks.list "],
        ["hosting call webhooks.list --sh", "hosting call webhooks.list --show-secrets "],
        ["hosting call webhooks.list webh", "hosting call webhooks.list webh"],
        ["hosting call webhooks.list -o a", "hosting call webhooks.list -o a\\ file.json "],
        ["hosting operations --area web", "hosting operations --area webhooks "],
        ["hosting completion z", "hosting completion zsh "],
        ["hosting help rec", "hosting help recover "],
      ] as const;
      const typed = lines.map(([line]) => line);
      const completed = await run("zsh", ["-f", join(folder.path, "driver.zsh"), script("zsh"), ...typed]);
      assert.deepEqual(
        completed,
        lines.map(([, line]) => line),
      );
    });
  });

  describe("in fish", () => {
    before(function () {
      if (!isInstalled("fish")) this.skip();
    });

    const offered = async (line: string): Promise<string[]> => {
      const lines = await run("fish", ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script("fish"), line]);
      return lines.map((each) => each.split("\t")[0]!);
    };

    it("completes commands, options, areas, operations and shells", async () => {
      assert.deepEqual(await offered("hosting rec"), ["recover"]);
      assert.deepEqual(await offered("hosting call webhooks.l"), ["webhooks.list"]);
      assert.deepEqual(await offered("hosting call --all webhooks.l"), ["webhooks.list"]);
      assert.deepEqual(await offered("hosting call webhooks.list "), []);
      assert.deepEqual(await offered("hosting call webhooks.list --show"), ["--show-secrets"]);
      assert.deepEqual(await offered("hosting operations --area web"), ["webhooks"]);
      assert.deepEqual(await offered("hosting completion z"), ["zsh"]);
      assert.deepEqual(await offered("hosting help rec"), ["recover"]);
    });
  });
});
