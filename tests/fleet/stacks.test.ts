import assert from "node:assert/strict";
import { byAge, strayStacks } from "../../examples/fleet/stacks.js";
import type { Customer } from "../../examples/fleet/customers.js";

const customer = (name: string, stack = name): Customer => ({
  name,
  stack,
  account: "p1",
  domains: [],
  webhooks: [],
  tokens: [],
  leaving: false,
});

const summary = (name: string, change: { resourceCount?: number; lastUpdate?: string } = {}) => ({
  name,
  current: false,
  updateInProgress: false,
  ...change,
});

describe("the stacks of a fleet's project", () => {
  it("begin with those that were never updated, and then with the oldest update", () => {
    const stacks = ["new-2", "late", "early", "new-1", "unknown"].map((name) => ({ name }));
    const summaries = [
      summary("agency/late", { lastUpdate: "2026-01-02T10:00:00.000Z" }),
      summary("agency/early", { lastUpdate: "2026-01-01T10:00:00.000Z" }),
      summary("agency/unknown"),
    ];
    assert.deepEqual(
      byAge(stacks, summaries).map(({ name }) => name),
      ["new-2", "new-1", "unknown", "early", "late"],
    );
  });

  it("have no customer if none is in them, whatever the customers are called", () => {
    const summaries = ["agency/b", "a", "shared", "empty"].map((name) =>
      summary(name, { resourceCount: name === "empty" ? 0 : 3 }),
    );
    assert.deepEqual(strayStacks(summaries, [customer("a", "shared"), customer("c")]), [
      { name: "a", entries: 3, movedTo: "shared" },
      { name: "b", entries: 3, movedTo: undefined },
    ]);
  });
});
