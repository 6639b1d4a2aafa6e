import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { GetRootResourceResponse } from "@pulumi/pulumi/proto/engine_pb.js";
import { PulumiEngine } from "../../provider/process/engine.js";

const root = "urn:pulumi:prod::agency::pulumi:pulumi:Stack::agency-prod";
const stack = { stack: "prod", project: "agency" };

/** Answers a call as gRPC does. */
function answerRoot(stream: ServerHttp2Stream, urn = root): void {
  const answer = new GetRootResourceResponse();
  answer.setUrn(urn);
  const message = Buffer.from(answer.serializeBinary());
  stream.respond({ ":status": 200, "content-type": "application/grpc" });
  stream.end(Buffer.concat([Buffer.from([0, 0, 0, 0, message.byteLength]), message]));
}

/** Answers a call with an error, as gRPC does. */
const refuse = (stream: ServerHttp2Stream): void =>
  stream.respond({ ":status": 200, "content-type": "application/grpc", "grpc-status": "13" }, { endStream: true });

describe("the engine", () => {
  const patience = { connection: 60_000, answer: 60_000, registration: 60_000 };
  let server: Http2Server;
  let address: string;
  let calls: number;
  let answer: (stream: ServerHttp2Stream) => void;
  let gone: number;
  let reported: Promise<void>;
  let onGone: () => void;
  const sessions = new Set<ServerHttp2Session>();

  const close = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    for (const session of sessions) session.destroy();
    await closed;
  };

  beforeEach(async () => {
    sessions.clear();
    answer = answerRoot;
    calls = gone = 0;
    reported = new Promise((resolve) => {
      onGone = () => {
        gone += 1;
        resolve();
      };
    });
    server = createServer();
    server.on("session", (session) => {
      sessions.add(session);
      session.on("close", () => sessions.delete(session));
    });
    server.on("stream", (stream: ServerHttp2Stream) => {
      calls += 1;
      answer(stream);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    if (server.listening) await close();
  });

  it("names the stack, and is asked once", async () => {
    const engine = new PulumiEngine(address, onGone);
    assert.deepEqual(await Promise.all([engine.stack(), engine.stack()]), [stack, stack]);
    assert.deepEqual([await engine.stack(), calls], [stack, 1]);
  });

  it("is gone only if it can no longer be reached", async () => {
    await new PulumiEngine(address, onGone).stack();
    const reconnected = once(server, "session");
    [...sessions][0]!.destroy();
    await reconnected;
    assert.equal(gone, 0);
    await close();
    await reported;
    assert.equal(gone, 1);
  });

  it("is gone if the first connection cannot be opened, and names no stack", async () => {
    await close();
    const engine = new PulumiEngine(address, onGone);
    engine.watch();
    await reported;
    for (let times = 0; times < 2; times += 1) await assert.rejects(engine.stack(), /nothing listens at .*nothing was sent/);
    assert.equal(gone, 1);
  });

  it("is asked again after it refused to answer", async () => {
    answer = refuse;
    const engine = new PulumiEngine(address, onGone, patience);
    await assert.rejects(engine.stack(), /the call to [\d.:]+ failed/);
    answer = answerRoot;
    assert.deepEqual([await engine.stack(), gone], [stack, 0]);
  });

  const lasting: Readonly<Record<string, (stream: ServerHttp2Stream) => void>> = {
    "until the program has registered its stack": (stream) => answerRoot(stream, calls < 3 ? "" : root),
    "over a new connection if the first one ends during the call": (stream) =>
      calls < 3 ? stream.session!.destroy() : answerRoot(stream),
  };
  for (const [when, act] of Object.entries(lasting))
    it(`is asked ${when}`, async () => {
      answer = act;
      assert.deepEqual([await new PulumiEngine(address, onGone, patience).stack(), gone], [stack, 0]);
      assert.equal(calls, 3);
    });

  const endless = [
    ["does not answer", () => undefined, { answer: 20 }, /the call to [\d.:]+ failed/],
    ["registers no stack", (stream: ServerHttp2Stream) => answerRoot(stream, ""), { registration: 20 }, /names no stack/],
  ] as const;
  for (const [what, act, limit, expected] of endless)
    it(`is not waited for without end if it ${what}`, async () => {
      answer = act;
      await assert.rejects(new PulumiEngine(address, onGone, { ...patience, ...limit }).stack(), expected);
      assert.equal(gone, 0);
    });

  it("is not missed if it never existed", async () => {
    for (const nowhere of ["", "127.0.0.1:0", "nonsense"]) {
      const engine = new PulumiEngine(nowhere, onGone);
      engine.watch();
      assert.equal(await engine.stack(), undefined);
    }
    assert.equal(gone, 0);
  });
});
