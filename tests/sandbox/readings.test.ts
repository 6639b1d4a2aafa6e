import assert from "node:assert/strict";
import type { Readings } from "../../sandbox/index.js";
import { Api, contact, withSandbox } from "../support/sandbox.js";
import { webhook } from "../support/client.js";

type Data = Readonly<Record<string, unknown>>;
const customer = { customerNumber: 100001 };
const domain = { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de" };
const virtualAccount = { virtualName: "v", description: "d", article: { articleNumber: 1201 }, password: "sent" };

/** What an operation answers: its status, and its body. */
const ask = async (api: Api, id: string, parameters: Readonly<Record<string, string | number>> = {}, body?: unknown) => {
  const { status, json } = await api.call(id, { parameters, ...(body === undefined ? {} : { body }) });
  return [status, json] as const;
};
const statusOf = async (...call: Parameters<typeof ask>) => (await ask(...call))[0];
const bodyOf = async (...call: Parameters<typeof ask>) => (await ask(...call))[1] as Data;
const listOf = async (...call: Parameters<typeof ask>) => (await ask(...call))[1] as Data[];

const namesOf = async (api: Api) => (await listOf(api, "listSubdomains", domain)).map(({ name }) => name);
const named = [{ name: "blog" }];
/** The status of a deletion of subdomains, and what is left. */
const removed = async (api: Api, domainIdentifier: string, body?: unknown) => [
  (await api.send("DELETE", `/v1/accounts/p100001/domains/${domainIdentifier}/subdomains`, body === undefined ? {} : { body }))
    .status,
  await namesOf(api),
];
const makeAccount = (api: Api) => ask(api, "createVirtualAccount", customer, virtualAccount);
const tomOf = (api: Api) => bodyOf(api, "createGdprTom", {}, { content: "x" });
const cartOf = async (api: Api) => {
  const cartIdentifier = (await bodyOf(api, "createCart"))["_id"] as string;
  await api.expect(200, "addCartItem", { parameters: { cartIdentifier }, body: { identifier: "1101" } });
  return { cartIdentifier };
};
const totp = { username: "totp", password: "sandbox-password" };
const secondLogin = async (api: Api) => {
  const { deviceId } = await bodyOf(api, "authenticate", {}, totp);
  await bodyOf(api, "authenticate", {}, { ...totp, multiFactorCode: "123456", deviceId });
  return statusOf(api, "authenticate", {}, { ...totp, deviceId });
};
/** The status of a second preset of a name, and what is listed then. */
const presets = async (api: Api) => {
  await bodyOf(api, "createGdprContractPreset", {}, { name: "Standard", description: "first" });
  const status = await statusOf(api, "createGdprContractPreset", {}, { name: "Standard", description: "again" });
  return [status, (await listOf(api, "listGdprContractPresets")).map(({ description }) => description)];
};
const members = (record: object) => Object.keys(record).sort();

type Row = {
  [K in keyof Readings]: readonly [name: K, value: Readings[K], shown: (api: Api) => Promise<unknown>, expected: unknown];
}[keyof Readings];

const rows: readonly Row[] = [
  ["subdomainDeletion", "body", (api) => removed(api, "sommer-gartenbau.de"), [400, ["www", "blog"]]],
  ["subdomainDeletion", "body", (api) => removed(api, "blog.sommer-gartenbau.de", named), [403, ["www", "blog"]]],
  ["subdomainDeletion", "body", (api) => removed(api, "sommer-gartenbau.de", named), [200, ["www"]]],
  ["subdomainDeletion", "full-name", (api) => removed(api, "sommer-gartenbau.de", named), [403, ["www", "blog"]]],
  ["subdomainDeletion", "full-name", (api) => removed(api, "blog.sommer-gartenbau.de"), [200, ["www"]]],
  ["subdomainDeletion", "all", (api) => removed(api, "sommer-gartenbau.de"), [200, []]],
  ["subdomainDeletion", "refused", (api) => removed(api, "sommer-gartenbau.de", named), [400, ["www", "blog"]]],
  ["subdomainName", "full-name", namesOf, ["www.sommer-gartenbau.de", "blog.sommer-gartenbau.de"]],
  ["subdomainTarget", "root", async (api) => (await listOf(api, "listSubdomains", domain))[0]!["target"], "/"],
  [
    "internationalNames",
    "unicode",
    async (api) => (await listOf(api, "registerDomain", domain, { sld: "xn--bcher-kva", tld: "de" }))[0]!["fullname"],
    "bücher.de",
  ],
  ["totpOfKnownDevice", "skipped", secondLogin, 200],
  ["totpOfKnownDevice", "required", secondLogin, 202],
  ...(["_id", "id", "uid", "uuid"] as const).map((name): Row => [
    "gdprIdentifier",
    name,
    async (api) => {
      const tom = await tomOf(api);
      assert.deepEqual(await bodyOf(api, "getGdprTom", { tomIdentifier: String(tom[name]) }), tom);
      return members(tom);
    },
    [name, "content", "creationDate"].sort(),
  ]),
  ["gdprIdentifier", "none", async (api) => members(await tomOf(api)), ["content", "creationDate"]],
  ["presetWithExistingName", "second", presets, [201, ["first", "again"]]],
  ["presetWithExistingName", "overwrite", presets, [201, ["again"]]],
  ["presetWithExistingName", "refused", presets, [500, ["first"]]],
  [
    "html",
    "reserialised",
    async (api) => {
      const [tom] = await listOf(api, "listGdprToms");
      const [recipient, client] = (await listOf(api, "listGdprContacts")).map(({ _id }) => _id);
      const html = "<P Class='a'>One<BR/>two</P><script>alert(1)</script>";
      return (await bodyOf(api, "createGdprContract", {}, { html, tom: tom!["_id"], client, recipient }))["html"];
    },
    '<p class="a">One<br>two</p>\n',
  ],
  ["virtualAccountPassword", "echoed", async (api) => ((await makeAccount(api))[1] as Data)["password"], "sent"],
  ["virtualAccountPassword", "absent", async (api) => "password" in ((await makeAccount(api))[1] as Data), false],
  [
    "virtualAccountPassword",
    "generated",
    async (api) => /^(?!sent$).+/.test(String(((await makeAccount(api))[1] as Data)["password"])),
    true,
  ],
  ["existingVirtualName", "second", async (api) => [(await makeAccount(api))[0], (await makeAccount(api))[0]], [201, 201]],
  ["virtualAccountCreated", 200, async (api) => (await makeAccount(api))[0], 200],
  ...([200, 202] as const).map((status): Row => [
    "virtualAccountDeleted",
    status,
    async (api) => {
      const { name } = (await makeAccount(api))[1] as { name: string };
      return statusOf(api, "deleteVirtualAccount", { ...customer, accountIdentifier: name });
    },
    status,
  ]),
  [
    "webhookUpdate",
    "kept",
    async (api) => {
      const { uid } = await bodyOf(api, "createWebhook", {}, { ...webhook, headers: { a: "1" } });
      return (await bodyOf(api, "updateWebhook", { webhookIdentifier: String(uid) }, webhook))["headers"];
    },
    { a: "1" },
  ],
  ...Object.entries({ object: {}, array: [], null: null }).map(([value, empty]): Row => [
    "emptyMembers",
    value as Readings["emptyMembers"],
    async (api) => {
      const { headers, parameters } = await bodyOf(api, "createWebhook", {}, { ...webhook, headers: {} });
      return [headers, parameters];
    },
    [empty, empty],
  ]),
  [
    "applicationTokenSecret",
    "caller",
    async (api) => {
      const { uuid, token } = await bodyOf(api, "createApplicationToken", {}, { description: "d", token: "mine" });
      await Api.login(api.url, String(uuid), "mine");
      const other = await bodyOf(api, "createApplicationToken", {}, { description: "d" });
      return [token, String(other["token"]).slice(0, 3)];
    },
    ["mine", "MW_"],
  ],
  [
    "applicationTokenDate",
    "number",
    async (api) => typeof (await bodyOf(api, "createApplicationToken", {}, { description: "d" }))["crdate"],
    "number",
  ],
  [
    "deletionEndsSessions",
    false,
    async (api) => {
      const { uuid, token } = await bodyOf(api, "createApplicationToken", {}, { description: "d" });
      const session = await Api.login(api.url, String(uuid), String(token));
      return [await statusOf(session, "deleteApplicationToken", { uuid: String(uuid) }), await statusOf(session, "listWebhooks")];
    },
    [200, 200],
  ],
  ...Object.entries({ mixed: [[], null], null: [null, null], array: [[], []] }).map(([value, expected]): Row => [
    "emptyLists",
    value as Readings["emptyLists"],
    async (api) => [await bodyOf(api, "listWebhooks"), await bodyOf(api, "listGdprContracts")],
    expected,
  ]),
  ["contactRedirect", 303, (api) => statusOf(api, "getContactPerson", customer), 303],
  [
    "contactUpdate",
    "kept",
    async (api) => (await bodyOf(api, "updateContractPartner", customer, { lastName: "Neu" }))["firstName"],
    "Bruno",
  ],
  [
    "contracts",
    "short",
    async (api) => members((await listOf(api, "listContracts", customer))[0]!),
    ["contractDuration", "startDate", "title"],
  ],
  ["benefits", "array", async (api) => (await listOf(api, "getBenefit", { ...customer, benefit: "domain" })).length, 1],
  ["guestOperatingSystems", "object", async (api) => Array.isArray(await bodyOf(api, "listGuestOperatingSystems")), false],
  ["recommendation", "cart", async (api) => "items" in (await bodyOf(api, "recommendCart", await cartOf(api))), true],
  [
    "cartUpdate",
    "cleared",
    async (api) => {
      const cart = await cartOf(api);
      await bodyOf(api, "updateCart", cart, { note: "x" });
      const { note, items } = await bodyOf(api, "updateCart", cart, { os: "debian-12" });
      return [note, items];
    },
    [undefined, []],
  ],
  ...Object.entries({ always: 400, never: 200, "new-customers": 200 }).map(([value, status]): Row => [
    "checkoutVerification",
    value as Readings["checkoutVerification"],
    async (api) => statusOf(api, "checkoutCart", await cartOf(api)),
    status,
  ]),
  [
    "articleDescription",
    "object",
    async (api) => (await bodyOf(api, "getArticle", { articleNumber: "1101" }))["description"],
    { title: "Web hosting S", text: "For a single web site." },
  ],
  ["mailTemplates", "object", async (api) => typeof (await listOf(api, "listMailTemplates"))[0], "object"],
  ...Object.entries({ ignored: 200, refused: 400 }).map(([value, status]): Row => [
    "readOnlyMembers",
    value as Readings["readOnlyMembers"],
    async (api) => {
      const created = await bodyOf(api, "createWebhook", {}, { ...webhook, parameters: { key: "k" } });
      const place = { webhookIdentifier: String(created["uid"]) };
      const written = await statusOf(api, "updateWebhook", place, { ...created, url: "https://example.com/other" });
      const misspelt = await statusOf(api, "updateWebhook", place, { ...webhook, ulr: "https://example.com/other" });

      const at = await cartOf(api);
      await bodyOf(api, "addCartDomain", at, { name: "neu.de", authCode: "abcd" });
      const cart = await bodyOf(api, "getCart", at);
      const [updated, body] = await ask(api, "updateCart", at, { ...cart, note: "x" });
      if (value === "ignored") assert.deepEqual(body, { ...cart, note: "x" });
      return [written, misspelt, updated, await statusOf(api, "updateCart", at, { ...cart, notes: "x" })];
    },
    [status, 400, status, 400],
  ]),
  ...Object.entries({ any: 202, described: 400 }).map(([value, status]): Row => [
    "offerPhone",
    value as Readings["offerPhone"],
    (api) => {
      const { zip: _, ...recipient } = contact;
      const offer = (phone?: string) =>
        statusOf(api, "requestOffer", {}, { recipient: { ...recipient, phone }, articles: { main: { articleNumber: 1101 } } });
      return Promise.all(["0511 123456", undefined, "+49-511-123456"].map(offer));
    },
    [status, status, 202],
  ]),
];

describe("the sandbox's readings", () => {
  for (const [name, value, shown, expected] of rows)
    it(`${name}: ${String(value)} shows ${JSON.stringify(expected)}`, () =>
      withSandbox({ readings: { [name]: value } }, async (_, api) => assert.deepEqual(await shown(api), expected)));

  it("have their default if a choice is `undefined`", () =>
    withSandbox({ readings: { virtualAccountCreated: undefined } as object }, async (_, api) =>
      assert.equal((await makeAccount(api))[0], 201),
    ));

  it("domainDeletion: scheduled", async () => {
    await withSandbox({ readings: { domainDeletion: "scheduled" } }, async (sandbox, api) => {
      await api.expect(204, "deleteDomain", { parameters: domain });
      const status = async (client: Api) =>
        (await listOf(client, "listDomains", { accountIdentifier: "p100001" })).find(
          ({ fullname }) => fullname === "sommer-gartenbau.de",
        )?.["registryStatus"];
      assert.equal(await status(api), "pendingDelete");
      sandbox.control.advance(366 * 86_400_000);
      assert.equal(await status(await Api.login(sandbox.url)), undefined);
    });
  });
});
