import assert from "node:assert/strict";
import { createClient, type Client } from "../../sdk/index.js";
import { useSandbox } from "../support/sandbox.js";

const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://hook.example/x" } as const;

describe("the gateway's cache", () => {
  const sandbox = useSandbox();
  const open: Client[] = [];
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close();
  });

  const connect = (username: string, password: string, options: { readonly fresh?: boolean } = {}): Client => {
    const client = createClient({ baseUrl: sandbox().url, credentials: { username, password }, ...options });
    open.push(client);
    return client;
  };
  const reseller = (options?: { readonly fresh?: boolean }) => connect("reseller", "sandbox-password", options);

  it("is bypassed, so no answer is stale or another login's", async () => {
    await reseller({ fresh: false }).customers.getCurrent();
    assert.equal((await connect("agency", "agency-password").customers.getCurrent()).customerNumber, 200000);
    const client = reseller();
    const { uid } = await client.webhooks.create({ body: webhook });
    assert.equal((await client.webhooks.list()).length, 1);
    await client.webhooks.delete({ webhookIdentifier: uid! });
    assert.deepEqual(await client.webhooks.list(), []);
  });

  it("is used with fresh: false, with stale and shared answers", async () => {
    const cached = reseller({ fresh: false });
    assert.equal((await cached.customers.getCurrent()).customerNumber, 100000);
    const other = connect("agency", "agency-password", { fresh: false });
    assert.equal((await other.customers.getCurrent()).customerNumber, 100000, "the first login's customer");
    assert.equal((await other.customers.getCurrent({}, { fresh: true })).customerNumber, 200000);
    const { uid } = await cached.webhooks.create({ body: webhook });
    await cached.webhooks.list();
    await cached.webhooks.delete({ webhookIdentifier: uid! });
    assert.equal((await cached.webhooks.list()).length, 1, "the deleted webhook");
    assert.deepEqual(await cached.webhooks.list({}, { fresh: true }), []);
  });
});
