import assert from "node:assert/strict";
import { inspect } from "node:util";
import {
  AccessDeniedError,
  AnswerError,
  AuthenticationError,
  type ClientOptions,
  ConnectionError,
  NotFoundError,
  SecondFactorError,
  ServerError,
  TimeoutError,
} from "../../sdk/index.js";
import { mask } from "../../sdk/redaction/mask.js";
import { accessToken, created, day, failureOf, password, useClients, webhook } from "../support/client.js";
import { type Handler, json, type Received } from "../support/server.js";

const hour = 3_600_000;
const internalError = { msg: "internal server error" };
const notAuthenticated: Handler = (_, response) => json(response, 403, { msg: "not authenticated" });
const credentials = { username: "me", password };

describe("the token of a call", () => {
  const { connect, login, start } = useClients();

  it("is replaced once after a refusal, and reads and whole updates are retried", async () => {
    const { client, clock, gateway, notices, calls } = await login(({ method }) => (method === "PUT" ? created : []));
    await client.webhooks.list();
    await clock.advance(hour);
    gateway.valid.clear();
    const reads = Array.from({ length: 30 }, () => client.webhooks.list());
    const writes = Array.from({ length: 10 }, () => client.webhooks.update({ webhookIdentifier: "w1", body: webhook }));
    await Promise.all([...reads, ...writes]);
    assert.equal(gateway.logins, 2);
    assert.ok(calls().length <= 81);
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ["token"],
    );
  });

  it("is replaced after a plain refusal, and everything is retried", async () => {
    let refuse = false;
    const { client, clock, gateway, calls } = await login((...event) => {
      if (!refuse) return created;
      refuse = false;
      return notAuthenticated(...event);
    });
    await client.webhooks.get({ webhookIdentifier: "w1" });
    await clock.advance(hour);
    refuse = true;
    assert.deepEqual(await client.webhooks.create({ body: webhook }), created);
    assert.deepEqual([gateway.logins, calls().length], [2, 3]);
  });

  it("is not replaced repeatedly if that does not help", async () => {
    const { client, clock, gateway } = await login(notAuthenticated);
    for (const logins of [2, 2, 3]) {
      if (logins === 3) await clock.advance(61_000);
      const error = await failureOf(client.webhooks.list(), AuthenticationError);
      assert.deepEqual([error.status, error.said, gateway.logins], [403, "not authenticated", logins]);
    }
  });

  it("is replaced if the gateway refuses it right after the login, once", async () => {
    const { client, clock, gateway, driven } = await login(() => []);
    await client.webhooks.list();
    gateway.valid.clear();
    await clock.advance(1_000);
    assert.deepEqual(await client.webhooks.list(), []);
    await clock.advance(1_000);
    gateway.valid.clear();
    const error = await failureOf(driven(client.webhooks.list()), AuthenticationError);
    assert.deepEqual([error.status, error.said, error.effect], [503, "internal server error", "none"]);
    assert.equal(gateway.logins, 2);
  });

  for (const reading of [true, false])
    it(`that cannot be replaced is ${reading ? "the error of a call without effect" : "a note to what may have taken effect"}`, async () => {
      let revoked = false;
      const { client, clock } = await start(
        ({ url }, response) => {
          const isLogin = url === "/v1/authenticate";
          if (url === "/v1/databasetypes") return [];
          if (revoked) return json(response, isLogin ? 403 : 503, isLogin ? { msg: "invalid credentials" } : internalError);
          return isLogin ? { token: "TOKEN-1====" } : created;
        },
        { credentials },
      );
      await client.webhooks.get({ webhookIdentifier: "w1" });
      await clock.advance(hour);
      revoked = true;
      if (reading) return void (await failureOf(client.webhooks.get({ webhookIdentifier: "w1" }), AuthenticationError));
      const error = await failureOf(client.webhooks.create({ body: webhook }), ServerError);
      assert.equal(error.effect, "possible");
      return assert.match(error.message, /token could not be renewed: The provider refused the login: invalid credentials/);
    });

  it("given by the caller is never replaced, and tried once as long as it has never worked", async () => {
    const { server, gateway } = await login(() => []);
    const { client, driven } = connect(server.url);
    const refused = async (isLasting: boolean) => {
      const error = await failureOf(driven(client.webhooks.list()), AuthenticationError);
      assert.deepEqual([error.status, error.said, error.effect], [503, "internal server error", "none"]);
      assert.equal(error.isLasting, isLasting);
    };
    await refused(true);
    const written = await failureOf(client.webhooks.create({ body: webhook }), AuthenticationError);
    assert.equal(written.effect, "possible");
    assert.equal(server.received.length, 2);
    gateway.valid.add(`Bearer ${accessToken}`);
    await client.webhooks.list();
    gateway.valid.clear();
    await refused(false);
    assert.deepEqual(new Set(server.received.map(({ url }) => url)), new Set(["/v1/webhooks"]));
    assert.equal(server.received.length, 2 + 1 + 4);
  });
});

