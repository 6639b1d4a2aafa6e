import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Api, useSandbox } from "../support/sandbox.js";

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A server on loopback that records its requests and answers with the given statuses, repeating the last one. */
async function withTarget(
  statuses: readonly number[],
  work: (url: string, received: readonly Received[]) => Promise<void>,
): Promise<void> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const status = statuses[Math.min(received.length, statuses.length - 1)]!;
      const { method = "", url = "", headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}

describe("the sandbox's webhooks", () => {
  const sandbox = useSandbox();
  let api: Api;

  beforeEach(async () => {
    api = await Api.login(sandbox().url);
  });

  const input = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://example.com/hook" };

  it("are created with 200, updated as a whole, and answer 403 once deleted", async () => {
    const created = await api.expect<{ uid: string }>(200, "createWebhook", {
      body: { ...input, headers: { "X-Key": "1" }, parameters: { key: "k", value: "v" } },
    });
    const parameters = { webhookIdentifier: created.uid };
    assert.deepEqual(await api.expect(200, "getWebhook", { parameters }), created);
    const changed = await api.expect(200, "updateWebhook", { parameters, body: { ...input, method: "PUT" } });
    assert.deepEqual(changed, { ...input, method: "PUT", uid: created.uid });
    assert.deepEqual(await api.expect(200, "listWebhooks"), [changed]);
    await api.expect(204, "deleteWebhook", { parameters });
    for (const id of ["getWebhook", "deleteWebhook"]) await api.expect(403, id, { parameters });
    await api.expect(403, "updateWebhook", { parameters, body: input });
  });

  it("belong to the login, and may be duplicates", async () => {
    const { uid } = await api.expect<{ uid: string }>(200, "createWebhook", { body: input });
    await api.expect(200, "createWebhook", { body: input });
    assert.equal((await api.expect<object[]>(200, "listWebhooks")).length, 2);
    const other = await Api.login(sandbox().url, "agency", "agency-password");
    await other.expect(403, "getWebhook", { parameters: { webhookIdentifier: uid } });
    await other.expect(403, "deleteWebhook", { parameters: { webhookIdentifier: uid } });
  });

  it("refuse an invalid webhook", async () => {
    for (const body of [
      { ...input, url: "nowhere" },
      { ...input, method: "HEAD" },
      { ...input, extra: 1 },
      { url: input.url },
      [],
    ]) {
      await api.expect(400, "createWebhook", { body });
    }
    assert.deepEqual(await api.expect(200, "listWebhooks"), []);
  });

  it("are called when a domain is registered, with their headers and parameter", async () => {
    await withTarget([204], async (url, received) => {
      const headers = { "X-Key": "planted" };
      await api.expect(200, "createWebhook", {
        body: { ...input, url, headers, parameters: { key: "secret", value: "planted" } },
      });
      const other = await Api.login(sandbox().url, "agency", "agency-password");
      await other.expect(200, "createWebhook", { body: { ...input, url } });
      await api.expect(201, "registerDomain", {
        parameters: { accountIdentifier: "p100001" },
        body: { sld: "neu", tld: "de" },
      });
      sandbox().control.advance(2_000);
      await sandbox().control.idle();
      assert.equal(received.length, 1);
      const [call] = received;
      assert.deepEqual([call!.method, call!.url, call!.headers["x-key"]], ["POST", "/hook?secret=planted", "planted"]);
      assert.deepEqual(JSON.parse(call!.body), {
        eventType: "DOMAIN_REGISTRATION_STATUS",
        account: "p100001",
        domain: { fullname: "neu.de", registryStatus: "ok" },
      });
      const deliveries = sandbox().control.deliveries();
      assert.deepEqual(
        deliveries.map(({ state, attempts }) => [state, attempts.map(({ status }) => status)]),
        [["delivered", [204]]],
      );
      assert.ok(!JSON.stringify(deliveries).includes("planted"));
    });
  });

  it("are called again after failures, a limited number of times", async () => {
    await withTarget([500], async (url, received) => {
      await api.expect(200, "createWebhook", { body: { ...input, url } });
      await api.expect(201, "registerDomain", {
        parameters: { accountIdentifier: "p100001" },
        body: { sld: "neu", tld: "de" },
      });
      for (let count = 0; count < 6; count += 1) {
        sandbox().control.advance(600_000);
        await sandbox().control.idle();
      }
      assert.equal(received.length, 4);
      assert.equal(sandbox().control.deliveries()[0]!.state, "failed");
    });
  });

  it("are not called after they are deleted", async () => {
    await withTarget([500], async (url, received) => {
      const { uid } = await api.expect<{ uid: string }>(200, "createWebhook", { body: { ...input, url } });
      await api.expect(201, "registerDomain", { parameters: { accountIdentifier: "p100001" }, body: { sld: "neu", tld: "de" } });
      sandbox().control.advance(2_000);
      await sandbox().control.idle();
      await api.expect(204, "deleteWebhook", { parameters: { webhookIdentifier: uid } });
      sandbox().control.advance(600_000);
      await sandbox().control.idle();
      assert.equal(received.length, 1);
      assert.equal(sandbox().control.deliveries()[0]!.state, "skipped");
    });
  });

  it("never call the sandbox itself, whose control routes would obey", async () => {
    const { port } = new URL(sandbox().url);
    for (const host of ["127.0.0.1", "localhost", "[::1]", "127.1.2.3"])
      await api.expect(200, "createWebhook", { body: { ...input, url: `http://${host}:${port}/_sandbox/reset` } });
    await api.expect(201, "registerDomain", { parameters: { accountIdentifier: "p100001" }, body: { sld: "neu", tld: "de" } });
    sandbox().control.advance(2_000);
    await sandbox().control.idle();
    const states = sandbox()
      .control.deliveries()
      .map(({ state }) => state);
    assert.deepEqual(states, ["skipped", "skipped", "skipped", "skipped"]);
  });

  it("are never called on other machines", async () => {
    await api.expect(200, "createWebhook", { body: input });
    await api.expect(201, "registerDomain", { parameters: { accountIdentifier: "p100001" }, body: { sld: "neu", tld: "de" } });
    sandbox().control.advance(2_000);
    await sandbox().control.idle();
    assert.deepEqual(
      sandbox()
        .control.deliveries()
        .map(({ state, attempts }) => [state, attempts]),
      [["skipped", []]],
    );
  });
});
