import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { promisify } from "node:util";
import { AnswerError, ApiError, ConnectionError, type HostingError, RedirectError, TimeoutError } from "../../sdk/index.js";
import { type Certificate, selfSigned } from "../support/certificate.js";
import { created, failureOf, useClients, webhook } from "../support/client.js";
import { temporaryFolder } from "../support/folder.js";

const ok = (body: string): string => `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe("a broken or hostile server", () => {
  const { connect: connectWith, keep, raw, serve } = useClients();
  /** A client that sends each request once, unless told otherwise. */
  const connect = (url: string, options: Parameters<typeof connectWith>[1] = {}) =>
    connectWith(url, { retry: { attempts: 1 }, ...options });

  for (const [what, piece, start] of [
    ["its head byte by byte", "x", "HTTP/1.1 200 OK\r\nx-slow: "],
    ["its body byte by byte", " ", "HTTP/1.1 200 OK\r\ncontent-length: 30000000\r\n\r\n"],
    ["its body in chunks of one byte", "1\r\n \r\n", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"],
    ["preliminary answers", "HTTP/1.1 102 Processing\r\n\r\n", ""],
  ] as const)
    it(`that sends ${what} without end is left after the request timeout`, async () => {
      const sockets: Socket[] = [];
      let arrive: () => void = () => undefined;
      const arrived = new Promise<void>((resolve) => (arrive = resolve));
      const server = await raw((socket) => {
        sockets.push(socket);
        socket.write(start + piece, () => arrive());
      });
      const { client, clock } = connect(server.url, { timeouts: { request: 5_000 } });
      const failed = failureOf(client.webhooks.create({ body: webhook }), TimeoutError);
      await arrived;
      for (const passing of [2_000, 2_000, 1_000]) {
        sockets[0]!.write(piece);
        await clock.advance(passing);
      }
      const error = await failed;
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

  for (const garbage of ["SSH-2.0-OpenSSH_9.6\r\n", "<html>no head</html>\r\n\r\n"])
    it(`that does not speak HTTP is distinguished from one that is down: ${JSON.stringify(garbage)}`, async () => {
      const server = await raw((socket) => void socket.write(garbage, "latin1"));
      const error = await failureOf(connect(server.url).client.webhooks.create({ body: webhook }), ConnectionError);
      assert.match(error.message, /failed: the answer is not HTTP[^,]*, host /);
      assert.equal(error.effect, "possible");
    });

  it("that does not speak HTTP is tried again for a safe call, and not for one that could act twice", async () => {
    let requests = 0;
    const server = await raw((socket) => void socket.end(++requests % 2 === 1 ? "garbage\r\n\r\n" : ok("[]")));
    const { client, driven } = connect(server.url, { retry: { attempts: 2 } });
    assert.deepEqual(await driven(client.webhooks.list()), []);
    await failureOf(client.webhooks.create({ body: webhook }), ConnectionError);
    assert.equal(requests, 3);
  });

  for (const [title, answer, kind] of [
    ["announced more than it sent", 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[{"uid":"a"}]', AnswerError],
    ["announced less than it sent", 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n[{"uid":"a"}]', AnswerError],
    ["sends no last chunk", 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{"a":"b"', AnswerError],
    [
      "announces two lengths",
      "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n",
      ConnectionError,
    ],
    ["closes at once", "", ConnectionError],
    ["closes within its head", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n", ConnectionError],
  ] as const)
    it(`is not believed if it ${title}`, async () => {
      const server = await raw((socket) => void socket.end(answer));
      const { client } = connect(server.url);
      assert.equal((await failureOf<HostingError>(client.webhooks.create({ body: webhook }), kind)).effect, "possible");
    });

  const named = (request: string): string => /\/v1\/webhooks\/(\w+)/.exec(request)![1]!;
  const described = (uid: string): string => ok(JSON.stringify({ ...created, uid }));

  it("cannot answer the next request with a second answer", async () => {
    const server = await raw((socket, request) => void socket.write(described(named(request)) + described("stray")));
    const { client } = connect(server.url, { maxConnections: 1 });
    const calls = ["a", "b", "c", "d"].map((webhookIdentifier) => client.webhooks.get({ webhookIdentifier }));
    assert.deepEqual(
      (await Promise.all(calls)).map(({ uid }) => uid),
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
    const refusal = "HTTP/1.1 400 Bad\r\ncontent-type: application/json\r\ncontent-length: 22\r\n\r\n";
    const server = await raw(
      () => undefined,
      (socket) => void socket.once("data", () => socket.write(`${refusal}{"message":"too much"}`)),
    );
    const body = { html: "x".repeat(20_000_000), tom: "1", client: "2", recipient: "3" };
    const error = await failureOf(connect(server.url).client.gdpr.createContract({ body }), ApiError);
    assert.deepEqual([error.status, error.said], [400, "too much"]);
  });

  for (const status of [300, 301, 302, 303, 304, 307, 308])
    it(`never receives the token through a redirect, whatever its Location says: ${status}`, async () => {
      const elsewhere = await serve(() => []);
      const real = `${elsewhere.url}/v1/webhooks`;
      for (const location of [
        real,
        real.replace("http:", ""),
        "\\\\evil.example",
        "javascript:x",
        "http://[",
        "x".repeat(10_000),
        "",
      ]) {
        const server = await raw(
          (socket) => void socket.write(`HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
        );
        const { client } = connect(server.url);
        assert.equal((await failureOf(client.webhooks.list(), RedirectError)).effect, "none");
        assert.equal((await failureOf(client.webhooks.create({ body: webhook }), RedirectError)).effect, "possible");
      }
      assert.equal(elsewhere.received.length, 0);
    });

  describe("with an untrusted certificate", () => {
    const folder = temporaryFolder();

    async function secure(certificate: Certificate) {
      const counts = { requests: 0, connections: 0 };
      const sockets = new Set<Socket>();
      const server = createTlsServer(certificate, (socket) => {
        socket.on("error", () => undefined);
        socket.on("data", () => {
          counts.requests++;
          socket.write(ok("[]"));
        });
      });
      server.on("tlsClientError", () => undefined);
      server.on("connection", (socket: Socket) => {
        counts.connections++;
        sockets.add(socket);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      keep({ close: () => (sockets.forEach((socket) => socket.destroy()), server.close()) });
      return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, counts };
    }

    it("receives nothing, is tried once, and the message says what to do", async () => {
      const server = await secure(selfSigned("127.0.0.1"));
      const { client, notices } = connect(server.url, { retry: { attempts: 4 } });
      const error = await failureOf(client.webhooks.list(), ConnectionError);
      assert.match(
        error.message,
        /\(DEPTH_ZERO_SELF_SIGNED_CERT\), host 127\.0\.0\.1:\d+\. Check baseUrl and NODE_EXTRA_CA_CERTS/,
      );
      assert.deepEqual([error.effect, server.counts, notices], ["none", { requests: 0, connections: 1 }, []]);
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
            ({ name, code, effect }) => [name, code, effect],
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
        servers.map(({ counts }) => counts),
        [1, 0, 0].map((requests) => ({ requests, connections: 1 })),
      );
    });
  });
});