describe("the token of a call that could act twice", () => {
  const { login } = useClients();
  type World = Awaited<ReturnType<typeof login>>;
  const isCheck = ({ url }: Received) => url === "/v1/databasetypes";
  const checks = ({ calls }: World) => calls().filter(isCheck);
  const creations = ({ calls }: World) => calls().filter(({ method }) => method === "POST");

  it("is checked first with a read, shared by all calls, and replaced if refused", async () => {
    const world = await login(({ method }) => (method === "GET" ? [] : created));
    const { client, clock, gateway } = world;
    await client.webhooks.list();
    await clock.advance(hour);
    gateway.valid.clear();
    const sendings: boolean[] = [];
    const create = () =>
      client.webhooks.create({ body: webhook }, { onSend: (mayHaveActed) => void sendings.push(mayHaveActed) });
    assert.deepEqual(await Promise.all(Array.from({ length: 5 }, create)), Array(5).fill(created));
    assert.equal(gateway.logins, 2);
    assert.deepEqual(sendings, Array(5).fill(false));
    assert.deepEqual(
      creations(world).map(({ headers }) => headers.authorization),
      Array(5).fill("Bearer TOKEN-2===="),
    );
    assert.deepEqual(
      checks(world).map(({ headers }) => [headers.authorization, headers["cache-control"]]),
      [["Bearer TOKEN-1====", "no-cache"]],
    );
  });

  it("is not checked within a minute of its last success, nor for other calls", async () => {
    const world = await login(({ method, url }, response) =>
      url.endsWith("/w2") ? json(response, 404, {}) : method === "GET" && !url.endsWith("w1") ? [] : created,
    );
    const { client, clock } = world;
    const create = () => client.webhooks.create({ body: webhook });
    await create();
    await clock.advance(59_999);
    await create();
    await clock.advance(59_999);
    await failureOf(client.webhooks.get({ webhookIdentifier: "w2" }), NotFoundError);
    await clock.advance(59_999);
    await create();
    await clock.advance(hour);
    await client.webhooks.update({ webhookIdentifier: "w1", body: webhook });
    assert.deepEqual(checks(world), []);
    await clock.advance(60_000);
    await create();
    assert.equal(checks(world).length, 1);
  });

  for (const status of [undefined, 404, 429, 500])
    it(`is used if the check is inconclusive: ${status}`, async () => {
      const world = await login((request, response, socket) => {
        if (!isCheck(request)) return request.method === "GET" ? [] : created;
        return status === undefined ? void socket.destroy() : void response.writeHead(status).end();
      });
      await world.client.webhooks.list();
      await world.clock.advance(hour);
      assert.deepEqual(await world.client.webhooks.create({ body: webhook }), created);
      assert.deepEqual([creations(world).length, world.gateway.logins], [1, 1]);
    });

  /** How a server may answer that carries orders out and then reports an internal error now and then. */
  const ways: Readonly<Record<string, () => (request: Received, number: number) => boolean>> = {
    "only to orders": () => (request) => request.method === "POST",
    "to all but the old token's checks": () => (request) => !isCheck(request) || !request.headers.authorization!.includes("-1"),
    "to the old token, also to reads": () => (request) => request.headers.authorization!.includes("-1"),
    "to every other request": () => (_, number) => number % 2 === 0,
    "at random": () => {
      let state = 7;
      return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31 < 0.5;
    },
  };
  for (const [way, make] of Object.entries(ways))
    for (const isIdle of [true, false])
      it(`is renewed, but no order sent twice, after internal errors ${way}, ${isIdle ? "long" : "shortly"} after its last success`, async () => {
        let fails: ReturnType<typeof make> = () => false;
        let number = 0;
        const world = await login((request, response) => {
          if (fails(request, number++)) return json(response, 503, internalError);
          const { method, body } = request;
          if (method === "GET") return [];
          const { sld } = JSON.parse(body) as { sld: string };
          return json(response, 201, [{ name: sld, fullname: `${sld}.de`, tld: "de" }]);
        });
        const { client, clock, driven } = world;
        await client.webhooks.list();
        await clock.advance(isIdle ? hour : 30_000);
        number = 0;
        fails = make();
        const order = async (sld: string) => {
          const sendings: boolean[] = [];
          const onSend = (mayHaveActed: boolean) => void sendings.push(mayHaveActed);
          const call = client.domains.register({ accountIdentifier: "p1", body: { sld, tld: "de" } }, { onSend });
          await call.catch((error: unknown) => {
            assert.ok(error instanceof ServerError, inspect(error));
            assert.deepEqual([error.status, error.effect], [503, "possible"]);
            assert.match(error.message, /explain lost-answer/);
          });
          assert.deepEqual(sendings, [false]);
        };
        const names = Array.from({ length: 12 }, (_, index) => `d${index}`);
        const reads = Array.from({ length: 3 }, () => client.webhooks.list().catch(() => undefined));
        await driven(Promise.all([...names.map(order), ...reads]));
        const arrived = creations(world).map(({ body }) => (JSON.parse(body) as { sld: string }).sld);
        assert.deepEqual(arrived.sort(), names.sort());
        if (way === "only to orders") assert.ok(world.gateway.logins > 1);
      });
});

