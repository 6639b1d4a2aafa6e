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

  it("ask a person before a deletion, or replace the answer if nobody can be asked", () => {
    assert.equal(invocation(true, "destroy").yes, false);
    assert.deepEqual(invocation(true, "retire", "a", "b", "a").names, ["a", "b"]);
    assert.deepEqual(invocation(false, "destroy", "--all", "--yes").names, []);
    assert.deepEqual(invocation(false, "destroy", "a", "--yes").names, ["a"]);
    assert.equal(invocation(false, "retire", "a", "--yes").yes, true);
  });

  it("name a part of the stacks, the requests that a job may send, and the time in which stacks start", () => {
    const { part, requests, minutes } = invocation(false, "refresh", "--part", "2/4", "--requests", "248", "--minutes", "0.5");
    assert.deepEqual([part, requests, minutes], [{ number: 2, of: 4 }, 248, 0.5]);
    assert.equal(invocation(false, "up").minutes, undefined);
  });

  it("give options to the commands of the package", () => {
    const args = ["review", "--customers", file(), "--whole", "x", "--", "--max-orders", "3"];
    const { passedOn, whole } = invocationFrom(args, false);
    assert.deepEqual([passedOn, whole], [["--max-orders", "3"], "x"]);
    assert.throws(() => invocationFrom(["up", "--customers", file(), "--", "--max-orders", "3"], false), UsageError);
  });

  it("name what was reviewed", async () => {
    const review = { project: "shop", digest: fleetDigest("shop", {}), stacks: {} };
    const reviewed = join(folder.path, "fleet.json");
    await writeFile(reviewed, JSON.stringify(review));
    const { digest } = review;
    const approved = ["apply", "--digest", digest, "--review", reviewed];
    assert.deepEqual(invocation(false, ...approved).reviewed, { review, folder: folder.path });
    for (const args of [
      ["apply", "--review", reviewed],
      ["apply", "--digest", `${digest}0`, "--review", reviewed],
      [...approved, "--parallel", "2"],
      [...approved, "--out", "elsewhere"],
    ])
      assert.throws(() => invocation(false, ...args), UsageError, args.join(" "));
  });

  /** What a person who can be asked may not give, and what a job may not. */
  const refused = {
    person: `destroy --yes; destroy a --all; retire; retire --all; destroy --expect-no-changes; retire a --expect-no-changes;
      retire a --minutes 5; refresh --yes; refresh --all; ; deploy; up --concurrency 0; up --unknown; up --minutes 0; up --minutes 1h;
      up --parallel 2 --parallel 3`,
    job: `destroy; destroy --all; destroy a; destroy --yes; retire --all --yes; retire a; up a --part 1/2; retire a --yes --part 1/2;
      up --part 3/2; up --requests 0; apply; up --digest f1.0; review --part 1/2; review --expect-no-changes`,
  };
  for (const [who, all] of Object.entries(refused))
    for (const line of all.split(";").map((each) => each.trim()))
      it(`of a ${who} are refused if they would delete more than stated, or mean nothing: ${line}`, () => {
        const args = line === "" ? [] : line.split(/\s+/);
        assert.throws(() => invocation(who === "person", ...args), UsageError);
      });
});
