import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { ProviderProcess } from "../support/provider-process.js";
import { login, rehearse, samples } from "../support/rehearsal.js";

/** The address of an engine that no longer listens. */
async function deadEngine(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `127.0.0.1:${port}`;
}

describe("a provider process whose engine is gone before the first connection", () => {
  const rehearsal = rehearse();
  let provider: ProviderProcess;

  beforeEach(async () => {
    provider = await ProviderProcess.start({}, await deadEngine());
    await provider.configure({ "hosting:baseUrl": rehearsal.sandbox.url, ...login });
  });

  afterEach(async () => {
    // Fails if the process has ended by itself, as expected.
    await provider.stop().catch(() => undefined);
  });

  it("creates nothing and ends", async () => {
    await assert.rejects(provider.create("webhook", samples.webhook));
    assert.equal(await provider.ended(), 1);
    assert.equal(rehearsal.requests("createWebhook"), 0);
    assert.deepEqual(rehearsal.sandbox.control.store.webhooks.all(), []);
  });

  it("also ends if only arguments were checked", async () => {
    // The answer may arrive before the process ends.
    await provider.check("webhook", samples.webhook).catch(() => undefined);
    assert.equal(await provider.ended(), 1);
  });
});
