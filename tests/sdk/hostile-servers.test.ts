import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer as createPlainServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { inspect, promisify } from "node:util";
import {
  AnswerError,
  ApiError,
  type Client,
  type ClientOptions,
  ConnectionError,
  createClient,
  type HostingError,
  type Notice,
  RedirectError,
  TimeoutError,
} from "../../sdk/index.js";
import { type Certificate, selfSigned } from "../support/certificate.js";
import { FakeClock } from "../support/clock.js";
import { temporaryFolder } from "../support/folder.js";
import { type RawServer, startRawServer } from "../support/raw-server.js";
import { startServer } from "../support/server.js";

const accessToken = "TOKEN-0123456789";
const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://hook.example/x" } as const;
const longestRequest = 60_000;

const ok = (body: string, ...fields: string[]): string =>
  ["HTTP/1.1 200 OK", `content-length: ${Buffer.byteLength(body)}`, ...fields, "", body].join("\r\n");

describe("a broken or hostile server", () => {
  const open: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  interface World {
    readonly client: Client;
    readonly clock: FakeClock;
    readonly notices: Notice[];
  }

  /** A client that sends each request once, unless told otherwise. */
  function connect(baseUrl: string, options: Partial<ClientOptions> = {}): World {
    const clock = new FakeClock();
    const notices: Notice[] = [];
    const client = createClient({
      baseUrl,
      credentials: { accessToken },
      retry: { attempts: 1 },
      clock,
      onNotice: (notice) => notices.push(notice),
      ...options,
    });
    open.push({ close: () => clock.drive(client.close(), () => true) });
    return { client, clock, notices };
  }

  const raw = async (...handlers: Parameters<typeof startRawServer>): Promise<RawServer> => {
    const server = await startRawServer(...handlers);
    open.push(server);
    return server;
  };

  async function failureOf<E extends HostingError>(
    call: Promise<unknown>,
    kind: abstract new (...args: never[]) => E,
  ): Promise<E> {
    const error: unknown = await call.then(
      () => assert.fail("the call succeeded"),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof kind, inspect(error));
    assert.ok(!inspect(error, { depth: Infinity, showHidden: true }).includes(accessToken));
    return error;
  }

  describe("that never ends", () => {
    /** Sends the same piece over and over, as long as somebody listens; `begun` resolves when some of it was sent. */
    async function dripping(piece: string, start = "") {
      let sent = 0;
      let wake: () => void;
      const begun = new Promise<void>((resolve) => (wake = resolve));
      const server = await raw((socket) => {
        socket.write(start);
        const timer = setInterval(() => {
          socket.write(piece);
          if (++sent === 3) wake();
        }, 1);
        socket.on("close", () => clearInterval(timer));
      });
      return { server, begun };
    }

    const drips: Record<string, [piece: string, start?: string]> = {
      "with its head byte by byte": ["x", "HTTP/1.1 200 OK\r\nx-slow: "],
      "with its body byte by byte": [" ", "HTTP/1.1 200 OK\r\ncontent-length: 30000000\r\n\r\n"],
      "with its body in chunks of one byte": ["1\r\n \r\n", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"],
      "with preliminary answers": ["HTTP/1.1 102 Processing\r\n\r\n"],
    };
    for (const [name, [piece, start]] of Object.entries(drips))
      it(`is left after the request timeout: ${name}`, async () => {
        const { server, begun } = await dripping(piece, start);
        const { client, clock } = connect(server.url);
        const call = client.webhooks.create({ body: webhook });
        await Promise.race([begun, call]);
        await Promise.all([clock.advance(longestRequest), call.catch(() => undefined)]);
        const error = await failureOf(call, TimeoutError);
        assert.deepEqual([error.phase, error.effect], ["request", "possible"]);
      });

    it("is left if its head does not end", async () => {
      const server = await raw((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        for (let count = 0; count < 100; count++) socket.write(`x-flood-${count}: ${"x".repeat(1000)}\r\n`);
      });
      const error = await failureOf(connect(server.url).client.webhooks.list(), ConnectionError);
      assert.match(error.message, /the head of the answer is too large/);
    });
  });

  describe("that does not speak proper HTTP", () => {
    it("is distinguished from one that is down", async () => {
      for (const garbage of [
        "SSH-2.0-OpenSSH_9.6\r\n",
        "\u0000\u0001\u0002",
        "<html>no head</html>\r\n\r\n",
        "HTTP/9.9 abc\r\n\r\n",
      ]) {
        const server = await raw((socket) => void socket.write(garbage, "latin1"));
        const error = await failureOf(connect(server.url).client.webhooks.create({ body: webhook }), ConnectionError);
        assert.match(error.message, /^createWebhook \(POST \/v1\/webhooks\) failed: the answer is not HTTP[^,]*, host /);
        assert.equal(error.effect, "possible");
      }
    });

    it("is retried for a safe call, and not for one that could act twice", async () => {
      let requests = 0;
      const server = await raw((socket) => void socket.end(++requests % 2 === 1 ? "garbage\r\n\r\n" : ok("[]")));
      const { client, clock } = connect(server.url, { retry: { attempts: 2 } });
      assert.deepEqual(await clock.drive(client.webhooks.list(), (pause) => pause <= 20_000), []);
      await failureOf(client.webhooks.create({ body: webhook }), ConnectionError);
      assert.equal(requests, 3);
    });

    it("is not believed if it announced more or less than it sent", async () => {
      const body = '[{"uid":"a"}]';
      const more = await raw((socket) => void socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n${body}`));
      assert.match((await failureOf(connect(more.url).client.webhooks.list(), AnswerError)).message, /cut off/);
      const less = await raw((socket) => void socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n${body}`));
      await failureOf(connect(less.url).client.webhooks.list(), AnswerError);
      const both = await raw(
        (socket) =>
          void socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`),
      );
      await failureOf(connect(both.url).client.webhooks.list(), ConnectionError);
    });

    it("closes before it has sent anything", async () => {
      for (const start of ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n"]) {
        const server = await raw((socket) => void socket.end(start));
        const error = await failureOf(connect(server.url).client.webhooks.create({ body: webhook }), ConnectionError);
        assert.equal(error.effect, "possible");
      }
    });

    const named = (request: string): string => /\/v1\/webhooks\/(\w+)/.exec(request)![1]!;
    const described = (uid: string): string => ok(JSON.stringify({ ...webhook, uid }));

    it("cannot answer the next request with a second answer", async () => {
      const server = await raw((socket, request) => void socket.write(described(named(request)) + described("stray")));
      const { client } = connect(server.url, { maxConnections: 1 });
      const calls = ["a", "b", "c", "d"].map((webhookIdentifier) => client.webhooks.get({ webhookIdentifier }));
      assert.deepEqual(
        (await Promise.allSettled(calls)).map((result) =>
          result.status === "fulfilled" ? result.value.uid : String(result.reason),
        ),
        ["a", "b", "c", "d"],
      );
    });

    it("cannot answer the next request with an unsolicited answer", async () => {
      const sockets: Socket[] = [];
      const server = await raw((socket, request) => {
        sockets.push(socket);
        socket.write(described(named(request)));
      });
      const { client } = connect(server.url, { maxConnections: 1 });
      await client.webhooks.get({ webhookIdentifier: "a" });
      const closed = once(sockets[0]!, "close");
      sockets[0]!.write(described("stray"));
      await closed;
      assert.equal((await client.webhooks.get({ webhookIdentifier: "b" })).uid, "b");
    });

    it("may answer before it has read the request", async () => {
      const server = createPlainServer((_, response) => {
        response.writeHead(400, { "content-type": "application/json" }).end('{"message":"too much"}');
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      open.push({ close: () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve))) });
      const { client } = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const body = { html: "x".repeat(20_000_000), tom: "1", client: "2", recipient: "3" };
      const error = await failureOf(client.gdpr.createContract({ body }), ApiError);
      assert.deepEqual([error.status, error.said], [400, "too much"]);
    });
  });

  it("never receives the token through a redirect, whatever its Location says", async () => {
    const elsewhere = await startServer(() => []);
    open.push(elsewhere);
    const locations = [
      `${elsewhere.url}/v1/webhooks`,
      elsewhere.url.replace("http:", ""),
      "\\\\evil.example",
      "javascript:alert(1)",
      "http://[",
      "x".repeat(10_000),
      "",
    ];
    for (const status of [300, 301, 302, 303, 304, 307, 308])
      for (const location of locations) {
        const server = await raw(
          (socket) => void socket.write(`HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
        );
        const error = await failureOf(connect(server.url).client.webhooks.list(), RedirectError);
        assert.ok(error.message.length < 1000);
        assert.equal(server.connections, 1);
      }
    assert.equal(elsewhere.received.length, 0);
  });

  describe("with an untrusted certificate", () => {
    const folder = temporaryFolder();

    async function secure(certificate: Certificate) {
      let requests = 0;
      const server = createTlsServer(certificate, (socket) => {
        socket.on("error", () => undefined);
        socket.on("data", () => {
          requests++;
          socket.write(ok("[]"));
        });
      });
      server.on("tlsClientError", () => undefined);
      let connections = 0;
      const sockets = new Set<Socket>();
      server.on("connection", (socket: Socket) => {
        connections++;
        sockets.add(socket);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      open.push({
        close: () =>
          new Promise((resolve) => {
            server.close(resolve);
            for (const socket of sockets) socket.destroy();
          }),
      });
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return { url, requests: () => requests, connections: () => connections };
    }

    it("receives nothing, is tried once, and the message says what to do", async () => {
      const server = await secure(selfSigned("127.0.0.1"));
      const { client, notices } = connect(server.url, { retry: { attempts: 4 } });
      const error = await failureOf(client.webhooks.list(), ConnectionError);
      assert.match(
        error.message,
        /certificate or TLS handshake was not accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\), host 127\.0\.0\.1/,
      );
      assert.match(error.message, /NODE_EXTRA_CA_CERTS/);
      assert.deepEqual([error.effect, server.requests(), server.connections(), notices], ["none", 0, 1, []]);
    });

    it("receives nothing if the certificate is for another host or has expired", async () => {
      const valid = selfSigned("127.0.0.1");
      const foreign = selfSigned("127.0.0.2");
      const expired = selfSigned("127.0.0.1", new Date("2020-01-15"));
      const authorities = join(folder.path, "authorities.pem");
      await writeFile(authorities, valid.cert + foreign.cert + expired.cert);
      const servers = [await secure(valid), await secure(foreign), await secure(expired)];
      const program = `
        const { createClient } = require(${JSON.stringify(require.resolve("../../sdk/index.js"))});
        const ask = (baseUrl) =>
          createClient({ baseUrl, credentials: { accessToken: "t" } }).webhooks.list().then(
            (list) => list.length,
            ({ name, message, effect }) => [name, /\\((\\w+)\\), host/.exec(message)?.[1], effect],
          );
        Promise.all(process.argv.slice(1).map(ask)).then((all) => {
          console.log(JSON.stringify(all));
          process.exit();
        });`;
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", program, ...servers.map(({ url }) => url)], {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: authorities },
        timeout: 60_000,
      });
      assert.deepEqual(JSON.parse(stdout), [
        0,
        ["ConnectionError", "ERR_TLS_CERT_ALTNAME_INVALID", "none"],
        ["ConnectionError", "CERT_HAS_EXPIRED", "none"],
      ]);
      assert.deepEqual(
        servers.map((server) => [server.requests(), server.connections()]),
        [
          [1, 1],
          [0, 1],
          [0, 1],
        ],
      );
    });
  });
});
