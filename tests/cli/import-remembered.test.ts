import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mapping } from "../../cli/import/mapping.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { temporaryFolder } from "../support/folder.js";
import { loginAt } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";

interface JsonReport {
  readonly objects: readonly { readonly kind: string; readonly id: string }[];
  readonly leftOut: readonly { readonly what: string; readonly why: string }[];
  readonly attention: readonly { readonly what: string; readonly why: string }[];
}

describe("what an import remembers, and what it warns of", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  let sandbox: Sandbox;
  let count = 0;
  let out: string;

  beforeEach(async () => {
    sandbox = await startSandbox();
    out = join(folder.path, `out-${(count += 1)}`);
  });
  afterEach(() => sandbox.close());

  const run = (...args: string[]) =>
    runInProcess(["import", "--code-only", "--json", "--out", out, ...args], { cwd: folder.path, env: loginAt(sandbox.url) });

  async function imported(...args: string[]): Promise<JsonReport> {
    const ended = await run(...args);
    assert.equal(ended.code, 0, ended.stderr + ended.stdout);
    return JSON.parse(ended.stdout) as JsonReport;
  }

  const kindsOf = ({ objects }: JsonReport) => [...new Set(objects.map(({ kind }) => kind))].sort();
  const mapping = async () => JSON.parse(await readFile(join(out, "hosting-import.json"), "utf8")) as Mapping;

  it("reads customers and kinds again that were named once, until they are forgotten", async () => {
    assert.deepEqual(kindsOf(await imported("--customer", "100001", "--only", "domain")), ["domain"]);
    await imported("--customer", "100002", "--only", "webhook");
    const { customers, kinds } = await mapping();
    assert.deepEqual(
      [customers, kinds],
      [
        [100001, 100002],
        ["domain", "webhook"],
      ],
    );
    const { objects } = await imported();
    assert.ok(objects.every(({ kind, id }) => kind === "domain" && id.startsWith("p100002/")) && objects.length > 0);
    const file = join(out, "customers", "100002.ts");
    const { code, stderr } = await run("--forget", "100002");
    assert.equal(code, 2);
    assert.match(stderr, /remove customers\/100002\.ts first/);
    await rm(file);
    await imported("--forget", "100002", "--forget", "webhook");
    assert.doesNotMatch(await readFile(join(out, "index.ts"), "utf8"), /100002/);
    const rest = await mapping();
    assert.deepEqual([rest.customers, rest.kinds], [[100001], ["domain"]]);
    await imported("--customer", "100002", "--only", "domain");
    assert.match(await readFile(file, "utf8"), /new hosting\.Site/);
    assert.match(await readFile(join(out, "index.ts"), "utf8"), /100002/);
  });

  it("keeps the key of each secret, although another object would have it", async () => {
    const target = (name: string) => `https://hooks.slack.com/services/T00/B00/${name}`;
    const add = (domain: string, name: string) => {
      sandbox.control.store.domains.insert({ ...sandbox.control.store.domains.all()[0]!, id: domain });
      sandbox.control.store.subdomains.insert({
        ...sandbox.control.store.subdomains.all()[0]!,
        id: `${name}.${domain}`,
        domain,
        name,
        target: target(name),
      });
    };
    add("b.de", "x-a");
    const only = ["--account", "p100001", "--only", "subdomain"];
    await imported(...only);
    const { secrets: first } = await mapping();
    assert.deepEqual(Object.values(first!), ["xABDeTarget"]);
    add("a-b.de", "x");
    await imported(...only);
    const { secrets } = await mapping();
    assert.deepEqual(secrets, { ...secrets, ...first });
    assert.deepEqual(Object.values(secrets).sort(), ["xABDeTarget", "xABDeTarget2"]);
  });

  it("refuses to forget what it does not remember", async () => {
    await imported("--customer", "100001", "--only", "domain");
    const { code, stderr } = await run("--forget", "100009");
    assert.equal(code, 2);
    assert.match(stderr, /--forget 100009: hosting-import\.json has no such/);
  });

  it("adds nothing to what was imported from another address, which has other objects with the same ids", async () => {
    await imported("--customer", "100001", "--only", "domain");
    await writeFile(join(out, "hosting-import.json"), JSON.stringify({ ...(await mapping()), address: "https://other.example" }));
    const { code, stderr } = await run();
    assert.equal(code, 2);
    assert.match(stderr, /has what was imported from https:\/\/other\.example/);
  });

  it("names a dying domain before it is entered, once", async () => {
    const [domain] = sandbox.control.store.domains.all();
    sandbox.control.store.domains.update(domain!.id, { registryStatus: "pendingDelete" });
    const { attention } = await imported("--account", domain!.account, "--only", "domain");
    assert.deepEqual(
      attention.map(({ why }) => why),
      ['its registration status is "pendingDelete"'],
    );
    assert.deepEqual((await imported("--only", "domain")).attention, []);
  });

  it("leaves out a contact that is only the contract partner's", async () => {
    sandbox.control.store.customers.update("100001", { contactPerson: undefined });
    const { objects, leftOut } = await imported("--customer", "100001", "--only", "contactPerson", "--only", "contractPartner");
    assert.deepEqual(
      objects.map(({ kind }) => kind),
      ["contractPartner"],
    );
    assert.match(leftOut.map(({ why }) => why).join(), /none of its own/);
  });
});
