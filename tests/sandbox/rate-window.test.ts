import assert from "node:assert/strict";
import { RateLimiter } from "../../sandbox/http/rate-limiter.js";

describe("the table of rate windows", () => {
  const remaining = (window: RateLimiter, caller: string): string | undefined =>
    window.count(caller).headers["X-RateLimit-Remaining"];

  it("starts a new window when the old one has ended, and not before", () => {
    let now = 0;
    const window = new RateLimiter({ limit: 5, windowMs: 100 }, () => now);
    assert.deepEqual([remaining(window, "a"), remaining(window, "a")], ["4", "3"]);
    now = 99;
    assert.equal(remaining(window, "a"), "2");
    now = 100;
    assert.equal(remaining(window, "a"), "4");
  });

  it("forgets expired windows, and the oldest callers if there are too many", () => {
    let now = 0;
    const window = new RateLimiter({ limit: 5, windowMs: 1_000_000 }, () => now);
    for (let caller = 0; caller < 50_000; caller++) {
      now++;
      window.count(String(caller));
    }
    assert.ok(window.size <= 10_001, String(window.size));
    assert.deepEqual([remaining(window, "49999"), remaining(window, "0")], ["3", "4"]);
    now += 1_000_000;
    window.count("last");
    assert.equal(window.size, 1);
  });
});
