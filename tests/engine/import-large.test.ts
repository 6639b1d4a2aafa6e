import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, Stack } from "../support/engine.js";
import { type Ended, run } from "../support/hosting.js";
import { everyKind } from "../support/kinds.js";

const customers = Array.from({ length: 100 }, (_, index) => ["--customer", String(200_001 + index)]).flat();

interface JsonReport {
  readonly objects: readonly { readonly kind: string; readonly id: string; readonly name: string }[];
  readonly state?: { readonly entered: readonly string[]; readonly proven: boolean };
}

describe("hosting import of 100 customers", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;
  let out: string;
  let objects: JsonReport["objects"] = [];
  before(async () => {
    stack = await Stack.create({ seed: "large", rateLimit: false });
    out = join(stack.folder, "imported");
  });
  after(() => stack.dispose());

  const importing = (...flags: string[]): Promise<Ended> =>
    run(["import", "--out", out, "--json", ...flags], { env: { HOME: stack.folder, ...stack.environment } });

  const requests = () => stack.sandbox.control.journal.requests().filter(({ operation }) => operation !== "authenticate");

  it("enters its objects in two steps, proves them, and reads no account twice", async () => {
    const first = await importing(...customers, ...everyKind, "--code-only");
    assert.equal(first.code, 0, first.stderr);
    const ofFirst = requests().length;
    const { code, stdout, stderr } = await importing("--stack", "test");
    assert.equal(code, 0, stderr + stdout);
    const { state, ...imported } = JSON.parse(stdout) as JsonReport;
    ({ objects } = JSON.parse(first.stdout) as JsonReport);
    assert.deepEqual([objects.length > 700, imported.objects.length], [true, 0]);
    assert.deepEqual([state!.entered.length, state!.proven], [objects.length, true]);
    const reported = Array.from(stderr.matchAll(/: (\d+) requests?/g), ([, count]) => Number(count));
    // Besides, it asks which customer the login belongs to.
    assert.equal(
      requests().length - ofFirst,
      reported.reduce((sum, count) => sum + count, 1),
    );
    const proof = reported.at(-1)!;
    const paths = requests().map(({ path }) => path);
    for (const part of [paths.slice(0, ofFirst), paths.slice(-proof)]) assert.equal(new Set(part).size, part.length);
    assert.ok(paths.length < 1.6 * objects.length, `${paths.length} requests for ${objects.length} objects`);
    assert.deepEqual([...new Set(requests().map(({ method }) => method))], ["GET"]);
  });

  it("writes a file for each customer, with names that are each there once", async () => {
    assert.equal((await readdir(join(out, "customers"))).length, 100);
    assert.equal(new Set(objects.map(({ kind, name }) => `${kind} ${name}`)).size, objects.length);
    assert.ok(objects.some(({ name }) => name.endsWith("-2")));
  });
});
