import assert from "node:assert/strict";
import { requestKey, SharedAnswers } from "../../provider/program/client.js";
import { FakeClock } from "../support/clock.js";

describe("answers that lookups share", () => {
  let clock: FakeClock;
  let answers: SharedAnswers;
  let sent: number;

  beforeEach(() => {
    clock = new FakeClock();
    answers = new SharedAnswers(clock);
    sent = 0;
  });

  const send = () => Promise.resolve((sent += 1));

  it("are those of a minute", async () => {
    assert.equal(await answers.get("a", send), 1);
    await clock.advance(59_999);
    assert.equal(await answers.get("a", send), 1);
    await clock.advance(1);
    assert.equal(await answers.get("a", send), 2);
  });

  it("are shared while they are under way, however long that takes", async () => {
    let arrive = (_: number): void => assert.fail();
    const first = answers.get("a", () => new Promise<number>((resolve) => (arrive = resolve)));
    await clock.advance(600_000);
    const second = answers.get("a", send);
    arrive(7);
    assert.deepEqual(await Promise.all([first, second]), [7, 7]);
    assert.equal(sent, 0);
  });

  it("are those of an equal request", async () => {
    assert.equal(requestKey("a", { x: 1, y: 2 }), requestKey("a", { y: 2, x: 1 }));
    assert.equal(await answers.get(requestKey("a", { x: 1 }), send), 1);
    assert.equal(await answers.get(requestKey("a", { x: 2 }), send), 2);
    assert.equal(await answers.get(requestKey("b", { x: 1 }), send), 3);
  });

  it("are requested once more, for all who miss something in a shared one", async () => {
    await answers.get("a", send);
    const misses = Array.from({ length: 5 }, () => answers.get("a", send, (answer) => answer > 1));
    assert.deepEqual(await Promise.all(misses), [2, 2, 2, 2, 2]);
  });

  it("are not requested again by who has just sent the request", async () => {
    assert.equal(await answers.get("a", send, () => false), 1);
  });

  it("are no failures", async () => {
    const failing = () => Promise.reject(new Error("refused"));
    const asked = [answers.get("a", failing), answers.get("a", send)];
    await Promise.all(asked.map((each) => assert.rejects(each, /refused/)));
    assert.equal(await answers.get("a", send), 1);
  });
});
