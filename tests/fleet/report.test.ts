import assert from "node:assert/strict";
import type { Command } from "../../examples/fleet/command.js";
import { failureOf } from "../../examples/fleet/end.js";
import { linesOf, type Outcome, type Run, statusOf, statusOfReview, summary } from "../../examples/fleet/report.js";
import type { StackResult } from "../../examples/fleet/stack.js";

const none = { created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 };
const result = (change: Partial<StackResult>): StackResult => ({
  end: "done",
  untouched: false,
  counts: none,
  drift: [],
  reasons: [],
  requests: 0,
  ...change,
});
const outcome = (name: string, change?: Partial<StackResult>): Outcome => ({
  name,
  result: change === undefined ? undefined : result(change),
  seconds: 1,
});

describe("the report of the fleet's runner", () => {
  const run: Run = {
    command: "up",
    outcomes: [],
    stray: [],
    seconds: 2,
    window: undefined,
    isTimeOver: false,
    hasLoggedIn: false,
  };
  const last = (command: Command, change: Partial<StackResult>) => linesOf(command, result(change), 1).at(-1);

  it("names changes to make after a preview, and changes made after an up", () => {
    const counts = { created: 3, updated: 1, deleted: 2, unchanged: 4, failed: 1 };
    assert.equal(
      last("preview", { end: "FAILED", untouched: true, counts }),
      "FAILED after 1.0 s: 3 to create, 1 to update, 2 to delete, 4 unchanged, 1 failed",
    );
    assert.equal(last("up", { counts }), "done after 1.0 s: 3 created, 1 updated, 2 deleted, 4 unchanged, 1 failed");
  });

  it("counts the results of the stacks, and lists those without a customer", () => {
    const outcomes = [outcome("a", {}), outcome("b", { end: "LOCKED" }), outcome("c", { end: "KILLED" }), outcome("d")];
    const stray = [
      { name: "gone", entries: 5, movedTo: undefined },
      { name: "elsewhere", entries: undefined, movedTo: undefined },
      { name: "moved", entries: 2, movedTo: "shared" },
    ];
    const lines = summary({ ...run, outcomes, stray });
    assert.equal(lines.at(-1), "1 done, 1 LOCKED, 1 KILLED, 1 not started after 2.0 s; 0 requests sent");
    assert.ok(lines.includes("  gone       5 entries"));
    assert.ok(lines.includes("  elsewhere"));
    assert.ok(lines.includes("  moved      2 entries; its customer is in the stack shared now"));
    assert.ok(lines.some((line) => line.includes("move its objects there")));
  });

  it("exits with 3 for stacks without a customer, and with 1 for failures", () => {
    const stray = [{ name: "gone", entries: 5, movedTo: undefined }];
    const status = (outcomes: readonly Outcome[], change: Partial<Run> = {}) => statusOf({ ...run, outcomes, ...change });
    assert.equal(status([outcome("a", {})]), 0);
    assert.equal(status([outcome("a", {})], { stray }), 3);
    assert.equal(status([outcome("a", { end: "LOCKED" })], { stray }), 1);
    assert.equal(status([outcome("a")]), 1);
  });

  it("exits with 4 and says how to go on if the time was over, unless a stack failed", () => {
    const timeOver = { ...run, isTimeOver: true };
    const left = [outcome("a", {}), outcome("b")];
    assert.equal(statusOf({ ...timeOver, outcomes: left }), 4);
    assert.equal(statusOf({ ...timeOver, outcomes: [...left, outcome("c", { end: "FAILED" })] }), 1);
    assert.equal(statusOf({ ...timeOver, outcomes: [outcome("a", {})] }), 0);
    const said = (command: Command, outcomes: readonly Outcome[]) =>
      summary({ ...timeOver, command, outcomes }).filter((line) => line.startsWith("The time was over."));
    assert.match(said("up", left).join(), /it begins with the stacks that are left/);
    assert.match(said("preview", left).join(), /name those that are left/);
    assert.deepEqual(said("up", [outcome("a", {})]), []);
  });

  const failure = (text: string, command: Command = "up", reasons: string[] = []) =>
    failureOf(command, "shop", new Error(text), reasons);

  it("exits after a review with 1 if a stack would fail or was left out, and with 4 if one exceeds a threshold", () => {
    const [done, exceeds, failed] = [outcome("a", {}), outcome("b", { end: "EXCEEDS" }), outcome("c", { end: "FAILED" })];
    assert.equal(statusOfReview([done]), 0);
    assert.equal(statusOfReview([done, exceeds]), 4);
    assert.equal(statusOfReview([exceeds, failed]), 1);
    assert.equal(statusOfReview([exceeds, outcome("d")]), 1);
  });

  it("names the holder of a lock, as far as the backend does", () => {
    const file =
      "error: the stack is currently locked by 1 lock(s). Either wait …\n  file:///s/a.json: created by root@ci (pid 7) at 2026-01-01T10:00:00Z\n";
    assert.match(failure(file).reasons.join(), /lock \(created by root@ci \(pid 7\) at 2026-01-01T10:00:00Z\)\. Wait/);
    assert.match(failure(file).reasons.join(), /If it was killed, run `pulumi cancel --stack shop --yes`/);
    const cloud = failure("error: [409] Conflict: Another update is currently in progress.");
    assert.equal(cloud.end, "LOCKED");
    assert.match(cloud.reasons.join(), /holds the stack's lock\. Wait/);
  });
});
