import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { changes, commandTimeout, Stack, succeeded } from "../support/engine.js";
import { blockWith, userPages } from "../support/markdown.js";

const pageOf = (name: string) => userPages().find(({ path }) => path === `docs/how-to/${name}.md`)!;

const compiled = (code: string): string =>
  ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS } }).outputText;

describe("docs/how-to on the real engine", function () {
  this.timeout(8 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  const declare = (name: string, part: string) =>
    writeFile(join(stack.folder, "index.js"), compiled(blockWith(pageOf(name), part)));
  const configure = async (...args: string[]) => succeeded(await stack.pulumi("config", ...args));
  const up = async () => changes(succeeded(await stack.up()));
  const deletions = () => stack.sandbox.control.journal.requests().filter(({ method }) => method === "DELETE");

  it("rotates a token with an overlap", async () => {
    await declare("rotate-tokens", "const periods");
    await configure("set", "--path", "tokenPeriods[0]", "2030-1");
    assert.deepEqual(await up(), ["create deployment-2030-1"]);
    await configure("set", "--path", "tokenPeriods[1]", "2030-2");
    assert.deepEqual(await up(), ["create deployment-2030-2"]);
    const { applicationTokens } = stack.sandbox.control.store;
    const live = () =>
      applicationTokens.all().flatMap(({ description = "" }) => /Deployment of the shop, (.*)/.exec(description)?.[1] ?? []);
    assert.deepEqual(live().sort(), ["2030-1", "2030-2"]);
    await configure("rm", "--path", "tokenPeriods[0]");
    assert.deepEqual(await up(), ["delete deployment-2030-1"]);
    assert.deepEqual(live(), ["2030-2"]);
    await writeFile(join(stack.folder, "index.js"), "");
    succeeded(await stack.up());
  });

  it("moves subdomains to another domain", async () => {
    const { domains } = stack.sandbox.control.store;
    const { id: _, ...old } = domains.get("sommer-gartenbau.com")!;
    domains.insert({ ...old, id: "garten-sommer.de", sld: "garten-sommer", tld: "de" });
    await declare("move", "const domains");
    await configure("set", "--path", "domains[0]", "sommer-gartenbau.com");
    const both = (verb: string, domain: string) => [`${verb} blog.${domain}`, `${verb} shop.${domain}`];
    assert.deepEqual((await up()).sort(), both("create", "sommer-gartenbau.com"));
    await configure("set", "--path", "domains[1]", "garten-sommer.de");
    assert.deepEqual((await up()).sort(), both("create", "garten-sommer.de"));
    const before = deletions().length;
    await configure("rm", "--path", "domains[0]");
    assert.equal((await up()).length, 2);
    assert.equal(deletions().length, before);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });
});
