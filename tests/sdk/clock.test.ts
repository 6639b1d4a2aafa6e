import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { Deadline, Expired, LinkedController, unlessAborted } from "../../sdk/http/deadline.js";
import { RequestLimit } from "../../sdk/http/request-limit.js";
import { after, systemClock } from "../../sdk/values/clock.js";
import { useClients } from "../support/client.js";
import { FakeClock } from "../support/clock.js";

const hour = 3_600_000;
const reason = new Error("the call is over");

describe("clock of the system", () => {
  it("sleeps, until its signal aborts if there is one, and then listens to it no more", async () => {
    const controller = new AbortController();
    await systemClock.sleep(1, controller.signal);
    assert.equal(getEventListeners(controller.signal, "abort").length, 0);
    const sleep = systemClock.sleep(hour, controller.signal);
    controller.abort(reason);
    await assert.rejects(sleep, reason);
    assert.equal(getEventListeners(controller.signal, "abort").length, 0);
    await assert.rejects(systemClock.sleep(hour, controller.signal), reason);
  });
});

describe("an action after a time", () => {
  for (const isStopped of [false, true])
    it(`runs once the time has passed, unless it was stopped: ${isStopped}`, async () => {
      const clock = new FakeClock();
      let runs = 0;
      const stop = after(clock, hour, () => (runs += 1));
      if (isStopped) stop();
      assert.equal(clock.sleeping.length, isStopped ? 0 : 1);
      await clock.advance(hour - 1);
      assert.equal(runs, 0);
      await clock.advance(hour);
      assert.equal(runs, isStopped ? 0 : 1);
    });
});

describe("deadline", () => {
  it("ends a step that takes too long, and begins none without time left", async () => {
    const clock = new FakeClock();
    const deadline = new Deadline(clock, 1000);
    const controller = new AbortController();
    const step = deadline.watch(controller, () => unlessAborted(new Promise<never>(() => undefined), controller.signal));
    const ended = assert.rejects(step, Expired);
    await clock.advance(999);
    assert.equal(controller.signal.aborted, false);
    await clock.advance(1);
    await ended;
    assert.equal(deadline.left, 0);
    await assert.rejects(
      deadline.watch(new AbortController(), () => assert.fail("it has begun")),
      Expired,
    );
  });

  it("can be postponed, and is never longer than allowed, even if the clock is set back", async () => {
    const clock = new FakeClock();
    const deadline = new Deadline(clock, 1000);
    await clock.advance(600);
    deadline.postpone(500);
    assert.deepEqual([deadline.left, deadline.end], [900, clock.now() + 900]);
    clock.setBack(hour);
    assert.equal(deadline.left, 1500);
  });

  it("leaves no timer behind", async () => {
    const clock = new FakeClock();
    assert.equal(await new Deadline(clock, 1000).watch(new AbortController(), () => Promise.resolve("done")), "done");
    assert.deepEqual(clock.sleeping, []);
  });
});

describe("controller that follows the caller's signal", () => {
  it("aborts with it, immediately if it is already aborted, and no more once released", () => {
    const caller = new AbortController();
    const [linked, released] = [new LinkedController(caller.signal), new LinkedController(caller.signal)];
    released.release();
    caller.abort("enough");
    const reasons = [linked, released, new LinkedController(caller.signal)].map(({ signal }) => signal.reason as unknown);
    assert.deepEqual(reasons, ["enough", undefined, "enough"]);
    const { signal } = new AbortController();
    new LinkedController(signal).release();
    assert.deepEqual(getEventListeners(signal, "abort"), []);
  });
});

describe("the limit of a request", () => {
  const { connect, raw } = useClients();

  it("does not limit reading a file", async () => {
    const sockets: Socket[] = [];
    const server = await raw((socket) => {
      sockets.push(socket);
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 3\r\n\r\np");
    });
    const { client, clock } = connect(server.url, { timeouts: { request: 5_000 } });
    const { content } = await client.gdpr.renderContractPdf({ contractIdentifier: "1" });
    await clock.advance(50_000);
    sockets[0]!.write("df");
    assert.equal(await text(content), "pdf");
  });

  it("waits for nothing once the request is over, even if that starts only afterwards", async () => {
    const clock = new FakeClock();
    const request = new RequestLimit(clock, hour, new AbortController().signal);
    request.release();
    request.start();
    assert.deepEqual(clock.sleeping, []);
    await clock.advance(2 * hour);
    assert.equal(request.signal.aborted, false);
  });
});
