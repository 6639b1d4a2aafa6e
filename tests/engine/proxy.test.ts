import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { selfSigned } from "../support/certificate.js";
import { changes, commandTimeout, succeeded, useStack } from "../support/engine.js";
import { type Proxy, startProxy, startTlsFront } from "../support/proxy.js";

const host = "api.hosting.invalid";

describe("a proxy on the real engine", function () {
  this.timeout(3 * commandTimeout);
  const open: { close(): Promise<void> }[] = [];
  const stack = useStack();
  let proxy: Proxy;

  before(async () => {
    const certificate = selfSigned(host);
    const front = await startTlsFront(Number(new URL(stack.sandbox.url).port), certificate);
    open.push(front);
    proxy = await startProxy(front.port);
    open.push(proxy);
    await writeFile(join(stack.folder, "authority.pem"), certificate.cert);
  });
  after(async () => {
    for (const each of open) await each.close();
  });

  it("carries requests of resources and lookups, and none of Pulumi's own", async () => {
    const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
    await writeFile(
      join(stack.folder, "index.js"),
      `const hosting = require("pulumi-hosting");
       new hosting.Webhook("first", ${JSON.stringify(hook)});
       exports.customerNumber = hosting.getCurrentCustomer().then(({ customerNumber }) => customerNumber);`,
    );
    const variables = {
      HOSTING_BASE_URL: `https://${host}`,
      HTTPS_PROXY: proxy.url,
      NODE_EXTRA_CA_CERTS: join(stack.folder, "authority.pem"),
    };
    const { outcome } = await stack.start(["up", "--yes", "--skip-preview"], variables);
    const { output } = succeeded(await outcome);
    assert.match(output, /customerNumber: 100000/);
    assert.deepEqual(changes(await outcome), ["create first"]);
    assert.equal(stack.sandbox.control.store.webhooks.all().length, 1);
    assert.deepEqual([...new Set(proxy.tunnels.map(({ target }) => target))], [`${host}:443`]);
  });
});
