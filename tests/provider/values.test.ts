import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { createQueues } from "../../provider/runtime/context.js";
import { canonicalHost } from "../../provider/values/ids.js";
import { nameWithin, urnOf } from "../../provider/values/reserved-properties.js";
import { equal, equalUrl } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { waitFor } from "../../provider/values/poll.js";

describe("comparison", () => {
  it("ignores the order of keys and absent members", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null))), (record) => {
        const reversed = Object.fromEntries(Object.entries(record).reverse());
        assert.ok(equal(record, { ...reversed, absent: undefined }));
      }),
    );
  });

  it("ignores the spelling of scheme, host and port in addresses", () => {
    assert.ok(equalUrl("https://a.example", "HTTPS://A.example:443/"));
    assert.ok(!equalUrl("https://a.example/x", "https://a.example/X"));
  });

  it("folds host names in any script", () => {
    assert.equal(canonicalHost("MÜLLER.de."), "xn--mller-kva.de");
  });

  it("does not treat a label as a number", () => {
    const label = fc.stringMatching(/^[0-9a-fx]{1,6}$/);
    const name = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join("."));
    fc.assert(fc.property(name, name, (a, b) => a === b || canonicalHost(a) !== canonicalHost(b)));
    assert.notEqual(canonicalHost("010"), canonicalHost("8"));
    assert.equal(canonicalHost("1.2"), "1.2");
  });
});

describe("unknown values", () => {
  it("are Pulumi's own", async () => {
    const rpc = (await import("@pulumi/pulumi/runtime/rpc.js")) as { unknownValue: string };
    assert.equal(unknownValue, rpc.unknownValue);
    assert.ok(pulumi.unknown !== undefined);
  });
});

describe("waiting", () => {
  const fakeClock = () => {
    let time = 0;
    const pauses: number[] = [];
    return {
      pauses,
      now: () => time,
      sleep(pause: number) {
        pauses.push(pause);
        time += pause;
        return Promise.resolve();
      },
    };
  };

  it("pauses longer each time, at most ten seconds, and looks once more at the end", async () => {
    const clock = fakeClock();
    let looks = 0;
    await waitFor(clock, 60_000, () => {
      looks += 1;
      return Promise.resolve(undefined);
    });
    assert.deepEqual(clock.pauses.slice(0, 3), [500, 750, 1125]);
    assert.ok(clock.pauses.every((pause) => pause <= 10_000));
    assert.equal(clock.now(), 60_000);
    assert.equal(looks, clock.pauses.length + 1);
  });
});

describe("queues", () => {
  it("run steps with one key one after another, even after a failure, and others concurrently", async () => {
    const serialize = createQueues();
    const log: string[] = [];
    const release = deferred();
    const first = serialize("a", async () => {
      await release.promise;
      log.push("first");
      throw new Error("failed");
    });
    const second = serialize("a", () => Promise.resolve(log.push("second")));
    await serialize("b", () => Promise.resolve(log.push("other")));
    release.resolve(undefined);
    await assert.rejects(first, /failed/);
    await second;
    assert.deepEqual(log, ["other", "first", "second"]);
  });
});

function deferred(): { promise: Promise<undefined>; resolve: (value: undefined) => void } {
  let resolve: (value: undefined) => void = () => undefined;
  const promise = new Promise<undefined>((done) => (resolve = done));
  return { promise, resolve };
}

describe("the URN of a resource", () => {
  const own = "pulumi-nodejs:dynamic/hosting:";
  for (const [types, name, path] of [
    [[], "shop", `${own}Domain::shop`],
    [["pulumi:pulumi:Stack"], "a/b:c", `${own}Domain::a/b:c`],
    [["hosting:index:Site", `${own}VirtualAccount`], "shop", `hosting:index:Site$${own}VirtualAccount$${own}Domain::shop`],
    [["aws:s3/bucket:Bucket"], "shop", `aws:s3/bucket:Bucket$${own}Domain::shop`],
  ] as const)
    it(`follows from its name within its parents: ${path}`, () => {
      const urn = urnOf({ stack: "dev", project: "agency" }, "Domain", nameWithin(types, name));
      assert.equal(urn, `urn:pulumi:dev::agency::${path}`);
    });
});
