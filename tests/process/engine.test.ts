import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.js";
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

describe("a provider process at the end of a command", () => {
  const rehearsal = rehearse();
  const folder = temporaryFolder();

  for (const isHeld of [true, false])
    it(isHeld ? "leaves a request without an answer to the next run" : "says that the run ended if all is answered", async () => {
      const journal = join(folder.path, String(isHeld));
      const provider = await ProviderProcess.start({ HOSTING_JOURNAL: journal });
      await provider.configure({ "hosting:baseUrl": rehearsal.sandbox.url, ...login });
      const { control } = rehearsal.sandbox;
      if (isHeld) control.faults.add({ operation: "createWebhook", effect: { kind: "hold" } });
      const created = provider.create("webhook", samples.webhook).catch(() => undefined);
      while (isHeld && control.faults.held().length === 0) await new Promise(setImmediate);
      if (!isHeld) await created;
      provider.interrupt();
      assert.equal(await provider.ended(), 0);
      control.faults.clear();
      const notes = readdirSync(journal).filter((name) => name.endsWith(".jsonl"));
      const events = notes.map((name) => readFileSync(join(journal, name), "utf8")).join("");
      assert.deepEqual([/"sent"/.test(events), /"ended"/.test(events)], [true, !isHeld]);
    });
});
