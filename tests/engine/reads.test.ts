import assert from "node:assert/strict";
import { commandTimeout, failed, type ResourceSpec, succeeded, useStack } from "../support/engine.js";
import { domain, of, webhook } from "../support/resources.js";

const get = (type: string, name: string, id: string): ResourceSpec => ({ type, name, get: id });

describe("existing objects that a program reads, adopts or has in its state, on the real engine", function () {
  this.timeout(10 * commandTimeout);
  const stack = useStack({ anew: true });
  const store = () => stack.sandbox.control.store;
  const theirs = (id: string, url: string) => {
    const args = {
      eventType: "DOMAIN_REGISTRATION_STATUS",
      method: "POST",
      url,
      headers: { "X-Key": "planted-header" },
    } as const;
    store().webhooks.insert({ id, login: "reseller", ...args });
    return args;
  };

  it("are read and not managed, or adopted and not ordered, and reveal none of their secrets", async () => {
    theirs("776", "https://agency.example/theirs");
    const adopted = (adopt: boolean) => domain("domain", { sld: "sommer-gartenbau", ...(adopt && { adopt }) });
    await stack.declare({
      resources: [
        get("Account", "main", "p100001"),
        get("Domain", "existing", "p100001/sommer-gartenbau.com"),
        get("Webhook", "theirs", "776"),
        adopted(true),
        domain("delta", { accountIdentifier: of("main", "accountIdentifier") }),
      ],
      outputs: { fullname: of("existing", "fullname"), account: of("existing", "accountIdentifier") },
    });
    const { output } = succeeded(await stack.preview());
    assert.match(output, /adopt: domain sommer-gartenbau\.de of account p100001 /);
    assert.match(output, /domain delta\.de of account p100001 will be ordered/);
    for (const outcome of [await stack.up(), await stack.up("--refresh", "--diff")])
      assert.doesNotMatch(succeeded(outcome).output, /planted/);
    assert.doesNotMatch((await stack.export()).text, /planted/);
    assert.equal(stack.sandbox.control.journal.requests({ operation: "registerDomain" }).length, 1);
    const outputs = await stack.pulumi("stack", "output", "--json");
    assert.deepEqual(JSON.parse(outputs.output), { fullname: "sommer-gartenbau.com", account: "p100001" });
    await stack.applied(adopted(false));
    assert.ok(store().domains.get("sommer-gartenbau.com") && store().webhooks.get("776"));
  });

  it("are completed by a refresh if they were imported through the state", async () => {
    const { headers, ...args } = theirs("777", "https://agency.example/imported");
    await stack.applied(webhook("other"));
    const exported = JSON.parse((await stack.export()).text) as { deployment: { resources: Record<string, unknown>[] } };
    const { resources } = exported.deployment;
    const other = resources.find(({ urn }) => String(urn).endsWith("::other"))!;
    const { __provider } = other["inputs"] as { __provider: string };
    const urn = String(other["urn"]).replace("::other", "::imported");
    resources.push({ ...other, urn, id: "777", inputs: { __provider }, outputs: { __provider } });
    await stack.importState(JSON.stringify(exported));
    await stack.declare({ resources: [webhook("other"), webhook("imported", { ...args, headers })] });
    succeeded(await stack.refresh());
    assert.doesNotMatch((await stack.export()).text, /planted/);
    await stack.settled();
  });
});

describe("states that this version cannot use as they are, on the real engine", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack({ anew: true });

  it("fail every command if they have a kind of a newer version, and say what to install", async () => {
    await stack.applied(webhook("hook"));
    const { text } = await stack.export();
    await stack.importState(text.replaceAll(/(pulumi-hosting\/provider\S{1,4}\)\.)webhook\b/g, "$1webhookOfTomorrow"));
    for (const command of ["refresh", "destroy"] as const) {
      const { output } = failed(await stack[command](), /does not know the resource kind "webhookOfTomorrow"/);
      assert.doesNotMatch(output, /Cannot find module|^\s+at /m);
    }
    assert.equal(stack.sandbox.control.store.webhooks.all().length, 1);
    await stack.importState(text);
    succeeded(await stack.destroy());
  });
});
