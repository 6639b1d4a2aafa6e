import assert from "node:assert/strict";
import { useApi } from "../support/sandbox.js";
import { startServer, type TestServer } from "../support/server.js";

describe("the sandbox's webhooks", () => {
  const { control, expect, sandbox, stranger } = useApi();

  const input = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://example.com/hook" };

  it("belong to the login, and may be duplicates", async () => {
    for (let count = 0; count < 2; count++) await expect(200, "createWebhook", { body: input });
    assert.equal((await expect<object[]>(200, "listWebhooks")).length, 2);
    assert.deepEqual(await (await stranger()).expect(200, "listWebhooks"), []);
  });

  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const each of servers.splice(0)) await each.close();
  });
  /** A server on loopback that answers with a status. */
  const target = async (status: number): Promise<TestServer> => {
    const server = await startServer((_, response) => void response.writeHead(status).end());
    servers.push(server);
    return server;
  };
  /** Registers a domain, and lets time pass so often; the deliveries by then. */
  const registered = async (times = 1) => {
    await expect(201, "registerDomain", { parameters: { accountIdentifier: "p100001" }, body: { sld: "neu", tld: "de" } });
    for (let count = 0; count < times; count++) await later();
    return control().deliveries();
  };
  const later = () => {
    control().advance(600_000);
    return control().idle();
  };

  it("are called when a domain is registered, with their headers and parameter", async () => {
    const { url, received } = await target(204);
    const body = { ...input, url: `${url}/hook` };
    const secrets = { headers: { "X-Key": "planted" }, parameters: { key: "secret", value: "planted" } };
    await expect(200, "createWebhook", { body: { ...body, ...secrets } });
    await (await stranger()).expect(200, "createWebhook", { body });
    const deliveries = await registered();
    assert.deepEqual(
      received.map((call) => [call.method, call.url, call.headers["x-key"], JSON.parse(call.body) as unknown]),
      [
        [
          "POST",
          "/hook?secret=planted",
          "planted",
          {
            eventType: "DOMAIN_REGISTRATION_STATUS",
            account: "p100001",
            domain: { fullname: "neu.de", registryStatus: "ok" },
          },
        ],
      ],
    );
    assert.deepEqual(
      deliveries.map(({ state, attempts }) => [state, attempts.map(({ status }) => status)]),
      [["delivered", [204]]],
    );
    assert.ok(!JSON.stringify(deliveries).includes("planted"));
  });

  it("are called again after failures, a limited number of times", async () => {
    const { url, received } = await target(500);
    await expect(200, "createWebhook", { body: { ...input, url } });
    const [delivery] = await registered(6);
    assert.deepEqual([received.length, delivery!.state], [4, "failed"]);
  });

  it("are not called after they are deleted", async () => {
    const { url, received } = await target(500);
    const { uid } = await expect<{ uid: string }>(200, "createWebhook", { body: { ...input, url } });
    await registered();
    await expect(204, "deleteWebhook", { parameters: { webhookIdentifier: uid } });
    await later();
    assert.deepEqual([received.length, control().deliveries()[0]!.state], [1, "skipped"]);
  });

  it("never call other machines, or the sandbox itself, whose control routes would obey", async () => {
    const { port } = new URL(sandbox().url);
    const own = ["127.0.0.1", "localhost", "[::1]", "127.1.2.3"].map((host) => `http://${host}:${port}/_sandbox/reset`);
    for (const url of [input.url, ...own]) await expect(200, "createWebhook", { body: { ...input, url } });
    assert.deepEqual(
      (await registered()).map(({ state, attempts }) => [state, attempts]),
      Array(5).fill(["skipped", []]),
    );
  });
});
