import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRetryAfter, pauseBeforeRetry, type RetryQuestion, type Trouble } from "../../sdk/retry.js";

const now = Date.UTC(2026, 0, 1);
const policy = { attempts: 4, baseDelay: 500, maxDelay: 20_000 };
const ask = (question: Partial<RetryQuestion>): number | undefined =>
  pauseBeforeRetry({
    repeat: "safe",
    attempt: 1,
    trouble: { kind: "unanswered" },
    policy,
    now,
    deadline: now + 300_000,
    random: 1,
    ...question,
  });
const status = (code: number, retryAfter?: string): Trouble => ({ kind: "status", status: code, retryAfter });

const classes = fc.constantFrom("safe", "idempotent", "ambiguous", "billable", "notifying" as const);
const troubles: fc.Arbitrary<Trouble> = fc.oneof(
  fc.constant<Trouble>({ kind: "unsent" }),
  fc.constant<Trouble>({ kind: "unanswered" }),
  fc.integer({ min: 300, max: 599 }).map((code) => status(code)),
);

describe("pause before a retry", () => {
  it("doubles from attempt to attempt, up to the largest pause", () => {
    const wide = { ...policy, attempts: 100 };
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => ask({ attempt, policy: wide }));
    assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
  });

  it("is spread over the whole span down to nothing", () => {
    assert.equal(ask({ attempt: 3, random: 0 }), 0);
    assert.equal(ask({ attempt: 3, random: 0.25 }), 500);
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

  it("is at least what Retry-After asks for", () => {
    assert.equal(ask({ trouble: status(503, "7"), random: 0 }), 7000);
    assert.equal(ask({ trouble: status(503, "0"), random: 1 }), 500);
  });

  it("gives up where Retry-After asks for more than the deadline allows", () => {
    assert.equal(ask({ trouble: status(503, "301") }), undefined);
  });

  it("repeats reading and whole updates after broken connections and server errors, and after nothing else", () => {
    for (const repeat of ["safe", "idempotent"] as const) {
      for (const trouble of [{ kind: "unsent" }, { kind: "unanswered" }, status(500), status(503)] as const)
        assert.notEqual(ask({ repeat, trouble }), undefined);
      for (const code of [300, 301, 400, 403, 404, 409, 410, 429])
        assert.equal(ask({ repeat, trouble: status(code) }), undefined, String(code));
    }
  });

  it("repeats what may not happen twice only where nothing was sent", () => {
    fc.assert(
      fc.property(classes, troubles, fc.integer({ min: 1, max: 3 }), (repeat, trouble, attempt) => {
        if (repeat === "safe" || repeat === "idempotent") return;
        assert.equal(ask({ repeat, trouble, attempt }) !== undefined, trouble.kind === "unsent");
      }),
    );
  });
});

describe("Retry-After", () => {
  it("is a number of seconds", () => {
    assert.equal(parseRetryAfter("0", now), 0);
    assert.equal(parseRetryAfter(" 120 ", now), 120_000);
  });

  it("is a date", () => {
    assert.equal(parseRetryAfter(new Date(now + 90_000).toUTCString(), now), 90_000);
    assert.equal(parseRetryAfter(new Date(now - 90_000).toUTCString(), now), 0);
  });

  it("is ignored where it makes no sense", () => {
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

  it("never yields anything but a whole number of milliseconds ahead", () => {
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
