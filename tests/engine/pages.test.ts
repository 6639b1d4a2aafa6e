import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { changes, commandTimeout, failed, Stack, succeeded } from "../support/engine.js";
import { blockWith, userPages } from "../support/markdown.js";

const pageOf = (name: string) => userPages().find(({ path }) => path === name)!;

/** As `tsc` compiles it in a CommonJS project. */
const compiled = (code: string): string =>
  ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS } }).outputText;

/** The Pulumi commands in a block for a shell, each as its arguments, without redirections. */
const commandsIn = (block: string): string[][] =>
  Array.from(block.matchAll(/^pulumi ([^#\n]*)/gm), ([, args]) =>
    args!
      .trim()
      .split(" ")
      .filter((word) => !word.includes(">")),
  );

describe("the examples of README and of the pages, on the real engine", function () {
  this.timeout(8 * commandTimeout);

  /** Runs `work` in a project with that program, set up as described in docs/how-to/projects.md. */
  async function withProgram(code: string, config: Readonly<Record<string, string>>, work: (stack: Stack) => Promise<void>) {
    const stack = await Stack.create();
    try {
      await mkdir(join(stack.folder, "bin"));
      await writeFile(join(stack.folder, "bin", "index.js"), compiled(code));
      await writeFile(join(stack.folder, "Pulumi.yaml"), blockWith(pageOf("docs/how-to/projects.md"), "main: bin/index.js"));
      await rm(join(stack.folder, "index.js"));
      succeeded(await stack.pulumi("stack", "init", "pages"));
      for (const [key, value] of Object.entries(config)) succeeded(await stack.pulumi("config", "set", "--secret", key, value));
      await work(stack);
    } finally {
      await stack.dispose();
    }
  }

  it("apply the program of README with the commands for CI, which fail on drift at night", async () => {
    const program = blockWith(pageOf("README.md"), "new hosting.Site");
    const commands = commandsIn(blockWith(pageOf("docs/reliability.md"), "pulumi up --yes"));
    assert.deepEqual(
      commands.map(([name]) => name),
      ["preview", "up", "preview"],
    );
    await withProgram(program, { accountPassword: "planted-password" }, async (stack) => {
      for (const command of commands) assert.ok(!succeeded(await stack.pulumi(...command)).output.includes("planted"));
      const { domains, accounts } = stack.sandbox.control.store;
      assert.ok(domains.get("shop-of-the-customer.de"));
      assert.equal(succeeded(await stack.pulumi("stack", "output", "url")).output, "https://shop-of-the-customer.de\n");

      const account = accounts.all().find(({ virtual }) => virtual?.virtualName === "shop-web")!;
      accounts.update(account.id, { description: "somebody's" });
      succeeded(await stack.pulumi("preview", "--expect-no-changes"));
      failed(await stack.pulumi(...commands.at(-1)!), /description: the API cannot change it/);
      accounts.update(account.id, { description: "Web shop" });

      failed(await stack.pulumi("destroy", "--yes"), /protected/);
      assert.ok(domains.get("shop-of-the-customer.de"));
    });
  });

  it("run the program with a second login, which a refresh after a password change does not", async () => {
    const program = blockWith(pageOf("docs/how-to/log-in.md"), "new hosting.Provider");
    const address = (url: string) => program.replace("https://api.example", url);
    const config = { secondUsername: "agency", secondPassword: "agency-password" };
    await withProgram(program, config, async (stack) => {
      await writeFile(join(stack.folder, "bin", "index.js"), compiled(address(stack.sandbox.url)));
      succeeded(await stack.up());
      const { logins, sessions, webhooks } = stack.sandbox.control.store;
      assert.deepEqual(
        webhooks.all().map(({ login }) => login),
        ["agency"],
      );

      logins.update("agency", { passwordHash: logins.get("reseller")!.passwordHash });
      for (const { id } of sessions.all()) sessions.delete(id);
      succeeded(await stack.pulumi("config", "set", "--secret", "secondPassword", "sandbox-password"));
      failed(await stack.up("--refresh"), /The provider refused the login/);
      assert.deepEqual(changes(succeeded(await stack.up())), []);
      succeeded(await stack.up("--refresh"));
    });
  });
});
