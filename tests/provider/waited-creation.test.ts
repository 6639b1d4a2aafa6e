import assert from "node:assert/strict";
import type { Context } from "../../provider/runtime/context.js";
import type { Definition } from "../../provider/definition/definition.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { webhook } from "../../provider/resources/webhook.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

describe("a creation that had to wait before it was sent", () => {
  const rehearsal = rehearseKernel();
  const faults = () => rehearsal.sandbox.control.faults;
  const hooks = () => rehearsal.sandbox.control.store.webhooks;
  const another = { ...samples.webhook, id: "another", login: "reseller" };
  const rateLimited = { kind: "status", status: 429, headers: { "Retry-After": "600" } } as const;

  /** Each request of a creation waits before it is sent, in milliseconds, while something happens. */
  const waiting = (
    definition: unknown,
    waits: readonly number[] | number,
    meanwhile: (request: number) => void = () => undefined,
  ): Definition => {
    const plain = definition as Definition;
    let requests = 0;
    return {
      ...plain,
      async create(context: Context, inputs) {
        await rehearsal.clock.sleep(typeof waits === "number" ? waits : waits[requests]!);
        meanwhile(++requests);
        return plain.create!(context, inputs);
      },
    };
  };

  it("is refused if the object exists by then, and leaves no note", async () => {
    faults().add({ operation: "createWebhook", effect: rateLimited });
    const created = messageOf(rehearsal.kernel(webhook).create(samples.webhook));
    await rehearsal.clientClock.sleeper((milliseconds) => milliseconds >= 600_000);
    hooks().insert(another);
    await rehearsal.clock.sleep(600_000);
    await rehearsal.clientClock.advance(600_000);
    assert.match(await created, /already exists \(another\)/);
    assert.equal(rehearsal.requests("createWebhook"), 1);
    rehearsal.beginNextRun();
    assert.deepEqual(rehearsal.journal.creations(), []);
  });

  it("is sent if the object still does not exist, and was never noted as sent before", async () => {
    const sent: number[] = [];
    const noted = () => {
      rehearsal.beginRunBeside();
      sent.push(rehearsal.journal.creations().flatMap(({ sends }) => sends).length);
    };
    const { id } = await rehearsal.kernel(waiting(webhook, 11_000, noted)).create(samples.webhook);
    assert.deepEqual(
      hooks()
        .all()
        .map((each) => each.id),
      [id],
    );
    // It is delayed three times and then sent, however long it waited.
    assert.deepEqual(sent, [0, 0, 0, 0]);
  });

  it("looks again for each of those that share a request", async () => {
    const { domainIdentifier } = samples.subdomain;
    const names = ["one", "two", "three"];
    faults().add({ operation: "createSubdomains", effect: rateLimited });
    const created = names.map((name) =>
      rehearsal
        .kernel(subdomain)
        .create({ ...samples.subdomain, name })
        .then(
          ({ id }) => id,
          (error: unknown) => (error as Error).message,
        ),
    );
    await rehearsal.clientClock.sleeper((milliseconds) => milliseconds >= 600_000);
    const { subdomains } = rehearsal.sandbox.control.store;
    const [pattern] = subdomains.all();
    subdomains.insert({ ...pattern!, id: "another", domain: domainIdentifier, name: "two" });
    await rehearsal.clock.sleep(600_000);
    await rehearsal.clientClock.advance(600_000);
    const [one, two, three] = await Promise.all(created);
    assert.equal(one, `p100001/${domainIdentifier}/one`);
    assert.match(two!, /two\.sommer-gartenbau\.de already exists/);
    assert.equal(three, `p100001/${domainIdentifier}/three`);
    // The refused one, and one for the remaining ones.
    assert.equal(rehearsal.requests("createSubdomains"), 2);
  });
});
