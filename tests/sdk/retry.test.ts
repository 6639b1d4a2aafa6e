import assert from "node:assert/strict";
import fc from "fast-check";
import {
  noPauses,
  parseRetryAfter,
  pauseBeforeRetry,
  type RetryPolicy,
  type RetryQuestion,
  type Trouble,
} from "../../sdk/http/retry.js";

const now = Date.UTC(2026, 0, 1);
const policy = { attempts: 4, budget: 5_000, baseDelay: 500, maxDelay: 20_000 };
const answerTo = (question: Partial<RetryQuestion>) =>
  pauseBeforeRetry({
    repeat: "safe",
    attempt: 1,
    trouble: { kind: "unanswered" },
    policy,
    pauses: noPauses,
    now,
    deadline: now + 300_000,
    random: 1,
    ...question,
  });
const ask = (question: Partial<RetryQuestion>): number | undefined => answerTo(question)?.milliseconds;

/** All pauses of a call that fails each time; time passes with the pauses alone. */
function allPauses(chosen: RetryPolicy, randoms: (attempt: number) => number, question: Partial<RetryQuestion> = {}): number[] {
  const found: number[] = [];
  let [pauses, time] = [noPauses, now];
  for (let attempt = 1; ; attempt++) {
    const next = answerTo({ attempt, policy: chosen, pauses, now: time, random: randoms(attempt), ...question });
    if (next === undefined) return found;
    found.push(next.milliseconds);
    pauses = next.pauses;
    time += next.milliseconds;
  }
}
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const status = (code: number, retryAfter?: string): Trouble => ({ kind: "status", status: code, retryAfter });

const classes = fc.constantFrom("safe", "idempotent", "ambiguous", "billable", "notifying" as const);
const troubles: fc.Arbitrary<Trouble> = fc.oneof(
  fc.constant<Trouble>({ kind: "unsent" }),
  fc.constant<Trouble>({ kind: "unanswered" }),
  fc.integer({ min: 300, max: 599 }).map((code) => status(code)),
);

