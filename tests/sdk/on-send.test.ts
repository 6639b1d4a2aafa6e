import assert from "node:assert/strict";
import { AbortError, type ClientOptions, ConfigurationError, RateLimitError } from "../../sdk/index.js";
import { created, failureOf, useClients, webhook as body } from "../support/client.js";
import { json } from "../support/server.js";

describe("onSend", () => {
  const { login } = useClients();

  /** A client behind a gateway; its first requests fail as told. */
  async function start(options: Partial<ClientOptions> = {}, failures: (number | "reset")[] = []) {
    const world = await login((_, response, socket) => {
      const failure = failures.shift();
      if (failure === "reset") return void socket.destroy();
      if (failure !== undefined) return json(response, failure, {}, { "retry-after": "5" });
      return json(response, 200, created);
    }, options);
    const sent: number[] = [];
    return { ...world, sent, onSend: () => void sent.push(world.clock.now()) };
  }

  it("is called after the login, once per request", async () => {
    const { client, gateway, sent, onSend } = await start();
    let logins = 0;
    await client.webhooks.create({ body }, { onSend: () => void (logins = gateway.logins) });
    assert.equal(logins, 1);
    await client.webhooks.create({ body }, { onSend });
    assert.equal(sent.length, 1);
  });

  it("is called again for each retry, and says whether an earlier sending may have taken effect", async () => {
    const { client, calls, driven } = await start({}, [429, "reset"]);
    const told: boolean[] = [];
    const onSend = (mayHaveActed: boolean) => void told.push(mayHaveActed);
    await driven(client.webhooks.update({ webhookIdentifier: "w1", body }, { onSend }));
    assert.deepEqual([told, calls().length], [[false, false, true], 3]);
  });

  const failure = new Error("the disk is full");
  for (const [title, onSend] of [
    [
      "throws",
      () => {
        throw failure;
      },
    ],
    ["rejects", () => new Promise<void>((_, reject) => setImmediate(reject, failure))],
  ] as const)
    it(`prevents the request if it ${title}, and the call fails with its error`, async () => {
      const { client, calls } = await start();
      await assert.rejects(client.webhooks.create({ body }, { onSend }), (error) => error === failure);
      await assert.rejects(client.with({ onSend }).webhooks.create({ body }), (error) => error === failure);
      assert.deepEqual(calls(), []);
    });

  it("can abort the call with its signal, and is not called once that has aborted", async () => {
    const { client, calls, sent, onSend } = await start();
    for (const abort of [
      (controller: AbortController) => controller.abort(),
      (controller: AbortController) => {
        setImmediate(() => controller.abort());
        return new Promise<void>(() => undefined);
      },
    ]) {
      const controller = new AbortController();
      const { signal } = controller;
      const call = client.webhooks.create({ body }, { signal, onSend: () => abort(controller) });
      assert.equal((await failureOf(call, AbortError)).effect, "none");
      await failureOf(client.webhooks.create({ body }, { onSend, signal }), AbortError);
    }
    assert.deepEqual([calls(), sent], [[], []]);
  });

  it("of a derived client is called for all unsafe calls, and not for the original client's", async () => {
    const { client, sent, onSend } = await start();
    const derived = client.with({ onSend });
    await derived.webhooks.get({ webhookIdentifier: "w1" });
    assert.deepEqual(sent, []);
    await derived.webhooks.create({ body });
    assert.equal(sent.length, 1);
    await client.webhooks.create({ body });
    assert.equal(sent.length, 1);
  });

  it("of a derived client shares token, window and closing with the original", async () => {
    const { client, gateway, onSend, calls } = await start({ maxRateLimitWait: 0 }, [429]);
    const derived = client.with({ onSend });
    await failureOf(client.webhooks.create({ body }), RateLimitError);
    await failureOf(derived.webhooks.create({ body }), RateLimitError);
    assert.deepEqual([gateway.logins, calls().length], [1, 1]);
    await derived.close();
    await failureOf(client.webhooks.list(), ConfigurationError);
  });

  it("is called before that of a further derived client, or of a call, which cannot remove it", async () => {
    const { client, sent, onSend, calls } = await start();
    let others = 0;
    const other = { onSend: () => void others++ };
    for (const more of [other, { onSend: undefined }]) {
      await client.with({ onSend }).with(more).webhooks.create({ body });
      await client.with({ onSend }).webhooks.create({ body }, more);
    }
    assert.deepEqual([sent.length, others], [4, 2]);
    const guard = { onSend: () => Promise.reject(new Error("refused")) };
    await assert.rejects(client.with(guard).webhooks.create({ body }, other), /refused/);
    assert.deepEqual([calls().length, others], [4, 2]);
  });
});
