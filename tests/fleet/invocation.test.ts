import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../../examples/fleet/arguments.js";
import { fleetDigest } from "../../examples/fleet/fleet-review.js";
import { invocationFrom } from "../../examples/fleet/invocation.js";
import { temporaryFolder } from "../support/folder.js";

describe("the arguments of the fleet's runner", () => {
  const folder = temporaryFolder();
  const file = () => join(folder.path, "customers.json");
  beforeEach(() => writeFile(file(), JSON.stringify([{ name: "a", account: "p1" }])));

  const invocation = (canAsk: boolean, ...args: string[]) => invocationFrom([...args, "--customers", file()], canAsk);

  it("ask a person before a deletion", () => {
    assert.equal(invocation(true, "destroy").yes, false);
    assert.deepEqual(invocation(true, "retire", "a", "b", "a").names, ["a", "b"]);
  });

  it("replace the answer if nobody can be asked", () => {
    assert.deepEqual(invocation(false, "destroy", "--all", "--yes").names, []);
    assert.deepEqual(invocation(false, "destroy", "a", "--yes").names, ["a"]);
    assert.equal(invocation(false, "retire", "a", "--yes").yes, true);
  });

  it("are refused if they would delete more than stated, or mean nothing", () => {
    for (const [canAsk, ...args] of [
      [false, "destroy"],
      [false, "destroy", "--all"],
      [false, "destroy", "a"],
      [false, "destroy", "--yes"],
      [true, "destroy", "--yes"],
      [true, "destroy", "a", "--all"],
      [true, "retire"],
      [true, "retire", "--all"],
      [false, "retire", "--all", "--yes"],
      [false, "retire", "a"],
      [true, "destroy", "--expect-no-changes"],
      [true, "retire", "a", "--expect-no-changes"],
      [true, "retire", "a", "--minutes", "5"],
      [true, "refresh", "--yes"],
      [true, "refresh", "--all"],
    ] as const)
      assert.throws(() => invocation(canAsk, ...args), UsageError, args.join(" "));
  });

  it("name a part of the stacks, and the requests that a job may send", () => {
    const { part, requests } = invocation(false, "refresh", "--part", "2/4", "--requests", "248");
    assert.deepEqual(part, { number: 2, of: 4 });
    assert.equal(requests, 248);
    for (const args of [
      ["up", "a", "--part", "1/2"],
      ["retire", "a", "--yes", "--part", "1/2"],
      ["up", "--part", "3/2"],
      ["up", "--requests", "0"],
    ])
      assert.throws(() => invocation(false, ...args), UsageError, args.join(" "));
  });

  it("limit the time in which stacks start", () => {
    assert.equal(invocation(false, "up").minutes, undefined);
    assert.equal(invocation(false, "up", "--minutes", "330").minutes, 330);
    assert.equal(invocation(false, "up", "--minutes", "0.5").minutes, 0.5);
  });

  it("give options to the commands of the package, and to no other command", () => {
    const { passedOn, whole } = invocationFrom(
      ["review", "--customers", file(), "--whole", "x", "--", "--max-orders", "3"],
      false,
    );
    assert.deepEqual([passedOn, whole], [["--max-orders", "3"], "x"]);
    assert.throws(() => invocationFrom(["up", "--customers", file(), "--", "--max-orders", "3"], false), UsageError);
  });

  it("name what was reviewed", async () => {
    const review = { project: "shop", digest: fleetDigest("shop", {}), stacks: {} };
    const reviewed = join(folder.path, "fleet.json");
    await writeFile(reviewed, JSON.stringify(review));
    const { digest } = review;
    assert.deepEqual(invocation(false, "apply", "--digest", digest, "--review", reviewed).reviewed, {
      review,
      folder: folder.path,
    });
    for (const args of [
      ["apply"],
      ["apply", "--review", reviewed],
      ["apply", "--digest", `${digest}0`, "--review", reviewed],
      ["apply", "--digest", digest, "--review", reviewed, "--parallel", "2"],
      ["apply", "--digest", digest, "--review", reviewed, "--out", "elsewhere"],
      ["up", "--digest", digest],
      ["review", "--part", "1/2"],
      ["review", "--expect-no-changes"],
    ])
      assert.throws(() => invocation(false, ...args), UsageError, args.join(" "));
  });

  it("are refused if invalid", () => {
    for (const args of [
      [],
      ["deploy"],
      ["up", "--concurrency", "0"],
      ["up", "--unknown"],
      ["up", "--minutes", "0"],
      ["up", "--minutes", "1h"],
      ["up", "--parallel", "2", "--parallel", "3"],
    ])
      assert.throws(() => invocation(true, ...args), UsageError, args.join(" "));
  });
});
