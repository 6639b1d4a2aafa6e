import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { commandTimeout, Stack } from "../support/engine.js";
import { type Ended, run } from "../support/hosting.js";
import { everyKind } from "../support/kinds.js";

const customers = Array.from({ length: 300 }, (_, index) => ["--customer", String(200_001 + index)]).flat();

interface Told {
  readonly objects: readonly { readonly kind: string; readonly id: string; readonly name: string }[];
  readonly state?: { readonly entered: readonly string[]; readonly proven: boolean };
}

describe("hosting import of 300 customers", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;
  let out: string;
  let objects: Told["objects"] = [];
  before(async () => {
    stack = await Stack.create({ seed: "large", rateLimit: false });
    out = join(stack.folder, "imported");
  });
  after(() => stack.dispose());

  const importing = (...flags: string[]): Promise<Ended> =>
    run(["import", "--out", out, "--json", ...flags], { env: { HOME: stack.folder, ...stack.environment } });

  const requests = () => stack.sandbox.control.journal.requests().filter(({ operation }) => operation !== "authenticate");

  it("enters 1,519 objects in two steps, proves them, and reads no account twice", async () => {
    const first = await importing(...customers, ...everyKind, "--code-only");
    assert.equal(first.code, 0, first.stderr);
    const ofFirst = requests().length;
    const { code, stdout, stderr } = await importing("--stack", "test");
    assert.equal(code, 0, stderr + stdout);
    const { state, ...imported } = JSON.parse(stdout) as Told;
    ({ objects } = JSON.parse(first.stdout) as Told);
    assert.deepEqual([objects.length, imported.objects.length], [1519, 0]);
    assert.deepEqual([state!.entered.length, state!.proven], [1519, true]);
    const told = Array.from(stderr.matchAll(/: (\d+) requests?/g), ([, count]) => Number(count));
    // Besides, it asks which customer the login belongs to.
    assert.equal(
      requests().length - ofFirst,
      told.reduce((sum, count) => sum + count, 1),
    );
    const proof = told.at(-1)!;
    const paths = requests().map(({ path }) => path);
    for (const part of [paths.slice(0, ofFirst), paths.slice(-proof)]) assert.equal(new Set(part).size, part.length);
    assert.ok(paths.length < 2500, String(paths.length));
    assert.deepEqual([...new Set(requests().map(({ method }) => method))], ["GET"]);
  });

  it("writes a file for each customer, with names that are each there once", async () => {
    assert.equal((await readdir(join(out, "customers"))).length, 300);
    assert.equal(new Set(objects.map(({ kind, name }) => `${kind} ${name}`)).size, objects.length);
    assert.ok(objects.some(({ name }) => name === "apotheke-shop-2"));
    assert.ok(objects.some(({ name }) => /^xn--.*\.de$/.test(name)));
  });

  it("leaves everything at the provider when the state forgets it", async () => {
    const { store, journal } = stack.sandbox.control;
    const before = journal.requests().length;
    const [domains, subdomains, accounts] = [store.domains.all(), store.subdomains.all(), store.accounts.all()];
    await promisify(execFile)("pulumi", ["state", "delete", "--all", "--force", "--yes", "--stack", "test"], {
      cwd: out,
      env: { PATH: process.env["PATH"], ...stack.environment },
    });
    assert.equal(journal.requests().length, before);
    assert.deepEqual([store.domains.all(), store.subdomains.all(), store.accounts.all()], [domains, subdomains, accounts]);
  });
});
