import assert from "node:assert/strict";
import { createTransport, type Transport, type TransportAnswer, type TransportRequest } from "../../sdk/http/transport.js";
import { Interrupted, TransportError } from "../../sdk/http/transport-error.js";
import { useClients } from "../support/client.js";
import { json } from "../support/server.js";

const get: TransportRequest = {
  method: "GET",
  path: "/x",
  headers: {},
  body: undefined,
  get signal() {
    return new AbortController().signal;
  },
};
const begun = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc";

const textOf = async (answer: TransportAnswer): Promise<string> => Buffer.from(await answer.bytes()).toString();
const fault = (kind: TransportError["fault"], sent: boolean) => (error: unknown) => {
  assert.ok(error instanceof TransportError, String(error));
  assert.deepEqual([error.fault, error.sent], [kind, sent]);
  return true;
};
const interrupted = (reason: string, sent: boolean) => (error: unknown) =>
  error instanceof Interrupted && error.reason === reason && error.sent === sent;

describe("transport", () => {
  const { keep, raw, serve } = useClients();
  const connect = (origin: string, options: Partial<Parameters<typeof createTransport>[0]> = {}): Transport => {
    const timeouts = { connect: 2000, body: 5000 };
    return keep(createTransport({ origin, maxConnections: 4, maxAnswerBytes: 10_000, timeouts, ...options }));
  };

  it("sends the request and returns status, header fields and text", async () => {
    const server = await serve((_, response) => json(response, 202, { ok: "ä" }, { "x-thing": "1" }));
    const answer = await connect(server.url).send({ ...get, method: "PUT", path: "/a%2Fb?c=d", body: '{"é":1}' });
    assert.deepEqual([answer.status, answer.header("x-thing"), answer.header("x-none")], [202, "1", undefined]);
    assert.equal(await textOf(answer), '{"ok":"ä"}');
    const [{ method, url, body } = assert.fail()] = server.received;
    assert.deepEqual([method, url, body], ["PUT", "/a%2Fb?c=d", '{"é":1}']);
  });

  it("keeps connections alive and opens no more than allowed", async () => {
    const server = await serve(() => ({}));
    const transport = connect(server.url, { maxConnections: 2 });
    for (let count = 0; count < 10; count++) await (await transport.send(get)).bytes();
    await Promise.all(Array.from({ length: 20 }, async () => (await transport.send(get)).bytes()));
    assert.equal(server.received.length, 30);
    assert.ok(server.connections <= 2, `${server.connections} connections`);
  });

  it("reports that nothing was sent without a connection", async () => {
    const requests: string[] = [];
    const plain = await raw(
      (_, request) => void requests.push(request),
      (socket) => void socket.write("this is not TLS\r\n"),
    );
    const silent = await raw(() => undefined);
    const secure = (url: string) => url.replace("http:", "https:");
    await assert.rejects(connect("http://127.0.0.1:1").send(get), fault("no-host", false));
    await assert.rejects(connect("http://nowhere.invalid").send(get), fault("no-host", false));
    await assert.rejects(connect(secure(plain.url)).send(get), fault("untrusted", false));
    const hurried = connect(secure(silent.url), { timeouts: { connect: 50, body: 5000 } });
    await assert.rejects(hurried.send(get), fault("connect-timeout", false));
    assert.deepEqual(requests, []);
  });

  for (const end of ["destroy", "resetAndDestroy"] as const)
    it(`reports that a request cut off before its answer may have arrived: ${end}`, async () => {
      const server = await raw((socket) => void socket[end]());
      await assert.rejects(connect(server.url).send({ ...get, method: "POST", body: "{}" }), fault("broken", true));
      assert.equal(server.connections, 1);
    });

  it("calls onStart when a request is sent: not while it waits for a connection", async () => {
    let release: () => void = () => undefined;
    const released = new Promise<string>((resolve) => (release = () => resolve("done")));
    const server = await serve(() => released);
    const left: string[] = [];
    const transport = connect(server.url, { maxConnections: 1 });
    const send = (name: string, over = transport) => over.send({ ...get, onStart: () => left.push(name) });
    const [first, second] = [send("first"), send("second")];
    await assert.rejects(send("nobody", connect("http://127.0.0.1:1")), fault("no-host", false));
    assert.deepEqual(left, ["first"]);
    release();
    await (await first).bytes();
    await second;
    assert.deepEqual(left, ["first", "second"]);
  });

  it("times out if a body stops arriving, not while its reader takes time", async () => {
    const stalled = await raw((socket) => void socket.write(begun));
    const timeouts = { connect: 2000, body: 200 };
    await assert.rejects((await connect(stalled.url, { timeouts }).send(get)).bytes(), fault("body-timeout", true));
    const server = await serve((_, response) => {
      response.write("one", () => setTimeout(() => response.end("two"), 20));
    });
    let text = "";
    for await (const piece of (await connect(server.url, { timeouts }).send(get)).stream()) {
      text += Buffer.from(piece).toString();
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    assert.equal(text, "onetwo");
  });

  for (const [path, length, announced] of [
    ["/announced", 10_001, true],
    ["/not", 10_001, false],
    ["/allowed", 10_000, true],
  ] as const)
    it(`stops reading an answer that is larger than allowed: ${path}`, async () => {
      const server = await serve((_, response) => {
        if (announced) response.writeHead(200, { "content-length": length });
        response.end("x".repeat(length));
      });
      const read = connect(server.url)
        .send(get)
        .then((answer) => answer.bytes());
      if (length > 10_000) await assert.rejects(read, fault("too-large", true));
      else assert.equal((await read).length, length);
    });

  it("streams a body, which can be left early", async () => {
    const server = await serve((request, response) => void response.end(request.url === "/x" ? "x".repeat(9000) : "ok"));
    const transport = connect(server.url, { maxConnections: 1 });
    for await (const piece of (await transport.send(get)).stream()) {
      assert.ok(piece.byteLength > 0);
      break;
    }
    assert.equal(await textOf(await transport.send({ ...get, path: "/next" })), "ok");
  });

  it("aborts with the caller's signal, and says whether anything was sent", async () => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const server = await raw(() => arrive());
    const transport = connect(server.url, { maxConnections: 1 });
    const [busy, waiting] = [new AbortController(), new AbortController()];
    const sent = transport.send({ ...get, signal: busy.signal });
    const queued = transport.send({ ...get, signal: waiting.signal });
    await arrived;
    waiting.abort("waited enough");
    await assert.rejects(queued, interrupted("waited enough", false));
    busy.abort("enough");
    await assert.rejects(sent, interrupted("enough", true));
    await assert.rejects(transport.send({ ...get, signal: busy.signal }), interrupted("enough", false));
  });

  it("aborts with the caller's signal while the body is read", async () => {
    const server = await raw((socket) => void socket.write(begun));
    const controller = new AbortController();
    const answer = await connect(server.url).send({ ...get, signal: controller.signal });
    const bytes = answer.bytes();
    controller.abort("enough");
    await assert.rejects(bytes, interrupted("enough", true));
  });
});
