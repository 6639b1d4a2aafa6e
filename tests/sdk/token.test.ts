import assert from "node:assert/strict";
import type { Notice } from "../../sdk/values/notice.js";
import { LoginTokens, type Grant } from "../../sdk/http/token.js";
import { FakeClock } from "../support/clock.js";

const day = 86_400_000;

function setUp(login?: (count: number, clock: FakeClock) => Grant | Promise<Grant>) {
  const clock = new FakeClock();
  const notices: Notice[] = [];
  const state = { logins: 0 };
  const tokens = new LoginTokens(
    clock,
    async () => {
      const count = ++state.logins;
      await new Promise(setImmediate);
      return login ? login(count, clock) : { token: `token-${count}`, expires: clock.now() + day };
    },
    (notice) => notices.push(notice),
  );
  /** The values that a hundred calls get at once. */
  const hundred = async (get = () => tokens.current()) =>
    Array.from(new Set((await Promise.all(Array.from({ length: 100 }, get))).map((token) => token.value)));
  return { clock, notices, state, tokens, hundred };
}

describe("token from a login", () => {
  it("is obtained once, however many calls wait for it, and renewed 60 seconds before it expires", async () => {
    const { clock, notices, state, tokens, hundred } = setUp();
    assert.deepEqual(await hundred(), ["token-1"]);
    await clock.advance(day - 60_001);
    assert.equal((await tokens.current()).value, "token-1");
    assert.equal(notices.length, 0);
    await clock.advance(1);
    assert.deepEqual(await hundred(), ["token-2"]);
    assert.equal(state.logins, 2);
    assert.deepEqual(
      notices.map(({ kind, message }) => [kind, message.includes("token-")]),
      [["token", false]],
    );
  });

  it("is kept for half its lifetime if that is shorter than two minutes", async () => {
    const { clock, state, tokens } = setUp((count, time) => ({ token: `token-${count}`, expires: time.now() + 30_000 }));
    await tokens.current();
    await clock.advance(14_999);
    await tokens.current();
    assert.equal(state.logins, 1);
    await clock.advance(1);
    await tokens.current();
    assert.equal(state.logins, 2);
  });

  for (const expires of [undefined, Date.UTC(2020, 0, 1)])
    it(`is kept until it is refused if its expiry is unknown or in the past: ${expires}`, async () => {
      const { clock, state, tokens } = setUp(() => ({ token: "token", expires }));
      await tokens.current();
      await clock.advance(100 * day);
      await tokens.current();
      assert.equal(state.logins, 1);
    });

  it("is replaced while it is young, but only once a minute", async () => {
    const { clock, state, tokens } = setUp();
    const refused = async () => {
      const token = await tokens.current();
      token.acceptedAt = clock.now();
      return (await tokens.renew(token))?.value;
    };
    // Five seconds after the last renewal it is old enough.
    for (const [passed, value] of [
      [0, "token-2"],
      [4_999, undefined],
      [1, "token-3"],
      [4_999, undefined],
    ] as const) {
      await clock.advance(passed);
      assert.equal(await refused(), value);
    }
    assert.equal(state.logins, 3);
  });

  it("is replaced if the clock was set back, which makes no token young", async () => {
    const { clock, state, tokens } = setUp();
    for (let logins = 2; logins <= 4; logins++) {
      const token = await tokens.current();
      token.acceptedAt = clock.now();
      clock.setBack(3_600_000);
      await tokens.renew(token);
      assert.equal(state.logins, logins);
    }
  });
});
