import assert from "node:assert/strict";
import { createClient } from "../../sdk/index.js";
import { commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { type Running, start } from "../support/hosting.js";
import { descendants, kill } from "../support/processes.js";

const hook = (path: string) => ({
  eventType: "DOMAIN_REGISTRATION_STATUS" as const,
  method: "POST" as const,
  url: `https://agency.example/${path}`,
  parameters: { key: "code" },
});

describe("hosting adopt, ended before its proof", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;
  const client = () =>
    createClient({ baseUrl: stack.sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });

  before(async () => (stack = await Stack.create()));
  after(() => stack.dispose());

  const adopting = (): Running =>
    start(["adopt", "--cwd", stack.folder, "--json", "--yes"], { env: { HOME: stack.folder, ...stack.environment } });

  const names = async () => (await stack.export()).resources.map(({ urn }) => urn.split("::").at(-1)).sort();

  it("says what to do, and later takes back only what nothing else needs", async () => {
    const provider = client();
    const { uid: webhookIdentifier = "" } = await provider.webhooks.create({ body: hook("early") });
    await provider.webhooks.create({ body: hook("late") });
    const early: ResourceSpec = { type: "Webhook", name: "early", args: hook("early") };
    await stack.declare({ resources: [early] });
    const running = adopting();
    await running.errors(/A preview after a refresh proves the result/);
    const below = descendants(running.child.pid!);
    running.child.kill("SIGTERM");
    for (const each of below) kill(each);
    const { signal, stderr } = await running.ended;
    assert.equal(signal, "SIGTERM");
    assert.match(
      stderr,
      /The state may have 1 object that no preview has proven\. Run the same `hosting adopt` again, .*`pulumi up`/,
    );

    const domain = { type: "Domain", name: "bought", args: { accountIdentifier: "p100001", sld: "bought", tld: "de" } };
    await stack.declare({ resources: [early, domain] });
    succeeded(await stack.up());
    await provider.webhooks.update({ webhookIdentifier, body: { ...hook("early"), parameters: { key: "orderId" } } });
    await provider.close();
    await stack.declare({ resources: [early, domain, { type: "Webhook", name: "late", args: hook("late") }] });
    const ended = await adopting().ended;
    assert.equal(ended.code, 1, ended.stdout + ended.stderr);
    assert.deepEqual(await names(), ["bought", "default", "engine-test-test", "late"]);
    succeeded(await stack.preview("--refresh", "--target", "**bought", "--target", "**late", "--expect-no-changes"));
  });
});
