import assert from "node:assert/strict";
import { createTransport, type Transport, type TransportRequest } from "../../sdk/http/transport.js";
import { TransportError } from "../../sdk/http/transport-error.js";
import { useClients } from "../support/client.js";

const get: TransportRequest = {
  method: "GET",
  path: "/x",
  headers: {},
  body: undefined,
  get signal() {
    return new AbortController().signal;
  },
};

const fault = (kind: TransportError["fault"], sent: boolean) => (error: unknown) => {
  assert.ok(error instanceof TransportError, String(error));
  assert.deepEqual([error.fault, error.sent], [kind, sent]);
  return true;
};

describe("transport", () => {
  const { keep, raw, serve } = useClients();
  const connect = (origin: string, options: Partial<Parameters<typeof createTransport>[0]> = {}): Transport => {
    const timeouts = { connect: 2000, body: 5000 };
    return keep(createTransport({ origin, maxConnections: 4, maxAnswerBytes: 10_000, timeouts, ...options }));
  };

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
});
