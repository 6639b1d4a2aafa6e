import assert from "node:assert/strict";
import type { Readings } from "../../sandbox/index.js";
import type { Api } from "../support/sandbox.js";
import { Api as Client, contact, withSandbox } from "../support/sandbox.js";

const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://example.com/hook" };
const customer = { customerNumber: 100001 };
const virtualAccount = { virtualName: "v", description: "d", article: { articleNumber: 1201 }, password: "sent" };
const domain = { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de" };

describe("the sandbox's readings", () => {
  /** A test for one reading. */
  function reading<K extends keyof Readings>(name: K, value: Readings[K], check: (api: Api) => Promise<void>): void {
    it(`${name}: ${String(value)}`, async () => {
      await withSandbox({ readings: { [name]: value } }, async (_, api) => check(api));
    });
  }

  it("have their default if a choice is `undefined`", async () => {
    const readings = { virtualAccountCreated: undefined } as object;
    await withSandbox({ readings }, async (_, api) => {
      await api.expect(201, "createVirtualAccount", { parameters: customer, body: virtualAccount });
    });
  });

  const subdomains = async (api: Api) =>
    ((await api.send("GET", "/v1/accounts/p100001/domains/sommer-gartenbau.de/subdomains")).json as { name: string }[]).map(
      ({ name }) => name,
    );
  const deleteSubdomain = async (api: Api, domainIdentifier: string, body?: unknown) => {
    const answer = await api.send(
      "DELETE",
      `/v1/accounts/p100001/domains/${domainIdentifier}/subdomains`,
      body === undefined ? {} : { body },
    );
    return answer.status;
  };
  const named = [{ name: "blog" }];

  reading("subdomainDeletion", "body", async (api) => {
    assert.equal(await deleteSubdomain(api, "sommer-gartenbau.de"), 400);
    assert.equal(await deleteSubdomain(api, "blog.sommer-gartenbau.de", named), 403);
    assert.equal(await deleteSubdomain(api, "sommer-gartenbau.de", named), 200);
    assert.deepEqual(await subdomains(api), ["www"]);
  });
  reading("subdomainDeletion", "full-name", async (api) => {
    assert.equal(await deleteSubdomain(api, "sommer-gartenbau.de", named), 403);
    assert.equal(await deleteSubdomain(api, "blog.sommer-gartenbau.de"), 200);
    assert.deepEqual(await subdomains(api), ["www"]);
  });
  reading("subdomainDeletion", "all", async (api) => {
    assert.equal(await deleteSubdomain(api, "sommer-gartenbau.de"), 200);
    assert.deepEqual(await subdomains(api), []);
  });
  reading("subdomainDeletion", "refused", async (api) => {
    assert.equal(await deleteSubdomain(api, "sommer-gartenbau.de", named), 400);
    assert.deepEqual(await subdomains(api), ["www", "blog"]);
  });

  reading("subdomainName", "full-name", async (api) => {
    assert.deepEqual(await subdomains(api), ["www.sommer-gartenbau.de", "blog.sommer-gartenbau.de"]);
  });
  reading("subdomainTarget", "root", async (api) => {
    const [www] = await api.expect<{ target: string }[]>(200, "listSubdomains", { parameters: domain });
    assert.equal(www!.target, "/");
  });
  reading("internationalNames", "unicode", async (api) => {
    const body = { sld: "xn--bcher-kva", tld: "de" };
    const [made] = await api.expect<{ fullname: string; name: string }[]>(201, "registerDomain", { parameters: domain, body });
    assert.deepEqual([made!.fullname, made!.name], ["bücher.de", "bücher"]);
  });
  it("domainDeletion: scheduled", async () => {
    await withSandbox({ readings: { domainDeletion: "scheduled" } }, async (sandbox, api) => {
      await api.expect(204, "deleteDomain", { parameters: domain });
      const status = async (client: Api) =>
        (await client.expect<{ fullname: string; registryStatus: string }[]>(200, "listDomains", { parameters: domain })).find(
          ({ fullname }) => fullname === "sommer-gartenbau.de",
        )?.registryStatus;
      assert.equal(await status(api), "pendingDelete");
      sandbox.control.advance(366 * 86_400_000);
      assert.equal(await status(await Client.login(sandbox.url)), undefined);
    });
  });

  for (const [choice, status] of [
    ["skipped", 200],
    ["required", 202],
  ] as const)
    reading("totpOfKnownDevice", choice, async (api) => {
      const login = { username: "totp", password: "sandbox-password" };
      const { deviceId } = await api.expect<{ deviceId: string }>(202, "authenticate", { body: login });
      const code = { multiFactorCode: "123456", deviceId };
      await api.expect(200, "authenticate", { body: { ...login, ...code } });
      await api.expect(status, "authenticate", { body: { ...login, deviceId } });
      await api.expect(200, "authenticate", { body: { ...login, ...code } });
    });

  for (const name of ["_id", "id", "uid", "uuid"] as const) {
    reading("gdprIdentifier", name, async (api) => {
      const tom = await api.expect<Record<string, string>>(201, "createGdprTom", { body: { content: "x" } });
      assert.deepEqual(Object.keys(tom).sort(), [name, "content", "creationDate"].sort());
      assert.deepEqual(await api.expect(200, "getGdprTom", { parameters: { tomIdentifier: tom[name]! } }), tom);
    });
  }
  reading("gdprIdentifier", "none", async (api) => {
    const tom = await api.expect<object>(201, "createGdprTom", { body: { content: "x" } });
    assert.deepEqual(Object.keys(tom).sort(), ["content", "creationDate"]);
  });

  const preset = { name: "Standard", description: "first" };
  const presets = async (api: Api) =>
    (await api.expect<{ description: string }[]>(200, "listGdprContractPresets")).map((p) => p.description);
  for (const [value, status, left] of [
    ["second", 201, ["first", "again"]],
    ["overwrite", 201, ["again"]],
    ["refused", 500, ["first"]],
  ] as const) {
    reading("presetWithExistingName", value, async (api) => {
      await api.expect(201, "createGdprContractPreset", { body: preset });
      await api.expect(status, "createGdprContractPreset", { body: { ...preset, description: "again" } });
      assert.deepEqual(await presets(api), left);
    });
  }

  reading("html", "reserialised", async (api) => {
    const [tom] = await api.expect<{ _id: string }[]>(200, "listGdprToms");
    const [recipient, client] = await api.expect<{ _id: string }[]>(200, "listGdprContacts");
    const html = "<P Class='a'>One<BR/>two</P><script>alert(1)</script>";
    const body = { html, tom: tom!._id, client: client!._id, recipient: recipient!._id };
    const contract = await api.expect<{ html: string }>(201, "createGdprContract", { body });
    assert.equal(contract.html, '<p class="a">One<br>two</p>\n');
  });

  for (const [value, check] of [
    ["echoed", (password: string | undefined) => assert.equal(password, "sent")],
    ["generated", (password: string | undefined) => assert.ok(password !== undefined && password !== "sent")],
    ["absent", (password: string | undefined) => assert.equal(password, undefined)],
  ] as const) {
    reading("virtualAccountPassword", value, async (api) => {
      const made = await api.expect<{ password?: string }>(201, "createVirtualAccount", {
        parameters: customer,
        body: virtualAccount,
      });
      check(made.password);
    });
  }
  reading("existingVirtualName", "second", async (api) => {
    for (let count = 0; count < 2; count += 1) {
      await api.expect(201, "createVirtualAccount", { parameters: customer, body: virtualAccount });
    }
  });
  reading("virtualAccountCreated", 200, async (api) => {
    await api.expect(200, "createVirtualAccount", { parameters: customer, body: virtualAccount });
  });
  for (const status of [200, 202] as const) {
    reading("virtualAccountDeleted", status, async (api) => {
      const { name } = await api.expect<{ name: string }>(201, "createVirtualAccount", {
        parameters: customer,
        body: virtualAccount,
      });
      await api.expect(status, "deleteVirtualAccount", { parameters: { ...customer, accountIdentifier: name } });
    });
  }

  reading("webhookUpdate", "kept", async (api) => {
    const headers = { a: "1" };
    const { uid } = await api.expect<{ uid: string }>(200, "createWebhook", { body: { ...webhook, headers } });
    const updated = await api.expect<object>(200, "updateWebhook", { parameters: { webhookIdentifier: uid }, body: webhook });
    assert.deepEqual(updated, { ...webhook, uid, headers });
  });
  for (const [value, empty] of [
    ["object", {}],
    ["array", []],
    ["null", null],
  ] as const) {
    reading("emptyMembers", value, async (api) => {
      const made = await api.expect<Record<string, unknown>>(200, "createWebhook", { body: { ...webhook, headers: {} } });
      assert.deepEqual([made["headers"], made["parameters"]], [empty, empty]);
    });
  }

  reading("applicationTokenSecret", "caller", async (api) => {
    const own = await api.expect<{ uuid: string; token: string }>(201, "createApplicationToken", {
      body: { description: "d", token: "mine" },
    });
    assert.equal(own.token, "mine");
    await Client.login(api.url, own.uuid, "mine");
    const other = await api.expect<{ token: string }>(201, "createApplicationToken", { body: { description: "d" } });
    assert.match(other.token, /^MW_/);
  });
  reading("applicationTokenDate", "number", async (api) => {
    const { crdate } = await api.expect<{ crdate: unknown }>(201, "createApplicationToken", { body: { description: "d" } });
    assert.equal(typeof crdate, "number");
  });
  reading("deletionEndsSessions", false, async (api) => {
    const { uuid, token } = await api.expect<{ uuid: string; token: string }>(201, "createApplicationToken", {
      body: { description: "d" },
    });
    const session = await Client.login(api.url, uuid, token);
    await session.expect(200, "deleteApplicationToken", { parameters: { uuid } });
    await session.expect(200, "listWebhooks");
  });

  for (const [value, elsewhere] of [
    ["mixed", []],
    ["null", null],
    ["array", []],
  ] as const) {
    reading("emptyLists", value, async (api) => {
      assert.deepEqual(await api.expect(200, "listWebhooks"), elsewhere);
      assert.deepEqual(await api.expect(200, "listGdprContracts"), value === "array" ? [] : null);
    });
  }

  reading("contactRedirect", 303, async (api) => {
    assert.equal((await api.call("getContactPerson", { parameters: customer })).status, 303);
  });
  reading("contactUpdate", "kept", async (api) => {
    const updated = await api.expect<{ firstName: string; lastName: string }>(200, "updateContractPartner", {
      parameters: customer,
      body: { lastName: "Neu" },
    });
    assert.deepEqual([updated.firstName, updated.lastName], ["Bruno", "Neu"]);
  });
  reading("contracts", "short", async (api) => {
    const [contract] = await api.expect<object[]>(200, "listContracts", { parameters: customer });
    assert.deepEqual(Object.keys(contract!).sort(), ["contractDuration", "startDate", "title"]);
  });
  reading("benefits", "array", async (api) => {
    assert.equal((await api.expect<object[]>(200, "getBenefit", { parameters: { ...customer, benefit: "domain" } })).length, 1);
  });
  reading("guestOperatingSystems", "object", async (api) => {
    assert.ok(!Array.isArray(await api.expect(200, "listGuestOperatingSystems")));
  });
  reading("recommendation", "cart", async (api) => {
    const { _id } = await api.expect<{ _id: string }>(201, "createCart");
    const template = await api.expect<{ _id: string; items: unknown[] }>(200, "recommendCart", {
      parameters: { cartIdentifier: _id },
    });
    assert.ok(Array.isArray(template.items) && template._id !== _id);
  });
  reading("cartUpdate", "cleared", async (api) => {
    const { _id: cartIdentifier } = await api.expect<{ _id: string }>(201, "createCart");
    const parameters = { cartIdentifier };
    await api.expect(200, "addCartItem", { parameters, body: { identifier: "1101" } });
    await api.expect(200, "updateCart", { parameters, body: { note: "x" } });
    const cleared = await api.expect<{ note?: string; items: unknown[] }>(200, "updateCart", {
      parameters,
      body: { os: "debian-12" },
    });
    assert.deepEqual([cleared.note, cleared.items], [undefined, []]);
  });
  for (const [value, status] of [
    ["always", 400],
    ["never", 200],
    ["new-customers", 200],
  ] as const) {
    reading("checkoutVerification", value, async (api) => {
      const { _id: cartIdentifier } = await api.expect<{ _id: string }>(201, "createCart");
      await api.expect(200, "addCartItem", { parameters: { cartIdentifier }, body: { identifier: "1101" } });
      await api.expect(status, "checkoutCart", { parameters: { cartIdentifier } });
    });
  }
  reading("articleDescription", "object", async (api) => {
    const article = await api.expect<{ description: unknown }>(200, "getArticle", { parameters: { articleNumber: "1101" } });
    assert.deepEqual(article.description, { title: "Web hosting S", text: "For a single web site." });
  });
  reading("mailTemplates", "object", async (api) => {
    assert.equal(typeof (await api.expect<object[]>(200, "listMailTemplates"))[0], "object");
  });
  for (const [value, status] of [
    ["ignored", 200],
    ["refused", 400],
  ] as const) {
    reading("readOnlyMembers", value, async (api) => {
      const created = await api.expect<{ uid: string }>(200, "createWebhook", { body: { ...webhook, parameters: { key: "k" } } });
      const parameters = { webhookIdentifier: created.uid };
      await api.expect(status, "updateWebhook", { parameters, body: { ...created, url: "https://example.com/other" } });
      await api.expect(400, "updateWebhook", { parameters, body: { ...webhook, ulr: "https://example.com/other" } });

      const { _id: cartIdentifier } = await api.expect<{ _id: string }>(201, "createCart");
      await api.expect(200, "addCartItem", { parameters: { cartIdentifier }, body: { identifier: "1101" } });
      await api.expect(200, "addCartDomain", { parameters: { cartIdentifier }, body: { name: "neu.de", authCode: "abcd" } });
      const cart = await api.expect<object>(200, "getCart", { parameters: { cartIdentifier } });
      const answer = await api.call("updateCart", { parameters: { cartIdentifier }, body: { ...cart, note: "x" } });
      assert.equal(answer.status, status, answer.text);
      if (value === "ignored") assert.deepEqual(answer.json, { ...cart, note: "x" });
      await api.expect(400, "updateCart", { parameters: { cartIdentifier }, body: { ...cart, notes: "x" } });
    });
  }
  for (const [value, status] of [
    ["any", 202],
    ["described", 400],
  ] as const) {
    reading("offerPhone", value, async (api) => {
      const { zip: _, ...recipient } = contact;
      const articles = { main: { articleNumber: 1101 } };
      for (const phone of ["0511 123456", undefined])
        await api.expect(status, "requestOffer", { body: { recipient: { ...recipient, phone }, articles } });
      await api.expect(202, "requestOffer", { body: { recipient: { ...recipient, phone: "+49-511-123456" }, articles } });
    });
  }
});
