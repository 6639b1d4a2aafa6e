import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { createClient, TimeoutError, type Client } from "../../sdk/index.js";
import { RequestLimit } from "../../sdk/http/request-limit.js";
import { FakeClock } from "../support/clock.js";
import { startRawServer, type RawServer } from "../support/raw-server.js";

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n";
const limit = 5_000;

describe("a request that takes too long", () => {
  let server: RawServer;
  let client: Client;
  let clock: FakeClock;
  let sockets: Socket[];
  let arrived: Promise<void>;
  let arrive: () => void;
  /** The immediate answer to a request. */
  let begin: string;

  beforeEach(async () => {
    clock = new FakeClock();
    sockets = [];
    expectAnother();
    server = await startRawServer((socket) => {
      sockets.push(socket);
      socket.write(begin, () => arrive());
    });
    client = createClient({
      baseUrl: server.url,
      credentials: { accessToken: "TOKEN-0====" },
      timeouts: { request: limit },
      retry: { budget: 0 },
      clock,
    });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  const expectAnother = () => {
    arrived = new Promise((resolve) => (arrive = resolve));
  };

  /** Resolves when the next request has arrived. */
  const request = async () => {
    await arrived;
    expectAnother();
  };

  /** Lets the time of one request pass, with a byte of its answer every two seconds. */
  const dribble = async () => {
    await request();
    for (let passed = 0; passed < limit; passed += 2_000) {
      sockets.at(-1)!.write(" ");
      await clock.advance(Math.min(2_000, limit - passed));
    }
  };

  for (const [name, first] of [
    ["the head", "HTTP/1.1 200 OK\r\nx-slow: "],
    ["the body", head],
  ] as const)
    it(`times out although ${name} keeps arriving, however often it is retried`, async () => {
      begin = first;
      const call = client.webhooks.list();
      call.catch(() => undefined);
      const start = clock.now();
      for (let attempt = 1; attempt <= 4; attempt++) await dribble();
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof TimeoutError, String(error));
        assert.deepEqual([error.phase, error.effect], ["request", "none"]);
        assert.match(error.message, /\(4 attempts\): no complete answer within 5 seconds from 127\.0\.0\.1/);
        assert.match(error.message, /explain timeout/);
        return true;
      });
      assert.ok(clock.now() - start < 60_000);
    });

  it("has effect possible if it is not retried", async () => {
    begin = head;
    const call = client.webhooks.create({
      body: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" },
    });
    call.catch(() => undefined);
    await dribble();
    await assert.rejects(call, { phase: "request", effect: "possible" });
  });

  it("does not limit reading a file", async () => {
    begin = "HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 3\r\n\r\np";
    const call = client.gdpr.renderContractPdf({ contractIdentifier: "1" });
    await request();
    const { content } = await call;
    await clock.advance(10 * limit);
    sockets.at(-1)!.write("df");
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    assert.equal(Buffer.concat(pieces).toString(), "pdf");
  });
});

describe("the limit of a request that is over", () => {
  it("waits for nothing, even if the request starts only afterwards", async () => {
    const clock = new FakeClock();
    const request = new RequestLimit(clock, limit, new AbortController().signal);
    request.release();
    request.start();
    assert.deepEqual(clock.sleeping, []);
    await clock.advance(2 * limit);
    assert.equal(request.signal.aborted, false);
  });
});
