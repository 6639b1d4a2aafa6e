import assert from "node:assert/strict";
import fc from "fast-check";
import { parseHttpDate } from "../../sdk/http/provider-time.js";
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
  for (const [random, changes, pauses] of [
    [0, {}, [500, 500, 4000]],
    [0.5, {}, [1000, 1750, 2500]],
    [1, {}, [1500, 3000, 750]],
    [1, { budget: 60_000, attempts: 6 }, [1500, 4500, 14_000, 20_000, 20_000]],
    [1, { budget: 0 }, [0, 0, 0]],
    // Short the first time, however few attempts there are and however long the budget is.
    [0, { attempts: 2, budget: 60_000 }, [500]],
    [1, { attempts: 2, budget: 60_000 }, [1500]],
  ] as const)
    it(`is up to three times the last one, and the last one takes the rest of the budget: ${pauses.join()}`, () => {
      assert.deepEqual(
        allPauses({ ...policy, ...changes }, () => random),
        pauses,
      );
    });

  it("leaves half of the time for the attempts if the deadline comes first", () => {
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

  for (const [title, question, expected] of [
    ["the third attempt of four", { attempt: 3 }, true],
    ["the fourth attempt of four", { attempt: 4 }, false],
    ["the only attempt", { policy: { ...policy, attempts: 1 } }, false],
    ["a Retry-After longer than the shortest pause", { trouble: status(503, "7"), random: 0 }, 7000],
    ["a Retry-After of nothing", { trouble: status(503, "0") }, 1500],
    ["a Retry-After beyond the deadline", { trouble: status(503, "301") }, false],
    ...(["safe", "idempotent"] as const).flatMap((repeat) => [
      ...[{ kind: "unsent" }, { kind: "unanswered" }, status(408), status(500), status(503)].map((trouble) => [
        `${repeat} after ${JSON.stringify(trouble)}`,
        { repeat, trouble },
        true,
      ]),
      ...[300, 301, 400, 403, 404, 409, 410, 429].map((code) => [
        `${repeat} after ${code}`,
        { repeat, trouble: status(code) },
        false,
      ]),
    ]),
  ] as [string, Partial<RetryQuestion>, number | boolean][])
    it(`${expected === false ? "does not come" : "comes"} after ${title}`, () => {
      const pause = ask(question);
      assert.equal(typeof expected === "number" ? pause : pause !== undefined, expected);
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
  for (const [field, wait] of [
    ["0", 0],
    [" 120 ", 120_000],
    [new Date(now + 90_000).toUTCString(), 90_000],
    [new Date(now - 90_000).toUTCString(), 0],
    ...[undefined, "", "-1", "1.5", "NaN", "Infinity", "1e9", "soon", "2026-01-01", "9".repeat(30)].map(
      (senseless) => [senseless, undefined] as const,
    ),
    ["Xyz, 01 Jan 2026 00:00:00 GMT", undefined],
  ] as const)
    it(`is ${wait === undefined ? "ignored" : `${wait} milliseconds`}: ${field}`, () =>
      assert.equal(parseRetryAfter(field, now), wait));
});

describe("http date", () => {
  it("is parsed to the second", () => {
    const seconds = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) / 1000 });
    fc.assert(
      fc.property(seconds, (second) => assert.equal(parseHttpDate(new Date(second * 1000).toUTCString()), second * 1000)),
    );
  });

  for (const field of [
    "Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun, 31 Feb 2026 08:49:37 GMT",
    "Sun, 06 Nov 1994 25:49:37 GMT",
    "Sun, 06 Xyz 1994 08:49:37 GMT",
    "1794300000",
  ])
    it(`is none: ${field}`, () => assert.equal(parseHttpDate(field), undefined));
});
