import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { changes, commandTimeout, failed, succeeded, useStack } from "../support/engine.js";
import { blockWith, userPages } from "../support/markdown.js";

const pageOf = (name: string) => userPages().find(({ path }) => path === name)!;

/** As `tsc` compiles it in a CommonJS project. */
const compiled = (code: string): string =>
  ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS } }).outputText;

describe("the programs of README and of the pages, on the real engine", function () {
  this.timeout(8 * commandTimeout);
  const stack = useStack({ anew: true });

  /** Sets up a project with the program of a page, as docs/how-to/projects.md says. */
  async function declare(page: string, part: string, address?: string): Promise<void> {
    const program = blockWith(pageOf(page), part);
    await mkdir(join(stack.folder, "bin"), { recursive: true });
    await writeFile(join(stack.folder, "bin", "index.js"), compiled(program.replace("https://api.example", address ?? "$&")));
    await writeFile(join(stack.folder, "Pulumi.yaml"), blockWith(pageOf("docs/how-to/projects.md"), "main: bin/index.js"));
    await rm(join(stack.folder, "index.js"), { force: true });
    succeeded(await stack.pulumi("stack", "init", "pages"));
  }
  const configure = async (...args: string[]) => succeeded(await stack.pulumi("config", ...args));
  const up = async () => changes(succeeded(await stack.up())).sort();

  it("README.md: applied with the commands for CI, which fail on drift at night", async () => {
    // Without redirections.
    const lines = blockWith(pageOf("docs/reliability.md"), "pulumi up --yes").matchAll(/^pulumi ([^#\n]*)/gm);
    const commands = Array.from(lines, ([, args]) =>
      args!
        .trim()
        .split(" ")
        .filter((word) => !word.includes(">")),
    );
    assert.deepEqual(
      commands.map(([name]) => name),
      ["preview", "up", "preview"],
    );
    await declare("README.md", "new hosting.Site");
    await configure("set", "--secret", "accountPassword", "planted-password");
    for (const command of commands) assert.doesNotMatch(succeeded(await stack.pulumi(...command)).output, /planted/);
    const { domains, accounts } = stack.sandbox.control.store;
    assert.equal(succeeded(await stack.pulumi("stack", "output", "url")).output, "https://shop-of-the-customer.de\n");
    const { id } = accounts.all().find(({ virtual }) => virtual?.virtualName === "shop-web")!;
    accounts.update(id, { description: "somebody's" });
    failed(await stack.pulumi(...commands.at(-1)!), /description: the API cannot change it/);
    failed(await stack.pulumi("destroy", "--yes"), /protected/);
    assert.ok(domains.get("shop-of-the-customer.de"));
  });

  it("log-in.md: a second login, which a refresh after a password change does not use before an up has recorded it", async () => {
    await declare("docs/how-to/log-in.md", "new hosting.Provider", stack.sandbox.url);
    await configure("set", "--secret", "secondUsername", "agency");
    await configure("set", "--secret", "secondPassword", "agency-password");
    succeeded(await stack.up());
    const { logins, sessions, webhooks } = stack.sandbox.control.store;
    assert.deepEqual(
      webhooks.all().map(({ login }) => login),
      ["agency"],
    );
    logins.update("agency", { passwordHash: logins.get("reseller")!.passwordHash });
    for (const { id } of sessions.all()) sessions.delete(id);
    await configure("set", "--secret", "secondPassword", "sandbox-password");
    failed(await stack.up("--refresh"), /The provider refused the login/);
    assert.deepEqual(await up(), []);
    succeeded(await stack.up("--refresh"));
  });

  it("rotate-tokens.md: a rotation with an overlap", async () => {
    await declare("docs/how-to/rotate-tokens.md", "const periods");
    const found = () =>
      stack.sandbox.control.store.applicationTokens
        .all()
        .flatMap(({ description = "" }) => /Deployment of the shop, (.*)/.exec(description)?.[1] ?? [])
        .sort();
    await configure("set", "--path", "tokenPeriods[0]", "2030-1");
    assert.deepEqual(await up(), ["create deployment-2030-1"]);
    await configure("set", "--path", "tokenPeriods[1]", "2030-2");
    assert.deepEqual([await up(), found()], [["create deployment-2030-2"], ["2030-1", "2030-2"]]);
    await configure("rm", "--path", "tokenPeriods[0]");
    assert.deepEqual([await up(), found()], [["delete deployment-2030-1"], ["2030-2"]]);
  });

  it("move.md: subdomains move to another domain", async () => {
    const { domains } = stack.sandbox.control.store;
    domains.insert({ ...domains.get("sommer-gartenbau.com")!, id: "garten-sommer.de", sld: "garten-sommer", tld: "de" });
    await declare("docs/how-to/move.md", "const domains");
    for (const [index, name] of ["sommer-gartenbau.com", "garten-sommer.de"].entries()) {
      await configure("set", "--path", `domains[${index}]`, name);
      assert.deepEqual(await up(), [`create blog.${name}`, `create shop.${name}`]);
    }
    const before = stack.writes().length;
    await configure("rm", "--path", "domains[0]");
    assert.equal((await up()).length, 2);
    assert.equal(stack.writes().length, before);
    await stack.settled();
  });
});
