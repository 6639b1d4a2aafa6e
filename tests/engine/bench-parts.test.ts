import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { measureCalls } from "../../proofs/bench/parts/calls.js";
import { callNames, commandNames } from "../../proofs/bench/parts/commands.js";
import { programNames, runProgram } from "../../proofs/bench/parts/program.js";
import { unmarked } from "../support/provider-calls.js";

const parent = join(__dirname, "..", "..", "..", ".cache", "engine-tests");

describe("the benchmark's parts, with few resources", function () {
  this.timeout(180_000);

  let folder: string;
  before(async () => {
    await mkdir(parent, { recursive: true });
    folder = await mkdtemp(join(parent, "bench-parts-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const name of programNames)
    it(`runs the program of ${name} without Pulumi's engine`, async () => {
      const declared = async (isPreview: boolean) => {
        const { cpu, registered } = await runProgram(folder, name, { mix: "agency", size: 10, changed: false }, isPreview);
        assert.ok(cpu > 0);
        assert.equal(registered.length, 11);
        const subdomain = registered.find(({ name: declaredName }) => declaredName === "bench-0");
        return (unmarked(subdomain?.inputs) as { readonly domainIdentifier?: unknown }).domainIdentifier;
      };
      assert.equal(await declared(false), "bench-domain-0", "the id of the domain");
      assert.notEqual(await declared(true), "bench-domain-0", "a preview knows no ids");
    });

  it("fails if the program does, or declares something else", async () => {
    const run = (size: number) => runProgram(folder, "ours", { mix: "webhooks", size, changed: false }, false);
    await assert.rejects(run(2 ** 32), /The program of pulumi-hosting ended with [1-9]\d* and.*Invalid array length/s);
    await assert.rejects(run(-1), /ended with 0 and registered 1 resources/);
  });

  it("measures every call of each command, and leaves nothing", async () => {
    const measured = await measureCalls(folder, 10);
    const made = (command: (typeof commandNames)[number]) => callNames.filter((call) => measured[command][call]! > 0);
    assert.deepEqual(Object.fromEntries(commandNames.map((command) => [command, made(command)])), {
      apply: ["check", "write"],
      preview: ["check", "diff"],
      refresh: ["diff", "read"],
      change: ["check", "diff", "write"],
      destroy: ["write"],
    });
    assert.deepEqual(await readdir(folder), []);
  });
});