describe("pause before a retry", () => {
  it("is between the shortest pause and three times the last one, and the last pause takes the rest of the budget", () => {
    assert.deepEqual(
      allPauses(policy, () => 0),
      [500, 500, 4000],
    );
    assert.deepEqual(
      allPauses(policy, () => 0.5),
      [1000, 1750, 2500],
    );
    assert.deepEqual(
      allPauses(policy, () => 1),
      [1500, 3000, 750],
    );
    assert.deepEqual(
      allPauses({ ...policy, budget: 60_000, attempts: 6 }, () => 1),
      [1500, 4500, 14_000, 20_000, 20_000],
    );
    assert.deepEqual(
      allPauses({ ...policy, budget: 0 }, () => 1),
      [0, 0, 0],
    );
  });

  it("is short the first time, however few attempts there are and however long the budget is", () => {
    for (const chosen of [{ attempts: 2 }, { attempts: 2, budget: 60_000 }, { attempts: 3, budget: 60_000 }]) {
      assert.equal(allPauses({ ...policy, ...chosen }, () => 0)[0], 500);
      assert.equal(allPauses({ ...policy, ...chosen }, () => 1)[0], 1500);
    }
  });

  const policies = fc.record({
    attempts: fc.integer({ min: 2, max: 30 }),
    budget: fc.nat({ max: 100_000 }),
    baseDelay: fc.nat({ max: 3_000 }),
    maxDelay: fc.integer({ min: 3_000, max: 100_000 }),
  });
  const randoms = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })).map((stream) => {
    const taken: number[] = [];
    return (index: number) => {
      while (taken.length <= index) taken.push(stream.next().value as number);
      return taken[index]!;
    };
  });

  it("adds up to the budget with the others, from three attempts on", () => {
    fc.assert(
      fc.property(policies, randoms, (chosen, random) => {
        const pauses = allPauses(chosen, random);
        assert.equal(pauses.length, chosen.attempts - 1);
        const total = sum(pauses);
        const most = Math.min(chosen.budget, pauses[0]! + (chosen.attempts - 2) * chosen.maxDelay);
        assert.ok(
          (chosen.attempts === 2 || total >= most - 1e-6) && total <= most + chosen.baseDelay + pauses.length,
          String(total),
        );
        assert.ok(pauses.every((pause) => pause <= chosen.maxDelay));
      }),
    );
  });

  it("leaves half of the time for the attempts if the deadline comes first", () => {
    const pauses = allPauses(policy, () => 0.5, {});
    assert.equal(sum(pauses), 5250);
    const hurried = allPauses(policy, () => 0.5, { deadline: now + 3_000 });
    assert.equal(hurried.length, 3);
    assert.ok(sum(hurried) < 2_600, String(hurried));
  });

  it("adds the provider's Retry-After to the budget", () => {
    const pauses = allPauses(policy, () => 0, { trouble: status(503, "7") });
    assert.deepEqual(pauses, [7000, 7000, 7000]);
    const first = answerTo({ random: 0, trouble: status(503, "7") })!;
    assert.deepEqual(first.pauses, { spent: 500, last: 500 });
  });

  it("ends with the allowed number of attempts", () => {
    assert.notEqual(ask({ attempt: 3 }), undefined);
    assert.equal(ask({ attempt: 4 }), undefined);
    assert.equal(ask({ attempt: 1, policy: { ...policy, attempts: 1 } }), undefined);
  });

  it("never reaches the deadline", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 30_000 }),
        fc.option(fc.nat({ max: 40 }).map(String), { nil: undefined }),
        (attempt, random, left, retryAfter) => {
          const pause = ask({ attempt, random, deadline: now + left, trouble: status(503, retryAfter) });
          assert.ok(pause === undefined || (pause >= 0 && pause < left));
        },
      ),
    );
  });

  it("is at least Retry-After", () => {
    assert.equal(ask({ trouble: status(503, "7"), random: 0 }), 7000);
    assert.equal(ask({ trouble: status(503, "0"), random: 1 }), 1500);
  });

  it("is undefined if Retry-After exceeds the deadline", () => {
    assert.equal(ask({ trouble: status(503, "301") }), undefined);
  });

  it("retries reads and whole updates after broken connections and server errors only", () => {
    for (const repeat of ["safe", "idempotent"] as const) {
      for (const trouble of [{ kind: "unsent" }, { kind: "unanswered" }, status(408), status(500), status(503)] as const)
        assert.notEqual(ask({ repeat, trouble }), undefined);
      for (const code of [300, 301, 400, 403, 404, 409, 410, 429])
        assert.equal(ask({ repeat, trouble: status(code) }), undefined, String(code));
    }
  });

  it("retries what must not happen twice only if nothing was sent", () => {
    fc.assert(
      fc.property(classes, troubles, fc.integer({ min: 1, max: 3 }), (repeat, trouble, attempt) => {
        if (repeat === "safe" || repeat === "idempotent") return;
        assert.equal(ask({ repeat, trouble, attempt }) !== undefined, trouble.kind === "unsent");
      }),
    );
  });
});

describe("Retry-After", () => {
  it("accepts a number of seconds", () => {
    assert.equal(parseRetryAfter("0", now), 0);
    assert.equal(parseRetryAfter(" 120 ", now), 120_000);
  });

  it("accepts a date", () => {
    assert.equal(parseRetryAfter(new Date(now + 90_000).toUTCString(), now), 90_000);
    assert.equal(parseRetryAfter(new Date(now - 90_000).toUTCString(), now), 0);
  });

  it("is ignored if invalid", () => {
    const senseless = [
      "",
      "-1",
      "1.5",
      "NaN",
      "Infinity",
      "1e9",
      "soon",
      "2026-01-01",
      "9".repeat(30),
      "Xyz, 01 Jan 2026 00:00:00 GMT",
    ];
    for (const field of [undefined, ...senseless]) assert.equal(parseRetryAfter(field, now), undefined, field);
  });

  it("is always a whole number of milliseconds in the future", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.integer().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (field) => {
          const wait = parseRetryAfter(field, now);
          assert.ok(wait === undefined || (Number.isSafeInteger(wait) && wait >= 0));
        },
      ),
    );
  });
});
