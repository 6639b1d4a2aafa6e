import assert from "node:assert/strict";
import { connectSandbox, startSandbox } from "../../sandbox/index.js";
import { createClient, HostingError } from "../../sdk/index.js";
import { Api, useSandbox, withSandbox } from "../support/sandbox.js";

const webhook = {
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://example.com/hook",
  headers: { "X-Key": "planted-header" },
  parameters: { key: "k", value: "planted-value" },
};

describe("the sandbox's control", () => {
  const sandbox = useSandbox();

  it("reset returns to the seed, and forgets faults, requests, sessions and clock changes", async () => {
    const { control } = sandbox();
    const start = control.snapshot();
    const api = await Api.login(sandbox().url);
    await api.send("POST", "/v1/webhooks", { body: webhook });
    control.faults.add({ effect: { kind: "stall" } });
    control.advance(1e9);
    control.reset();
    assert.deepEqual(control.faults.list(), []);
    assert.deepEqual(control.journal.requests(), []);
    assert.ok(Math.abs(control.now() - start.time) < 60_000);
    const names = (snapshot: typeof start) =>
      Object.entries(snapshot.collections).map(([name, records]) => [name, records.map(({ id }) => id)]);
    assert.deepEqual(names(control.snapshot()), names(start));
    assert.equal((await api.send("GET", "/v1/webhooks")).status, 503);
  });

  it("restores a snapshot in another sandbox, including its time", async () => {
    const api = await Api.login(sandbox().url);
    await api.send("POST", "/v1/webhooks", { body: webhook });
    sandbox().control.advance(3_600_000);
    const snapshot = JSON.parse(JSON.stringify(sandbox().control.snapshot())) as ReturnType<
      ReturnType<typeof sandbox>["control"]["snapshot"]
    >;
    const other = await startSandbox({ seed: "empty", snapshot });
    try {
      assert.ok(Math.abs(other.control.now() - snapshot.time) < 60_000);
      const again = new Api(other.url, api.token);
      const list = (await again.send("GET", "/v1/webhooks")).json as { uid: string }[];
      assert.equal(list.length, 1);
      const created = (await again.send("POST", "/v1/webhooks", { body: webhook })).json as { uid: string };
      assert.notEqual(created.uid, list[0]!.uid);
    } finally {
      await other.close();
    }
  });

  it("refuses a snapshot of another version or with unknown collections", () => {
    const { control } = sandbox();
    const snapshot = control.snapshot();
    assert.throws(() => control.restore({ ...snapshot, version: 2 as never }), /version 2/);
    assert.throws(() => control.restore({ ...snapshot, collections: { ghosts: [] } as never }), /ghosts/);
  });

  it("creates the same identifiers for the same steps", async () => {
    const steps = async () => {
      const api = await Api.login(sandbox().url);
      const tom = (await api.send("POST", "/v1/gdpr/toms", { body: { content: "x" } })).json as { _id: string };
      const hook = (await api.send("POST", "/v1/webhooks", { body: webhook })).json as { uid: string };
      const token = (await api.send("POST", "/v1/authentication/tokens", { body: { description: "ci" } })).json as {
        uuid: string;
      };
      return [tom._id, hook.uid, token.uuid];
    };
    const first = await steps();
    sandbox().control.reset();
    assert.deepEqual(await steps(), first);
  });

  it("keeps a shared client logged in over a reset, but not with a token that the seed lacks", async () => {
    const { control, url } = sandbox();
    const first = await Api.login(url);
    const token = (await first.send("POST", "/v1/authentication/tokens", { body: { description: "ci" } })).json;
    const { uuid: username, token: password } = token as { readonly uuid: string; readonly token: string };
    const client = createClient({ baseUrl: url, credentials: { username: "reseller", password: "sandbox-password" } });
    const other = createClient({ baseUrl: url, credentials: { username, password } });
    await other.webhooks.list();
    const body = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://hook.example/x" } as const;
    for (let test = 0; test < 3; test += 1) {
      control.reset();
      await client.webhooks.create({ body });
      control.advance(3_600_000);
    }
    assert.deepEqual(control.journal.requests({ operation: "authenticate" }), []);
    await assert.rejects(other.webhooks.create({ body }), HostingError);
    await Promise.all([client.close(), other.close()]);
  });

  it("loads seeds by name or as an object, and says what is wrong with others", async () => {
    const { control } = sandbox();
    control.seed("empty");
    assert.deepEqual(control.store.accounts.all(), []);
    control.seed("agency");
    assert.ok(control.store.customers.all().length > 20);
    control.seed({
      logins: [{ username: "me", password: "secret", customerNumber: 1 }],
      customers: [{ customerNumber: 1 }],
      accounts: [{ name: "p1", customerNumber: 1 }],
      domains: [{ account: "p1", fullname: "Größe.de", subdomains: [{ name: "blog" }] }],
      articles: [],
    });
    const api = await Api.login(sandbox().url, "me", "secret");
    const subdomains = await api.expect<{ fullName: string }[]>(200, "listSubdomains", {
      parameters: { accountIdentifier: "p1", domainIdentifier: "größe.de" },
    });
    assert.deepEqual(
      subdomains.map(({ fullName }) => fullName),
      ["www.xn--gre-6ka8i.de", "blog.xn--gre-6ka8i.de"],
    );
    assert.deepEqual(await api.expect(200, "searchArticles"), []);
    assert.throws(
      () => control.seed("nowhere" as never),
      /There is no seed named "nowhere"\. There are default, empty, agency, large\./,
    );
    assert.throws(() => control.seed({ customers: [{ customerNumber: -1 }] }), /customers\[0\]\.customerNumber/);
    assert.throws(
      () => control.seed({ domains: [{ account: "p9", fullname: "a.de" }] }),
      /a\.de belongs to p9, which does not exist/,
    );
  });

  it("moves its clock forward only, or to a time that it can write", () => {
    const { control } = sandbox();
    assert.throws(() => control.advance(-1), /forward/);
    assert.throws(() => control.setTime(NaN), /milliseconds since the epoch/);
    for (const move of [() => control.advance(1e300), () => control.setTime(1e300), () => control.setTime(-1)])
      assert.throws(move, /from the year 1970 to 9000/);
  });

  it("uses its own clock for every time: of objects, and the Date of answers, including refusals", async () => {
    const earlier = Date.UTC(2026, 0, 1);
    const { control, url } = sandbox();
    control.setTime(earlier);
    const api = await Api.login(url);
    await api.send("POST", "/v1/authentication/tokens", { body: { description: "CI" } });
    const [token] = control.store.applicationTokens.all().slice(-1);
    assert.ok(Math.abs(token!.created - earlier) < 60_000);
    const answers = [
      await api.send("GET", "/v1/webhooks"),
      await api.send("GET", "/v1/nothing"),
      await new Api(url).send("GET", "/v1/webhooks"),
    ];
    for (const { headers } of answers) assert.ok(Math.abs(Date.parse(headers.get("date")!) - earlier) < 60_000);
  });

  describe("request log", () => {
    it("contains operation, effect and login of every request, and can be filtered", async () => {
      const api = await Api.login(sandbox().url);
      await api.send("GET", "/v1/webhooks");
      await api.send("POST", "/v1/webhooks", { body: webhook });
      await api.send("GET", "/v1/nothing");
      const { journal } = sandbox().control;
      assert.deepEqual(
        journal.requests().map(({ operation, status, effect, login }) => [operation, status, effect, login]),
        [
          ["authenticate", 200, true, undefined],
          ["listWebhooks", 200, false, "reseller"],
          ["createWebhook", 200, true, "reseller"],
          [undefined, 404, false, undefined],
        ],
      );
      assert.equal(journal.requests({ effect: true }).length, 2);
      assert.equal(journal.requests({ method: "GET", path: "/v1/web" }).length, 1);
      assert.equal(journal.requests({ after: 3 })[0]!.status, 404);
      assert.throws(
        () => journal.requests({ operation: "listWebhoks" }),
        /operation: unknown operation\. Did you mean listWebhooks/,
      );
    });

    it("contains no secret, in requests or answers, however it is misspelt or placed", async () => {
      const api = await Api.login(sandbox().url);
      await api.send("POST", "/v1/webhooks", { body: webhook });
      await api.send("POST", "/v1/webhooks", { body: { ...webhook, header: { a: "planted-misspelt" } } });
      const token = await api.expect<{ uuid: string; token: string }>(201, "createApplicationToken", {
        body: { description: "ci" },
      });
      await new Api(api.url).send("POST", "/v1/authenticate", { body: { username: token.uuid, password: token.token } });
      await new Api(api.url).send("POST", "/v1/authenticate", { body: '{"password": "planted-broken"' });
      await new Api(api.url).send("GET", `/v1/webhooks?access_token=${encodeURIComponent(api.token!)}`);
      await api.send("POST", "/v1/accounts/p100001/domains", {
        body: { sld: "umzug", tld: "de", domainNameTransfer: { authcode: "transfer-me", authCod: "planted-nested" } },
      });
      const code = await api.expect<{ "auth-code": string }>(200, "getDomainAuthCode", {
        parameters: { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de" },
      });
      await api.call("updatePaymentSettings", { parameters: { customerNumber: 100001 }, body: { owner: "planted-owner" } });
      await api.call("convertBankData", { body: { bankAccountNumber: "1234567", bankCode: "50010517" } });
      const journal = JSON.stringify(sandbox().control.journal.requests());
      for (const secret of [
        "planted",
        "sandbox-password",
        "transfer-me",
        "1234567",
        token.token,
        api.token!,
        encodeURIComponent(api.token!),
        code["auth-code"],
      ]) {
        assert.ok(!journal.includes(secret), `the journal holds ${secret}`);
      }
      assert.ok(journal.includes("https://example.com/hook"));
    });
  });

  it("keeps passwords and tokens out of snapshots", async () => {
    const api = await Api.login(sandbox().url);
    const token = await api.expect<{ token: string }>(201, "createApplicationToken", { body: { description: "ci" } });
    await api.expect(201, "createVirtualAccount", {
      parameters: { customerNumber: 100001 },
      body: { virtualName: "v", description: "d", article: { articleNumber: 1201 }, password: "planted-password" },
    });
    const snapshot = JSON.stringify(sandbox().control.snapshot());
    for (const secret of ["sandbox-password", "planted-password", token.token, api.token!]) assert.ok(!snapshot.includes(secret));
  });

  it("works the same over HTTP, for a sandbox in another process", async () => {
    const remote = await connectSandbox(sandbox().url);
    const { store, faults, journal } = remote;
    const api = await Api.login(sandbox().url);
    const { uid } = await api.expect<{ uid: string }>(200, "createWebhook", { body: webhook });
    await store.webhooks.update(uid, { url: "https://elsewhere.example/", headers: undefined });
    const changed = (await store.webhooks.get(uid))!;
    assert.deepEqual([changed.url, changed.headers], ["https://elsewhere.example/", undefined]);
    await store.webhooks.insert({ ...changed, id: "9/9" });
    assert.equal((await store.webhooks.all()).length, 2);
    assert.deepEqual([await store.webhooks.delete("9/9"), await store.webhooks.delete("9/9")], [true, false]);
    assert.equal(await store.webhooks.get("9/9"), undefined);
    await assert.rejects(store.webhooks.update("9/9", {}), /webhooks has no object 9\/9/);

    await remote.configure({ readings: { emptyLists: "null" } });
    assert.equal((await remote.settings()).readings.emptyLists, "null");
    const stalled = await faults.add({ effect: { kind: "stall" } });
    assert.deepEqual([await faults.remove(stalled), await faults.remove(stalled)], [true, false]);
    const id = await faults.add({ operation: "listWebhooks", effect: { kind: "status", status: 500 } });
    assert.equal((await faults.list())[0]!.id, id);
    assert.equal((await api.send("GET", "/v1/webhooks")).status, 500);
    await faults.clear();
    assert.deepEqual([await faults.held(), await faults.release()], [[], 0]);
    await assert.rejects(faults.release("burn" as never), /go-on/);
    assert.equal((await journal.requests({ operation: "listWebhooks", status: 500 })).length, 1);
    await journal.clear();
    assert.deepEqual(await journal.requests(), []);

    const before = await remote.now();
    await remote.advance(3_600_000);
    assert.ok((await remote.now()) - before >= 3_600_000);
    await remote.setTime(before);
    assert.ok((await remote.now()) - before < 3_600_000);
    const snapshot = await remote.snapshot();
    await remote.seed("empty");
    assert.deepEqual(await store.webhooks.all(), []);
    await remote.restore(snapshot);
    assert.equal((await store.webhooks.all()).length, 1);
    await remote.idle();
    assert.deepEqual([await remote.deliveries(), await remote.outbox()], [[], []]);
    await remote.reset();
    assert.deepEqual(await store.webhooks.all(), []);
  });

  for (const [method, path, body, messages] of [
    ["GET", "/objects/ghosts", undefined, /no objects named ghosts/],
    ["PUT", "/objects/webhooks/1", { id: "2" }, /id/],
    ["POST", "/clock", {}, /body: must have either `now` or `advance`/],
    ["PUT", "/state", { version: 1 }, /Not a snapshot: time: is required/],
    ["POST", "/seed", "{", /JSON/],
  ] as const)
    it(`says what is wrong with a control request: ${method} ${path} ${JSON.stringify(body)}`, async () => {
      const answer = await new Api(`${sandbox().url}/_sandbox`).send(method, path, { body });
      assert.ok([400, 404].includes(answer.status), answer.text);
      assert.match(answer.text, messages);
    });

  it("says where no sandbox answers", async () => {
    for (const url of [`${sandbox().url}/elsewhere`, "http://127.0.0.1:1"])
      await assert.rejects(connectSandbox(url), /No sandbox answers at http/);
  });

  it("calls onRequest for each request", async () => {
    const seen: (string | undefined)[] = [];
    await withSandbox({ onRequest: ({ operation }) => seen.push(operation) }, async (_, api) => {
      await api.send("GET", "/v1/webhooks");
      assert.deepEqual(seen, ["authenticate", "listWebhooks"]);
    });
  });
});
