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

  it("creates nothing and ends", async () => {
    const provider = await ProviderProcess.start({}, await deadEngine());
    try {
      await provider.configure({ "hosting:baseUrl": rehearsal.sandbox.url, ...login });
      await assert.rejects(provider.create("webhook", samples.webhook));
      assert.equal(await provider.ended(), 1);
      assert.deepEqual(rehearsal.sandbox.control.store.webhooks.all(), []);
    } finally {
      // Fails if the process has ended by itself, as expected.
      await provider.stop().catch(() => undefined);
    }
  });
});
