import assert from "node:assert/strict";
import fc from "fast-check";
import { createQueues } from "../../provider/runtime/context.js";
import { canonicalHost, sameHost } from "../../provider/values/ids.js";
import { nameWithin, urnOf } from "../../provider/values/reserved-properties.js";
import { equal, equalHeaders, equalOrEmpty, equalUrl } from "../../provider/values/properties.js";
import { waitFor } from "../../provider/values/poll.js";
import { FakeClock } from "../support/clock.js";
import { HastyClock } from "../support/kernel.js";

describe("comparison", () => {
  const cases: readonly (readonly [
    isEqual: boolean,
    means: (one: never, other: never) => boolean,
    one: unknown,
    other: unknown,
  ])[] = [
    [true, equal, { a: 1, b: null }, { b: null, a: 1, absent: undefined }],
    [false, equal, [1, 2], [2, 1]],
    [false, equal, { a: "1" }, { a: 1 }],
    [false, equal, {}, undefined],
    ...[{}, [], null, undefined].map((empty) => [true, equalOrEmpty, empty, undefined] as const),
    [false, equalOrEmpty, { a: "b" }, undefined],
    [true, equalHeaders, { "X-A": "b" }, { "x-a": "b" }],
    [false, equalHeaders, { "X-A": "b" }, { "x-a": "B" }],
    [true, equalUrl, "https://a.example", "HTTPS://A.example:443/"],
    [false, equalUrl, "https://a.example/x", "https://a.example/X"],
    [true, sameHost, "MÜNCHEN.de.", "xn--mnchen-3ya.de"],
    [true, sameHost, "*.example.de/x", "*.EXAMPLE.de/x"],
    ...["/x", "?x", "#x", ":80", "\\x"].map((end) => [false, sameHost, "example.de", `example.de${end}`] as const),
    ...["%65xample.de", "x@example.de", "exa mple.de"].map((other) => [false, sameHost, "example.de", other] as const),
  ];
  for (const [isEqual, means, one, other] of cases)
    it(`${means.name}: ${JSON.stringify(one)} and ${JSON.stringify(other)} are ${isEqual ? "the same" : "different"}`, () =>
      assert.equal(means(one as never, other as never), isEqual));

  it("does not treat a label as a number", () => {
    const label = fc.stringMatching(/^[0-9a-fx]{1,6}$/);
    const name = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join("."));
    fc.assert(fc.property(name, name, (a, b) => a === b || canonicalHost(a) !== canonicalHost(b)));
    assert.equal(canonicalHost("1.2"), "1.2");
  });
});

describe("waiting", () => {
  const nothing = () => Promise.resolve(undefined);

  it("pauses longer each time, at most ten seconds, and looks once more at the end", async () => {
    const clock = new HastyClock();
    const start = clock.now();
    let looks = 0;
    await waitFor(clock, 60_000, () => {
      looks += 1;
      return nothing();
    });
    assert.deepEqual(clock.pauses.slice(0, 3), [500, 750, 1125]);
    assert.ok(clock.pauses.every((pause) => pause <= 10_000));
    assert.deepEqual([clock.now() - start, looks], [60_000, clock.pauses.length + 1]);
  });

  it("ends with the first result, and looks once if no time is left", async () => {
    const clock = new HastyClock();
    let looks = 0;
    assert.equal(await waitFor(clock, 60_000, () => Promise.resolve((looks += 1) === 3 ? "found" : undefined)), "found");
    assert.equal(clock.pauses.length, 2);
    assert.equal(await waitFor(clock, 0, nothing), undefined);
    assert.equal(clock.pauses.length, 2);
  });

  it("ends at its limit also if the clock is set back meanwhile", async () => {
    const clock = new FakeClock();
    let isOver = false;
    void waitFor(clock, 60_000, nothing).then(() => (isOver = true));
    await clock.advance(1_000);
    clock.setBack(3_600_000);
    await clock.advance(58_999);
    assert.ok(!isOver);
    await clock.advance(1);
    assert.ok(isOver);
  });
});

describe("queues", () => {
  it("run steps with one key one after another, even after a failure, and others concurrently", async () => {
    const serialize = createQueues();
    const log: string[] = [];
    let release: () => void = () => undefined;
    const first = serialize("a", async () => {
      await new Promise<void>((done) => (release = done));
      log.push("first");
      throw new Error("failed");
    });
    const second = serialize("a", () => Promise.resolve(log.push("second")));
    await serialize("b", () => Promise.resolve(log.push("other")));
    release();
    await assert.rejects(first, /failed/);
    await second;
    assert.deepEqual(log, ["other", "first", "second"]);
  });
});

describe("the URN of a resource", () => {
  const own = "pulumi-nodejs:dynamic/hosting:";
  for (const [types, name, path] of [
    [[], "shop", `${own}Domain::shop`],
    [["pulumi:pulumi:Stack"], "a/b:c", `${own}Domain::a/b:c`],
    [["hosting:index:Site", `${own}VirtualAccount`], "shop", `hosting:index:Site$${own}VirtualAccount$${own}Domain::shop`],
    [["aws:s3/bucket:Bucket"], "shop", `aws:s3/bucket:Bucket$${own}Domain::shop`],
  ] as const)
    it(`follows from its name within its parents: ${path}`, () =>
      assert.equal(
        urnOf({ stack: "dev", project: "agency" }, "Domain", nameWithin(types, name)),
        `urn:pulumi:dev::agency::${path}`,
      ));
});