describe("a login", () => {
  const { start } = useClients();

  const login = (handler: Handler, given: ClientOptions["credentials"] = credentials) =>
    start((request, ...rest) => (request.url === "/v1/authenticate" ? handler(request, ...rest) : []), { credentials: given });

  it("that is refused is tried once, however many calls wait", async () => {
    const { client, server } = await login((_, response) => json(response, 403, { msg: "invalid credentials" }));
    const calls = await Promise.allSettled(Array.from({ length: 100 }, () => client.webhooks.list()));
    assert.ok(calls.every((call) => call.status === "rejected" && call.reason instanceof AuthenticationError));
    const error = await failureOf(client.webhooks.create({ body: webhook }), AuthenticationError);
    assert.match(error.message, /refused the login: invalid credentials\. Check username and password/);
    assert.deepEqual([error.status, error.said, error.effect], [403, "invalid credentials", "none"]);
    assert.ok(error.cause instanceof AccessDeniedError);
    assert.equal(server.received.length, 1);
  });

  it("that is not found says nothing about an object, names the address, and is tried again by the next call", async () => {
    const { client, server } = await login((_, response) => json(response, 404, { message: "no such route" }));
    const error = await failureOf(client.domains.list({ accountIdentifier: "p100001" }), AuthenticationError);
    assert.ok(error.message.includes(` at ${server.url}/: status 404, no such route. Check baseUrl.`), error.message);
    assert.deepEqual([error.operation, error.status, error.effect], ["authenticate", 404, "none"]);
    assert.ok(error.cause instanceof NotFoundError);
    await failureOf(client.webhooks.list(), AuthenticationError);
    assert.equal(server.received.length, 2);
  });

  it("names what was given when it is refused, but shows no device id", async () => {
    const { client } = await login(({ body }, response) => json(response, 403, { msg: `refused: ${body}` }), {
      ...credentials,
      multiFactorCode: "123456",
      deviceId: "device-1234",
    });
    const error = await failureOf(client.webhooks.list(), AuthenticationError);
    assert.match(error.message, /Check username, password, multiFactorCode, and deviceId\./);
    assert.ok(!inspect(error).includes("device-1234"), inspect(error));
  });

  it("is named by a call that times out while waiting for it, with the last failure", async () => {
    const { client, clock } = await login((_, __, socket) => void socket.destroy());
    const call = client.webhooks.list({}, { timeout: 2_000, retry: { attempts: 1 } });
    const error = await failureOf(
      clock.drive(call, (milliseconds) => milliseconds !== 2_000 && milliseconds < 10_000),
      TimeoutError,
    );
    assert.deepEqual([error.operation, error.effect, error.code], ["listWebhooks", "none", "UND_ERR_SOCKET"]);
    assert.match(error.message, /It waited for the login, which failed: authenticate \(POST .*UND_ERR_SOCKET.* See [^.]*\.$/);
    assert.ok(error.cause instanceof ConnectionError);
    assert.equal(error.cause.operation, "authenticate");
  });

  for (const [body, factor, deviceId] of [
    ['{"name":"TOTP","deviceId":"device-1234"}', "TOTP", "device-1234"],
    ["", undefined, undefined],
    ['{"name":"DeviceCookie","deviceId":null}', "DeviceCookie", undefined],
  ] as const)
    it(`that needs a second factor is tried once and shows no device id: ${factor}`, async () => {
      const { client, server } = await login((_, response) => void response.writeHead(202).end(body));
      const error = await failureOf(client.webhooks.list(), SecondFactorError);
      assert.deepEqual([error.factor, error.deviceId, error.status], [factor, deviceId, 202]);
      for (const shown of [inspect(error, { showHidden: true }), JSON.stringify(error), String(error)])
        assert.ok(!shown.includes("device-1234"), shown);
      assert.equal(client.secrets.redact(`<${deviceId ?? mask}>`), `<${mask}>`);
      await failureOf(client.webhooks.list(), SecondFactorError);
      assert.equal(server.received.length, 1);
    });

  it("sends the code once, and the device id each time", async () => {
    const factors = { multiFactorCode: "123456", deviceId: "d1" };
    const { client, server, clock } = await login(
      () => ({ token: "TOKEN-1====", expires: new Date(clock.now() + day).toISOString() }),
      { ...credentials, ...factors },
    );
    await client.webhooks.list();
    await clock.advance(day);
    await client.webhooks.list();
    const logins = server.received.filter(({ url }) => url === "/v1/authenticate");
    assert.deepEqual(
      logins.map(({ body }) => JSON.parse(body) as unknown),
      [
        { ...credentials, ...factors },
        { ...credentials, deviceId: "d1" },
      ],
    );
  });

  for (const body of ["RAW-TOKEN-1====", '"RAW-TOKEN-1===="', "RAW-TOKEN-1====\n"])
    it(`may answer with a bare token: ${JSON.stringify(body)}`, async () => {
      const { client, server } = await login((_, response) => void response.end(body));
      await client.webhooks.list();
      assert.equal(server.received[1]!.headers.authorization, "Bearer RAW-TOKEN-1====");
      assert.equal(client.secrets.redact("RAW-TOKEN-1===="), mask);
    });

  for (const body of ["", "<html>a page</html>", "{}", '{"token":""}', "null"])
    it(`fails without a token: ${JSON.stringify(body)}`, async () => {
      const { client } = await login((_, response) => void response.end(body));
      await failureOf(client.webhooks.list(), AnswerError);
    });

  it("is retried after a failure of the provider, and has no effect on the call that needs it", async () => {
    let failures = 2;
    const { client, server, driven } = await login((_, response) =>
      failures-- > 0 ? void response.writeHead(503).end() : { token: "TOKEN-1====", expires: "2099-01-01T00:00:00Z" },
    );
    assert.deepEqual(await driven(client.webhooks.list()), []);
    assert.equal(server.received.length, 4);
    const gone = await login((_, __, socket) => void socket.destroy());
    const error = await failureOf(gone.driven(gone.client.webhooks.create({ body: webhook })), ConnectionError);
    assert.deepEqual([error.operation, error.effect, gone.server.received.length], ["authenticate", "none", 4]);
  });

  it("can be made explicitly, without a token", async () => {
    const { client, server } = await login(() => ({ token: "TOKEN-1====", expires: "2099-01-01T00:00:00Z" }));
    const result = await client.authentication.authenticate({ body: { username: "you", password: "other" } });
    assert.ok("token" in result && result.token === "TOKEN-1====");
    assert.equal(server.received[0]!.headers.authorization, undefined);
    assert.equal(server.received.length, 1);
  });
});
