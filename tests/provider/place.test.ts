import assert from "node:assert/strict";
import { placeOf, showOnly } from "../../provider/place.js";

/** What Pulumi's SDK does: all frames, whatever the limit is, of which it leaves out those of its constructors. */
function framesSeen(): string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack.split("\n").slice(1).slice(5);
}

class Declared {
  readonly seen: readonly string[];

  constructor(own = "nothing of ours") {
    const showAll = showOnly(placeOf(new.target, own));
    try {
      this.seen = framesSeen();
    } finally {
      showAll();
    }
  }
}

class DeclaredByUser extends Declared {
  readonly more = true;
}

describe("the place of a declaration", () => {
  it("is all that the SDK sees of the stack", () => {
    const { seen } = new Declared();
    assert.equal(seen.length, 1);
    assert.match(seen[0]!, /place\.test\.js:\d+:\d+/);
  });

  it("is where the program runs the constructor, also of a class of its own", () => {
    const here = /place\.test\.js:(\d+)/.exec(new Error().stack!.split("\n")[1]!)![1];
    const { seen } = new DeclaredByUser();
    assert.match(seen[0]!, new RegExp(`place\\.test\\.js:${Number(here) + 1}:`));
  });

  it("is not in this package", () => {
    assert.doesNotMatch(new Declared(__filename).seen.join("\n"), /place\.test\.js/);
  });

  it("is left out where it cannot be told", () => {
    const showAll = showOnly(undefined);
    assert.deepEqual(framesSeen(), []);
    showAll();
  });

  it("is forgotten afterwards, with whatever else formats stacks", () => {
    const { prepareStackTrace } = Error;
    const limit = Error.stackTraceLimit;
    new Declared();
    assert.equal(Error.stackTraceLimit, limit);
    assert.equal(Error.prepareStackTrace, prepareStackTrace);
    assert.ok(new Error("after").stack!.includes("place.test.js"));

    Error.prepareStackTrace = () => "as the loader formats it\n    at program.ts:1:1";
    try {
      assert.deepEqual(new Declared().seen, ["    at program.ts:1:1"]);
      assert.equal(new Error("after").stack, "as the loader formats it\n    at program.ts:1:1");
    } finally {
      if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
      else Error.prepareStackTrace = prepareStackTrace;
    }
  });
});
