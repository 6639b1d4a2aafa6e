import assert from "node:assert/strict";
import { createServer, type AddressInfo } from "node:net";
import { createTransport, type Transport, type TransportAnswer, type TransportRequest } from "../../sdk/http/transport.js";
import { Interrupted, TransportError } from "../../sdk/http/transport-error.js";
import { startRawServer } from "../support/raw-server.js";
import { json, startServer, type Handler } from "../support/server.js";

const get: TransportRequest = {
  method: "GET",
  path: "/x",
  headers: {},
  body: undefined,
  get signal() {
    return new AbortController().signal;
  },
};

const textOf = async (answer: TransportAnswer): Promise<string> => Buffer.from(await answer.bytes()).toString();

describe("transport", () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  const connect = (origin: string, options: Partial<Parameters<typeof createTransport>[0]> = {}): Transport => {
    const timeouts = { connect: 2000, body: 5000 };
    const transport = createTransport({ origin, maxConnections: 4, maxAnswerBytes: 10_000, timeouts, ...options });
    open.push(transport);
    return transport;
  };
  const http = async (handler: Handler) => {
    const server = await startServer(handler);
    open.push(server);
    return server;
  };
  const raw = async (...handlers: Parameters<typeof startRawServer>) => {
    const server = await startRawServer(...handlers);
    open.push(server);
    return server;
  };
  const fault = (kind: TransportError["fault"], sent: boolean) => (error: unknown) => {
    assert.ok(error instanceof TransportError, String(error));
    assert.deepEqual([error.fault, error.sent], [kind, sent]);
    return true;
  };

  it("sends the request and returns status, header fields and text", async () => {
    const server = await http((_, response) => json(response, 202, { ok: "ä" }, { "x-thing": "1" }));
    const answer = await connect(server.url).send({
      ...get,
      method: "PUT",
      path: "/a%2Fb?c=d",
      headers: { accept: "application/json" },
      body: '{"é":1}',
    });
    assert.deepEqual([answer.status, answer.header("x-thing"), answer.header("x-none")], [202, "1", undefined]);
    assert.equal(await textOf(answer), '{"ok":"ä"}');
    assert.deepEqual(
      [server.received[0]!.method, server.received[0]!.url, server.received[0]!.body],
      ["PUT", "/a%2Fb?c=d", '{"é":1}'],
    );
  });

  it("keeps connections alive and opens no more than allowed", async () => {
    const server = await http(() => ({}));
    const transport = connect(server.url, { maxConnections: 2 });
    for (let count = 0; count < 10; count++) await (await transport.send(get)).bytes();
    await Promise.all(Array.from({ length: 20 }, async () => (await transport.send(get)).bytes()));
    assert.equal(server.received.length, 30);
    assert.ok(server.connections <= 2, `${server.connections} connections`);
  });

  it("does not follow redirects", async () => {
    const elsewhere = await http(() => ({}));
    const server = await http((_, response) => void response.writeHead(302, { location: `${elsewhere.url}/steal` }).end());
    const answer = await connect(server.url).send({ ...get, headers: { authorization: "Bearer TOKEN" } });
    assert.equal(answer.status, 302);
    assert.equal(elsewhere.received.length, 0);
    assert.equal(server.received.length, 1);
  });

  it("reports that nothing was sent if the connection was refused", async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await assert.rejects(connect(`http://127.0.0.1:${port}`).send(get), fault("no-host", false));
  });

  it("reports that nothing was sent if the host name does not exist", async () => {
    await assert.rejects(connect("http://nowhere.invalid").send(get), fault("no-host", false));
  });

  it("reports that nothing was sent if the TLS handshake fails", async () => {
    const requests: string[] = [];
    const server = await raw(
      (_, request) => void requests.push(request),
      (socket) => void socket.write("this is not TLS\r\n"),
    );
    await assert.rejects(connect(server.url.replace("http:", "https:")).send(get), fault("untrusted", false));
    assert.deepEqual(requests, []);
  });

  it("times out if no connection is established, and reports that nothing was sent", async () => {
    const server = await raw(() => undefined);
    const transport = connect(server.url.replace("http:", "https:"), { timeouts: { connect: 50, body: 5000 } });
    await assert.rejects(
      transport.send(get),
      (error) =>
        fault("connect-timeout", false)(error) && /^no connection within 50 milliseconds$/.test((error as Error).message),
    );
  });

  it("reports that a request cut off before its answer may have arrived", async () => {
    for (const end of ["destroy", "resetAndDestroy"] as const) {
      const server = await raw((socket) => void socket[end]());
      await assert.rejects(connect(server.url).send({ ...get, method: "POST", body: "{}" }), fault("broken", true));
      assert.equal(server.connections, 1);
    }
  });

  it("fails if an answer is cut off", async () => {
    const heads = ["content-length: 100", "transfer-encoding: chunked"];
    for (const head of heads) {
      const body = head.startsWith("transfer") ? '8\r\n{"a":"b"' : '{"a":"b"';
      const server = await raw((socket) => void socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`));
      const answer = await connect(server.url).send(get);
      await assert.rejects(answer.bytes(), fault("broken", true));
    }
  });

  it("calls onStart when a request is sent: not while it waits for a connection", async () => {
    let release: () => void = () => undefined;
    const released = new Promise<string>((resolve) => (release = () => resolve("done")));
    const server = await http(() => released);
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

  it("times out if a body stops arriving", async () => {
    const server = await raw((socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc"));
    const answer = await connect(server.url, { timeouts: { connect: 2000, body: 50 } }).send(get);
    await assert.rejects(
      answer.bytes(),
      (error) =>
        fault("body-timeout", true)(error) && (error as Error).message === "no more of the answer arrived for 50 milliseconds",
    );
  });

  it("does not count the time that the reader needs for a piece", async () => {
    const server = await http((_, response) => {
      response.write("one", () => setTimeout(() => response.end("two"), 20));
    });
    const answer = await connect(server.url, { timeouts: { connect: 2000, body: 200 } }).send(get);
    let text = "";
    for await (const piece of answer.stream()) {
      text += Buffer.from(piece).toString();
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    assert.equal(text, "onetwo");
  });

  it("stops reading an answer that is too large, announced or not", async () => {
    const server = await http((request, response) => {
      const body = "x".repeat(10_001);
      if (request.url === "/announced") response.writeHead(200, { "content-length": body.length });
      response.end(body);
    });
    const transport = connect(server.url);
    for (const path of ["/announced", "/x"])
      await assert.rejects(
        transport.send({ ...get, path }).then((answer) => answer.bytes()),
        fault("too-large", true),
      );
  });

  it("reads an answer of exactly the allowed size", async () => {
    const server = await http((_, response) => void response.end("x".repeat(10_000)));
    assert.equal((await (await connect(server.url).send(get)).bytes()).length, 10_000);
  });

  it("ignores the charset, and reads UTF-8 across pieces", async () => {
    const bytes = Buffer.from('"aé€𝄞"');
    const server = await http((_, response) => {
      response.writeHead(200, { "content-type": "application/json;charset=utf8" });
      for (const byte of bytes) response.write(Buffer.from([byte]));
      response.end();
    });
    assert.equal(await textOf(await connect(server.url).send(get)), '"aé€𝄞"');
  });

  it("streams a body, which can be left early", async () => {
    const server = await http((request, response) => void response.end(request.url === "/x" ? "x".repeat(9000) : "ok"));
    const transport = connect(server.url, { maxConnections: 1 });
    const answer = await transport.send(get);
    for await (const piece of answer.stream()) {
      assert.ok(piece.byteLength > 0);
      break;
    }
    assert.equal(await textOf(await transport.send({ ...get, path: "/next" })), "ok");
  });

  it("aborts with the caller's signal, and says whether anything was sent", async () => {
    const arrived: (() => void)[] = [];
    const server = await raw(() => arrived.shift()?.());
    const transport = connect(server.url, { maxConnections: 1 });
    const busy = new AbortController();
    const waiting = new AbortController();
    const first = new Promise<void>((resolve) => arrived.push(resolve));
    const sent = transport.send({ ...get, signal: busy.signal });
    const queued = transport.send({ ...get, signal: waiting.signal });
    await first;
    waiting.abort("waited enough");
    await assert.rejects(queued, (error) => error instanceof Interrupted && error.reason === "waited enough" && !error.sent);
    busy.abort("enough");
    await assert.rejects(sent, (error) => error instanceof Interrupted && error.reason === "enough" && error.sent);
    await assert.rejects(transport.send({ ...get, signal: busy.signal }), (error) => error instanceof Interrupted && !error.sent);
  });

  it("aborts with the caller's signal while the body is read", async () => {
    const server = await raw((socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc"));
    const controller = new AbortController();
    const answer = await connect(server.url).send({ ...get, signal: controller.signal });
    const bytes = answer.bytes();
    controller.abort("enough");
    await assert.rejects(bytes, (error) => error instanceof Interrupted && error.sent);
  });
});
