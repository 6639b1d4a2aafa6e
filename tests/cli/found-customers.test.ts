import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Copy } from "../../cli/snapshot/copy-file.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { temporaryFolder } from "../support/folder.js";
import { type Ended, loginAt } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";

/** The API has no list of customers: accounts that are shared with the login's own customer and its contracts lead to others. */
describe("customers that nobody has named", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  let sandbox: Sandbox;
  let count = 0;

  beforeEach(async () => {
    sandbox = await startSandbox();
    const { accounts, contracts } = sandbox.control.store;
    accounts.update("p100002", { adviser: 100000 });
    for (const account of ["p100001", "p100002"]) {
      const { id, ...contract } = contracts.all().find((each) => each.account === account)!;
      contracts.delete(id);
      contracts.insert({ ...contract, id, customerNumber: 100000 });
    }
  });
  afterEach(() => sandbox.close());

  const run = (...args: string[]): Promise<Ended> => runInProcess(args, { cwd: folder.path, env: loginAt(sandbox.url) });

  async function imported(code: number, ...flags: string[]) {
    const ended = await run("import", "--code-only", "--json", "--out", join(folder.path, `out-${(count += 1)}`), ...flags);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    const { objects, notRead } = JSON.parse(ended.stdout) as {
      objects: readonly { file: string }[];
      notRead: readonly { what: string }[];
    };
    const files = new Set(objects.map(({ file }) => file));
    return { files: [...files].filter((file) => file !== "login.ts").sort(), notRead: notRead.map(({ what }) => what), ended };
  }

  const sent = () => sandbox.control.journal.requests().filter(({ operation }) => operation !== "authenticate");

  it("are found by hosting import, which says what it reads, and only reads", async () => {
    const { files, ended } = await imported(0);
    assert.deepEqual(files, ["customers/100001.ts", "customers/100002.ts"]);
    assert.match(
      ended.stderr,
      /finds the customers .*reads what belongs to the login.*reads 3 customers.*reads \d accounts.*reads \d domains/s,
    );
    assert.ok(sent().every(({ method }) => method === "GET"));
  });

  it("are not looked for if customers are named, or nothing of customers is wanted", async () => {
    assert.deepEqual((await imported(0, "--customer", "100001")).files, ["customers/100001.ts"]);
    assert.deepEqual((await imported(0, "--only", "gdprTom")).files, []);
    assert.ok(!sent().some(({ operation }) => operation === "listContracts"));
  });

  it("are left out if what names them cannot be read, which is said", async () => {
    sandbox.control.faults.add({ operation: "listContracts", effect: { kind: "status", status: 403 } });
    const { files, notRead } = await imported(1);
    assert.deepEqual([files, notRead], [["customers/100002.ts"], ["contracts of customer 100000"]]);
  });

  it("are found by hosting snapshot", async () => {
    const file = join(folder.path, "copy.json");
    const { code, stderr } = await run("snapshot", "--out", file);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /finds the customers that accounts and contracts name\./);
    const { seed } = JSON.parse(await readFile(file, "utf8")) as Copy;
    assert.deepEqual(
      seed.customers!.map(({ customerNumber }) => customerNumber),
      [100000, 100002, 100001],
    );
  });
});
