import assert from "node:assert/strict";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { bytesInUse } from "../support/heap.js";
import { ProviderInProcess, UnhurriedClock } from "../support/provider-in-process.js";
import { login } from "../support/rehearsal.js";

describe("the memory of a provider process", () => {
  describe("in an account with 5,000 objects", () => {
    const [objects, resources] = [5_000, 200];
    /** With all that a process needs besides, it is about 930; with a second copy of each object, more than 1,300. */
    const mostBytesForObject = 1_200;
    const webhook = (index: number) => ({
      eventType: "DOMAIN_REGISTRATION_STATUS",
      method: "POST",
      url: `https://agency.example/hooks/${index}`,
      headers: { "X-Key": `secret-of-webhook-${index}` },
    });
    let sandbox: Sandbox;
    let clock: UnhurriedClock;
    before(async () => {
      clock = new UnhurriedClock();
      sandbox = await startSandbox({ clock, rateLimit: false });
    });
    after(() => sandbox.close());

    const create = (index: number) =>
      sandbox.control.store.webhooks.insert({ id: `w${index}`, login: "reseller", ...webhook(index) });

    const started = async (): Promise<ProviderInProcess> => {
      const provider = await ProviderInProcess.start(clock);
      await provider.configure({ ...login, "hosting:baseUrl": sandbox.url });
      return provider;
    };

    it("contains each object once, however many resources are refreshed", async () => {
      // Loads what every process loads, and holds one object.
      const first = await started();
      create(0);
      await first.read("webhook", "w0", webhook(0));
      await first.stop();
      for (let index = 1; index < objects; index++) create(index);
      const provider = await started();
      sandbox.control.journal.clear();
      const before = await bytesInUse();
      await Promise.all(Array.from({ length: resources }, (_, index) => provider.read("webhook", `w${index}`, webhook(index))));
      assert.equal(sandbox.control.journal.requests({ operation: "listWebhooks" }).length, 1);
      sandbox.control.journal.clear();
      const each = ((await bytesInUse()) - before) / objects;
      assert.ok(each <= mostBytesForObject, `${Math.round(each)} bytes for each object`);
      await provider.stop();
    });
  });
});
