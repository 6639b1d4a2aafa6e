import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Api, useSandbox, withSandbox } from "../support/sandbox.js";

const day = 86_400_000;
const contact = {
  salutation: "Frau",
  firstName: "Nora",
  lastName: "Neu",
  street: "Weg",
  houseNumber: "1",
  zip: "10115",
  city: "Berlin",
  country: "DE",
  emailAddress: "nora@neu.example",
};

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A server on loopback that notes what it gets and answers with the statuses given, the last one for good. */
async function withTarget(
  statuses: readonly number[],
  work: (url: string, received: readonly Received[]) => Promise<void>,
): Promise<void> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const status = statuses[Math.min(received.length, statuses.length - 1)]!;
      const { method = "", url = "", headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}

describe("the sandbox's areas", () => {
  const sandbox = useSandbox();
  let api: Api;

  beforeEach(async () => {
    api = await Api.login(sandbox().url);
  });

  describe("application tokens", () => {
    it("are shown once, log in as user name and password, and end with their sessions", async () => {
      const created = await api.expect<{ uuid: string; token: string }>(201, "createApplicationToken", {
        body: { description: "ci" },
      });
      assert.match(created.token, /^MW_/);
      const [listed] = await api.expect<Record<string, unknown>[]>(200, "listApplicationTokens");
      assert.deepEqual(Object.keys(listed!).sort(), ["crdate", "description", "uuid"]);
      const session = await Api.login(sandbox().url, created.uuid, created.token);
      await session.expect(200, "listWebhooks");
      await api.expect(200, "deleteApplicationToken", { parameters: { uuid: created.uuid } });
      assert.equal((await session.send("GET", "/v1/webhooks")).status, 503);
      await api.expect(403, "authenticate", { body: { username: created.uuid, password: created.token } });
      await api.expect(403, "deleteApplicationToken", { parameters: { uuid: created.uuid } });
    });

    it("belong to their login", async () => {
      const { uuid } = await api.expect<{ uuid: string }>(201, "createApplicationToken", { body: { description: "ci" } });
      const other = await Api.login(sandbox().url, "agency", "agency-password");
      assert.deepEqual(await other.expect(200, "listApplicationTokens"), []);
      await other.expect(403, "deleteApplicationToken", { parameters: { uuid } });
    });
  });

  describe("accounts", () => {
    it("are found by name and by uid, and hidden from others", async () => {
      const byName = await api.expect(200, "getAccount", { parameters: { accountIdentifier: "p100001" } });
      assert.deepEqual(await api.expect(200, "getAccount", { parameters: { accountIdentifier: "100001" } }), byName);
      await api.expect(403, "getAccount", { parameters: { accountIdentifier: "p200001" } });
      await api.expect(403, "getAccount", { parameters: { accountIdentifier: "p999999" } });
      await api.expect(403, "listCustomerAccounts", { parameters: { customerNumber: 200001 } });
    });

    it("are listed by who owns or advises them, with the members asked for", async () => {
      const parameters = { customerNumber: 100001 };
      sandbox().control.store.accounts.update("p100002", { adviser: 100001 });
      const names = async (query: Record<string, string>) =>
        ((await api.expect<{ name: string }[] | null>(200, "listCustomerAccounts", { parameters, query })) ?? []).map(
          ({ name }) => name,
        );
      assert.deepEqual(await names({}), ["p100001"]);
      assert.deepEqual(await names({ advised: "true" }), ["p100001", "p100002"]);
      assert.deepEqual(await names({ advised: "true", owned: "false" }), ["p100002"]);
      const only = await api.send("GET", "/v1/customers/100001/accounts?fields=name,uid");
      assert.deepEqual(only.json, [{ name: "p100001", uid: 100001 }]);
    });

    it("can be virtual: created with their password, listed without, deleted with all below", async () => {
      const parameters = { customerNumber: 100001 };
      const body = { virtualName: "sommer-2", description: "Shop", article: { articleNumber: 1201 }, password: "hunter2" };
      assert.equal(await api.expect(200, "listVirtualAccounts", { parameters }), null);
      const created = await api.expect<{ name: string; uid: number; password: string }>(201, "createVirtualAccount", {
        parameters,
        body,
      });
      assert.equal(created.password, "hunter2");
      await api.expect(400, "createVirtualAccount", { parameters, body });
      const [listed] = await api.expect<Record<string, unknown>[]>(200, "listVirtualAccounts", { parameters });
      assert.ok(!("password" in listed!));
      const account = { accountIdentifier: created.name };
      await api.expect(201, "registerDomain", { parameters: account, body: { sld: "zweite", tld: "de" } });
      const other = { customerNumber: 100002, accountIdentifier: created.name };
      await api.expect(403, "deleteVirtualAccount", { parameters: other });
      await api.expect(403, "deleteVirtualAccount", { parameters: { ...parameters, accountIdentifier: "p100001" } });
      await api.expect(204, "deleteVirtualAccount", { parameters: { ...parameters, accountIdentifier: String(created.uid) } });
      await api.expect(403, "getAccount", { parameters: account });
      assert.equal(sandbox().control.store.domains.get("zweite.de"), undefined);
    });

    it("refuse a virtual account with an article that can not be ordered, and order nothing", async () => {
      const parameters = { customerNumber: 100001 };
      const body = { virtualName: "x", description: "", password: "p", article: { articleNumber: 9001 } };
      await api.expect(400, "createVirtualAccount", { parameters, body });
      await api.expect(400, "createVirtualAccount", { parameters, body: { ...body, article: { articleNumber: 77 } } });
      await api.expect(400, "createVirtualAccount", { parameters, body: { ...body, article: undefined } });
      assert.equal(sandbox().control.journal.requests({ operation: "createVirtualAccount", effect: true }).length, 0);
    });

    it("take their time where the sandbox is told so", async () => {
      await withSandbox({ accountDelay: 60_000 }, async (slow, login) => {
        const parameters = { customerNumber: 100001 };
        const body = { virtualName: "v", description: "d", password: "p", article: { articleNumber: 1201 } };
        const { name } = await login.expect<{ name: string }>(201, "createVirtualAccount", { parameters, body });
        const status = async () =>
          (await login.call("getAccount", { parameters: { accountIdentifier: name } })).json as { status: string };
        assert.equal((await status()).status, "creating");
        slow.control.advance(60_000);
        assert.equal((await status()).status, "ready");
        await login.expect(204, "deleteVirtualAccount", { parameters: { ...parameters, accountIdentifier: name } });
        assert.equal((await status()).status, "deleting");
        slow.control.advance(60_000);
        await login.expect(403, "getAccount", { parameters: { accountIdentifier: name } });
      });
    });
  });

  describe("domains", () => {
    const parameters = { accountIdentifier: "p100001" };
    const register = (body: object) => api.call("registerDomain", { parameters, body });
    const listed = async () =>
      await api.expect<{ fullname: string; registryStatus?: string }[]>(200, "listDomains", { parameters });
    const statusOf = async (name: string) => (await listed()).find(({ fullname }) => fullname === name)?.registryStatus;

    it("are paged by twenty, and by limit and offset", async () => {
      await withSandbox({ seed: "agency" }, async (_, login) => {
        const account = { accountIdentifier: "p110013" };
        const page = async (query: Record<string, string>) =>
          (await login.expect<{ fullname: string }[]>(200, "listDomains", { parameters: account, query })).map(
            ({ fullname }) => fullname,
          );
        const first = await page({});
        const rest = await page({ offset: "20" });
        assert.equal(first.length, 20);
        assert.ok(rest.length > 0 && rest.length < 20);
        assert.equal(new Set([...first, ...rest]).size, first.length + rest.length);
        assert.deepEqual(await page({ limit: "3", offset: "1" }), first.slice(1, 4));
        assert.equal((await page({ limit: "100" })).length, first.length + rest.length);
        assert.deepEqual(await page({ offset: "500" }), []);
        await login.expect(400, "listDomains", { parameters: account, query: { limit: "-1" } });
      });
    });

    it("come with a www sub-domain, and are registered a while after the answer", async () => {
      await api.expect(200, "checkDomainAvailability", { parameters: { domainIdentifier: "Neu.de" } });
      const answer = await register({ sld: "Neu", tld: ".DE" });
      assert.deepEqual(
        [answer.status, answer.json],
        [201, [{ fullname: "neu.de", name: "neu", registryStatus: "pendingCreate", tld: "de" }]],
      );
      await api.expect(410, "checkDomainAvailability", { parameters: { domainIdentifier: "neu.de" } });
      const subdomains = await api.expect<{ fullName: string }[]>(200, "listSubdomains", {
        parameters: { ...parameters, domainIdentifier: "NEU.de" },
      });
      assert.deepEqual(
        subdomains.map(({ fullName }) => fullName),
        ["www.neu.de"],
      );
      assert.equal(await statusOf("neu.de"), "pendingCreate");
      sandbox().control.advance(2_000);
      assert.equal(await statusOf("neu.de"), "ok");
    });

    it("are registered in real time too", async () => {
      await withSandbox({ registrationDelay: 20 }, async (quick, login) => {
        await login.expect(201, "registerDomain", { parameters, body: { sld: "schnell", tld: "de" } });
        while (quick.control.store.domains.get("schnell.de")!.registryStatus !== "ok") {
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
    });

    it("are refused where taken, mistyped or of an unknown ending, and nothing is ordered", async () => {
      const invoices = sandbox().control.store.invoices.all().length;
      for (const body of [
        { sld: "sommer-gartenbau", tld: "de" },
        { sld: "keller", tld: "de" },
        { sld: "example", tld: "de" },
        { sld: "a b", tld: "de" },
        { sld: "https://neu", tld: "de" },
        { sld: "neu", tld: "nowhere" },
        { sld: "", tld: "de" },
        { tld: "de" },
      ]) {
        const answer = await register(body);
        assert.deepEqual([body, answer.status, answer.text], [body, 400, ""]);
      }
      assert.equal((await listed()).length, 2);
      assert.equal(sandbox().control.store.invoices.all().length, invoices);
    });

    it("are billed once each", async () => {
      const mine = () =>
        sandbox()
          .control.store.invoices.all()
          .filter(({ customerNumber }) => customerNumber === 100001).length;
      const before = mine();
      await register({ sld: "bezahlt", tld: "de" });
      await register({ sld: "bezahlt", tld: "de" });
      assert.equal(mine() - before, 1);
      await register({ sld: "fremd", tld: "anything", external: true, target: "/html" });
      assert.equal(mine() - before, 1);
    });

    it("are moved here with their transfer code", async () => {
      assert.equal((await register({ sld: "umzug", tld: "de" })).status, 400);
      assert.equal((await register({ sld: "umzug", tld: "de", domainNameTransfer: { authcode: "wrong" } })).status, 400);
      const moved = await register({
        sld: "umzug",
        tld: "de",
        domainNameTransfer: { authcode: "transfer-me", authInfoProcedure: 1 },
      });
      assert.equal(moved.status, 201);
      assert.equal(await statusOf("umzug.de"), "pendingTransfer");
    });

    it("may be external: a web site only, without a registration", async () => {
      const answer = await register({ sld: "extern", tld: "museum", external: true, target: "/html" });
      assert.deepEqual(answer.json, [{ fullname: "extern.museum", name: "extern", tld: "museum" }]);
    });

    it("keep international names comparable in both forms", async () => {
      const answer = await register({ sld: "Bücher", tld: "de" });
      assert.equal((answer.json as { fullname: string }[])[0]!.fullname, "xn--bcher-kva.de");
      for (const domainIdentifier of ["bücher.de", "xn--bcher-kva.de"]) {
        await api.expect(200, "listSubdomains", { parameters: { ...parameters, domainIdentifier } });
        await api.expect(410, "checkDomainAvailability", { parameters: { domainIdentifier } });
      }
      await api.expect(204, "deleteDomain", { parameters: { ...parameters, domainIdentifier: "bücher.de" } });
    });

    it("can not be deleted while a certificate or Exchange is attached", async () => {
      const gone = async (account: string, domainIdentifier: string) =>
        await api.call("deleteDomain", { parameters: { accountIdentifier: account, domainIdentifier } });
      assert.equal((await gone("p100001", "sommer-gartenbau.com")).status, 400);
      assert.equal((await gone("p100002", "buch-herbst.de")).status, 400);
      sandbox().control.store.domains.update("sommer-gartenbau.com", { attachments: [] });
      assert.equal((await gone("p100001", "sommer-gartenbau.com")).status, 204);
      assert.equal((await gone("p100001", "sommer-gartenbau.com")).status, 403);
      await api.expect(200, "checkDomainAvailability", { parameters: { domainIdentifier: "sommer-gartenbau.com" } });
    });

    it("end on the date that the deletion names", async () => {
      const at = sandbox().control.now() + 10 * day;
      const named = { parameters: { ...parameters, domainIdentifier: "sommer-gartenbau.de" } };
      await api.expect(204, "deleteDomain", { ...named, body: { cancellationDate: Math.floor(at / 1000) } });
      assert.equal(await statusOf("sommer-gartenbau.de"), "pendingDelete");
      sandbox().control.advance(11 * day);
      api = await Api.login(sandbox().url);
      assert.equal(await statusOf("sommer-gartenbau.de"), undefined);
    });

    it("give their transfer code, and 404 where there is no such domain", async () => {
      const code = async (domainIdentifier: string) =>
        await api.call("getDomainAuthCode", { parameters: { ...parameters, domainIdentifier } });
      const first = await code("sommer-gartenbau.de");
      assert.match((first.json as Record<string, string>)["auth-code"]!, /^[A-Z2-7]{16}$/);
      assert.deepEqual((await code("sommer-gartenbau.de")).json, first.json);
      assert.equal((await code("keller.de")).status, 404);
    });

    it("have an ending with a price as text", async () => {
      const all = await api.expect<{ name: string; uid: number; price: string }[]>(200, "listTopLevelDomains");
      const de = all.find(({ name }) => name === "de")!;
      assert.equal(typeof de.price, "string");
      for (const identifier of ["de", de.uid]) {
        assert.deepEqual(
          await api.expect(200, "getTopLevelDomain", { parameters: { topLevelDomainIdentifier: identifier } }),
          de,
        );
      }
      const path = "/v1/topleveldomains/de?fields=name";
      assert.deepEqual((await api.send("GET", path)).json, { name: "de" });
    });
  });

  describe("sub-domains", () => {
    const parameters = { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de" };
    const names = async () =>
      (await api.expect<{ name: string }[]>(200, "listSubdomains", { parameters })).map(({ name }) => name);

    it("are created and deleted in lists, all or none of them", async () => {
      const created = await api.expect<object[]>(201, "createSubdomains", {
        parameters,
        body: [{ name: "shop", target: "/shop" }, { name: "Neu.sommer-gartenbau.de" }, { name: "*" }],
      });
      assert.deepEqual(
        created.map((subdomain) => ({ ...subdomain, uid: 0 })),
        [
          { uid: 0, fullName: "shop.sommer-gartenbau.de", name: "shop", target: "/shop" },
          { uid: 0, fullName: "neu.sommer-gartenbau.de", name: "neu" },
          { uid: 0, fullName: "*.sommer-gartenbau.de", name: "*" },
        ],
      );
      for (const body of [
        [{ name: "fresh" }, { name: "www" }],
        [{ name: "fresh" }, { name: "FRESH" }],
        [{ name: "fresh" }, { name: "a b" }],
        [],
      ]) {
        const answer = await api.call("createSubdomains", { parameters, body });
        assert.deepEqual([answer.status, answer.text], [400, ""]);
      }
      assert.deepEqual(await names(), ["www", "blog", "shop", "neu", "*"]);
      await api.expect(400, "deleteSubdomain", { parameters, body: [{ name: "shop" }, { name: "unknown" }] });
      await api.expect(400, "deleteSubdomain", { parameters });
      await api.expect(200, "deleteSubdomain", { parameters, body: [{ name: "shop" }, { name: "neu" }] });
      assert.deepEqual(await names(), ["www", "blog", "*"]);
    });

    it("can not be deleted while a certificate is attached", async () => {
      const named = { accountIdentifier: "p100002", domainIdentifier: "buch-herbst.de" };
      await api.expect(400, "deleteSubdomain", { parameters: named, body: [{ name: "www" }, { name: "shop" }] });
      await api.expect(200, "deleteSubdomain", { parameters: named, body: [{ name: "www" }] });
    });
  });

  describe("webhooks", () => {
    const input = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://example.com/hook" };

    it("are created with 200, changed as a whole, and gone with 403", async () => {
      const created = await api.expect<{ uid: string }>(200, "createWebhook", {
        body: { ...input, headers: { "X-Key": "1" }, parameters: { key: "k", value: "v" } },
      });
      const parameters = { webhookIdentifier: created.uid };
      assert.deepEqual(await api.expect(200, "getWebhook", { parameters }), created);
      const changed = await api.expect(200, "updateWebhook", { parameters, body: { ...input, method: "PUT" } });
      assert.deepEqual(changed, { ...input, method: "PUT", uid: created.uid });
      assert.deepEqual(await api.expect(200, "listWebhooks"), [changed]);
      await api.expect(204, "deleteWebhook", { parameters });
      for (const id of ["getWebhook", "deleteWebhook"]) await api.expect(403, id, { parameters });
      await api.expect(403, "updateWebhook", { parameters, body: input });
    });

    it("are the login's own, and may exist twice", async () => {
      const { uid } = await api.expect<{ uid: string }>(200, "createWebhook", { body: input });
      await api.expect(200, "createWebhook", { body: input });
      assert.equal((await api.expect<object[]>(200, "listWebhooks")).length, 2);
      const other = await Api.login(sandbox().url, "agency", "agency-password");
      await other.expect(403, "getWebhook", { parameters: { webhookIdentifier: uid } });
      await other.expect(403, "deleteWebhook", { parameters: { webhookIdentifier: uid } });
    });

    it("refuse what is no webhook", async () => {
      for (const body of [
        { ...input, url: "nowhere" },
        { ...input, method: "HEAD" },
        { ...input, extra: 1 },
        { url: input.url },
        [],
      ]) {
        await api.expect(400, "createWebhook", { body });
      }
      assert.deepEqual(await api.expect(200, "listWebhooks"), []);
    });

    it("are called when a domain is registered, with their headers and parameter", async () => {
      await withTarget([204], async (url, received) => {
        const headers = { "X-Key": "planted" };
        await api.expect(200, "createWebhook", {
          body: { ...input, url, headers, parameters: { key: "secret", value: "planted" } },
        });
        const other = await Api.login(sandbox().url, "agency", "agency-password");
        await other.expect(200, "createWebhook", { body: { ...input, url } });
        await api.expect(201, "registerDomain", {
          parameters: { accountIdentifier: "p100001" },
          body: { sld: "neu", tld: "de" },
        });
        sandbox().control.advance(2_000);
        await sandbox().control.idle();
        assert.equal(received.length, 1);
        const [call] = received;
        assert.deepEqual([call!.method, call!.url, call!.headers["x-key"]], ["POST", "/hook?secret=planted", "planted"]);
        assert.deepEqual(JSON.parse(call!.body), {
          eventType: "DOMAIN_REGISTRATION_STATUS",
          account: "p100001",
          domain: { fullname: "neu.de", registryStatus: "ok" },
        });
        const deliveries = sandbox().control.deliveries();
        assert.deepEqual(
          deliveries.map(({ state, attempts }) => [state, attempts.map(({ status }) => status)]),
          [["delivered", [204]]],
        );
        assert.ok(!JSON.stringify(deliveries).includes("planted"));
      });
    });

    it("are called again after failures, a bounded number of times", async () => {
      await withTarget([500], async (url, received) => {
        await api.expect(200, "createWebhook", { body: { ...input, url } });
        await api.expect(201, "registerDomain", {
          parameters: { accountIdentifier: "p100001" },
          body: { sld: "neu", tld: "de" },
        });
        for (let count = 0; count < 6; count += 1) {
          sandbox().control.advance(600_000);
          await sandbox().control.idle();
        }
        assert.equal(received.length, 4);
        assert.equal(sandbox().control.deliveries()[0]!.state, "failed");
      });
    });

    it("are never called beyond this machine", async () => {
      await api.expect(200, "createWebhook", { body: input });
      await api.expect(201, "registerDomain", { parameters: { accountIdentifier: "p100001" }, body: { sld: "neu", tld: "de" } });
      sandbox().control.advance(2_000);
      await sandbox().control.idle();
      assert.deepEqual(
        sandbox()
          .control.deliveries()
          .map(({ state, attempts }) => [state, attempts]),
        [["skipped", []]],
      );
    });
  });

  describe("GDPR records", () => {
    const references = async () => {
      const [tom] = await api.expect<{ _id: string }[]>(200, "listGdprToms");
      const contacts = await api.expect<{ _id: string; type: string; mail: string }[]>(200, "listGdprContacts");
      return { tom: tom!._id, client: contacts[1]!._id, recipient: contacts[0]!._id, mail: contacts[0]!.mail };
    };
    const create = async () => {
      const { mail, ...body } = await references();
      const contract = await api.expect<{ _id: string }>(201, "createGdprContract", {
        body: { html: "<p>We <b>agree</b>.</p>", ...body },
      });
      return { id: contract._id, parameters: { contractIdentifier: contract._id }, mail };
    };

    it("hold contracts that go from draft over sent and reminded to concluded, and stay then", async () => {
      const { id, parameters, mail } = await create();
      const read = async () => await api.expect<Record<string, unknown>>(200, "getGdprContract", { parameters });
      const draft = await read();
      assert.equal((draft["tom"] as { content: string }).content.startsWith("Access"), true);
      assert.deepEqual(Object.keys(draft).sort(), [
        "_id",
        "client",
        "creationDate",
        "html",
        "isPartnerContract",
        "recipient",
        "tom",
      ]);
      await api.expect(204, "mailGdprContract", { parameters, body: { content: "Here: {{link}}" } });
      const sent = sandbox().control.outbox().at(-1)!;
      assert.deepEqual([sent.to, sent.text], [mail, `Here: https://hosting.example/gdpr/confirm/${id}`]);
      assert.match(Buffer.from(sent.attachment!.content, "base64").toString("latin1"), /^%PDF-/);
      assert.ok("sentDate" in (await read()));
      sandbox().control.advance(15 * day);
      api = await Api.login(sandbox().url);
      assert.ok("reminderSentDate" in (await read()));
      await api.expect(204, "acceptGdprContract", { parameters, body: { contractSigner: "Ada Winter", email: true } });
      const concluded = await read();
      assert.equal(concluded["contractSigner"], "Ada Winter");
      assert.ok("confirmationDate" in concluded);
      await api.expect(400, "acceptGdprContract", { parameters, body: { contractSigner: "Ada Winter" } });
      await api.expect(400, "mailGdprContract", { parameters });
      await api.expect(409, "deleteGdprContract", { parameters });
      await read();
    });

    it("delete a contract that is not concluded", async () => {
      const { parameters } = await create();
      assert.equal((await api.expect<object[]>(200, "listGdprContracts")).length, 1);
      await api.expect(204, "deleteGdprContract", { parameters });
      await api.expect(403, "deleteGdprContract", { parameters });
      assert.equal(await api.expect(200, "listGdprContracts"), null);
    });

    it("answer 500 to references that do not exist, or are another's", async () => {
      const { mail: _, ...body } = await references();
      await api.expect(500, "createGdprContract", { body: { html: "x", ...body, tom: "unknown" } });
      const other = await Api.login(sandbox().url, "agency", "agency-password");
      await other.expect(500, "createGdprContract", { body: { html: "x", ...body } });
      await api.expect(400, "createGdprContract", { body: { ...body } });
    });

    it("print contracts and give uploaded PDFs back as they were", async () => {
      const { parameters } = await create();
      const printed = await api.call("renderGdprContractPdf", { parameters });
      assert.equal(printed.status, 200);
      const body = { name: "signed.pdf", pdf: printed.bytes.toString("base64") };
      const pdf = await api.expect<{ _id: string; name: string }>(201, "uploadGdprPdf", { body });
      assert.deepEqual(Object.keys(pdf).sort(), ["_id", "creationDate", "name"]);
      const pdfIdentifier = pdf._id;
      assert.deepEqual(await api.expect(200, "getGdprPdf", { parameters: { pdfIdentifier } }), pdf);
      assert.deepEqual(await api.expect(200, "listGdprPdfs"), [pdf]);
      const download = await api.call("downloadGdprPdf", { parameters: { pdfIdentifier } });
      assert.ok(download.bytes.equals(printed.bytes));
      await api.expect(204, "deleteGdprPdf", { parameters: { pdfIdentifier } });
      await api.expect(403, "downloadGdprPdf", { parameters: { pdfIdentifier } });
      await api.expect(500, "uploadGdprPdf", { body: { name: "x", pdf: Buffer.from("not a PDF").toString("base64") } });
    });

    it("keep contacts, TOMs and presets for good, each login's customer its own", async () => {
      const contactInput = {
        name: "N",
        street: "S",
        houseNumber: "1",
        zipCode: "1",
        city: "C",
        mail: "n@n.example",
        type: "client",
      };
      const made = await api.expect<{ _id: string }>(201, "createGdprContact", { body: contactInput });
      const parameters = { contactIdentifier: made._id };
      assert.deepEqual(await api.expect(200, "getGdprContact", { parameters }), made);
      const clients = await api.expect<{ type: string }[]>(200, "listGdprContacts", { query: { type: "client" } });
      assert.deepEqual(new Set(clients.map(({ type }) => type)), new Set(["client"]));
      const tom = await api.expect<{ _id: string }>(201, "createGdprTom", { body: { content: "Locks" } });
      assert.deepEqual(await api.expect(200, "getGdprTom", { parameters: { tomIdentifier: tom._id } }), tom);
      const preset = await api.expect<{ _id: string }>(201, "createGdprContractPreset", {
        body: { name: "Standard", config: { deep: { null: null, list: [1] } } },
      });
      const presetParameters = { contractPresetIdentifier: preset._id };
      assert.deepEqual(await api.expect(200, "getGdprContractPreset", { parameters: presetParameters }), preset);
      assert.deepEqual((preset as unknown as { config: unknown }).config, { deep: { null: null, list: [1] } });
      assert.deepEqual(await api.expect(200, "listGdprContractPresets"), [preset]);
      const other = await Api.login(sandbox().url, "agency", "agency-password");
      await other.expect(403, "getGdprContact", { parameters });
      assert.equal(await other.expect(200, "listGdprContractPresets"), null);
    });

    it("go with their customer, and everything below it", async () => {
      await create();
      await api.expect(403, "deleteGdprCustomer", { parameters: { customerNumber: 200001 } });
      await api.expect(204, "deleteGdprCustomer", { parameters: { customerNumber: 100001 } });
      await api.expect(403, "getCustomer", { parameters: { customerNumber: 100001 } });
      assert.equal(sandbox().control.store.domains.get("sommer-gartenbau.de"), undefined);
      await api.expect(204, "deleteGdprCustomer", { parameters: { customerNumber: 100000 } });
      assert.equal(await api.expect(200, "listGdprContacts"), null);
    });
  });

  describe("customers", () => {
    const parameters = { customerNumber: 100001 };

    it("are created as prospects, with a number as text and a password", async () => {
      const body = { contractPartner: { ...contact, phone: "+49-30-1" } };
      const created = await api.expect<{ customerNumber: string; password: string }>(201, "createCustomer", { body });
      assert.equal(typeof created.customerNumber, "string");
      assert.ok(created.password.length > 8);
      const number = { customerNumber: Number(created.customerNumber) };
      assert.deepEqual(await api.expect(200, "getCustomer", { parameters: number }), { ...number, prospect: true });
      const article = { articleNumber: 1201 };
      const account = { virtualName: "neu", description: "d", password: "p", article };
      await api.expect(201, "createVirtualAccount", { parameters: number, body: account });
      assert.deepEqual(await api.expect(200, "getCustomer", { parameters: number }), { ...number, prospect: false });
      assert.deepEqual(await api.expect(200, "getCurrentCustomer"), { customerNumber: 100000, prospect: false });
      assert.ok((await api.expect<object[]>(200, "listCustomerCategories")).length > 0);
    });

    it("redirect contacts that are the contract partner, to the host that was called", async () => {
      for (const id of ["getContactPerson", "getBillingRecipient"]) {
        const answer = await api.call(id, { parameters });
        assert.equal(answer.status, 301);
        assert.equal(answer.headers.get("location"), `${sandbox().url}/v1/customers/100001/contractpartner`);
      }
      const partner = await api.expect<{ address: { country: object } }>(200, "getContractPartner", { parameters });
      assert.deepEqual(partner.address.country, {
        isoShort: "DE",
        isoLong: "DEU",
        euMember: true,
        name: { de: "Deutschland", en: "Germany" },
      });
    });

    it("are written in one shape and read in another, as a whole", async () => {
      const { country, salutation, ...rest } = contact;
      const body = { ...rest, country, salutation, phone: "+49-30-99", company: "Neu AG" };
      const updated = await api.expect<Record<string, unknown>>(200, "updateContractPartner", { parameters, body });
      assert.deepEqual(updated["contact"], { email: "nora@neu.example", telephone: "+49-30-99" });
      assert.deepEqual(await api.expect(200, "getContractPartner", { parameters }), updated);
      const cleared = await api.expect<Record<string, unknown>>(200, "updateContractPartner", {
        parameters,
        body: { lastName: "Neu" },
      });
      assert.deepEqual([cleared["lastName"], cleared["firstName"], cleared["company"]], ["Neu", "", null]);
      await api.expect(400, "updateContractPartner", { parameters, body: { zip: "ABC" } });
    });

    it("give contacts of their own, and take them back", async () => {
      const own = await api.expect(200, "updateContactPerson", { parameters, body: { ...contact } });
      assert.deepEqual(await api.expect(200, "getContactPerson", { parameters }), own);
      await api.expect(200, "updateContactPerson", { parameters, body: { identicalToDefaultAddress: true } });
      await api.expect(301, "getContactPerson", { parameters });
      await api.expect(200, "updateBillingRecipient", { parameters, body: { ...contact } });
      await api.expect(200, "getBillingRecipient", { parameters });
      await api.expect(204, "resetBillingRecipient", { parameters });
      await api.expect(301, "getBillingRecipient", { parameters });
    });

    it("keep billing and payment settings", async () => {
      const billing = { postalInvoices: true, vatID: "DE1" };
      assert.deepEqual(await api.expect(200, "updateBillingSettings", { parameters, body: billing }), billing);
      assert.deepEqual(await api.expect(200, "getBillingSettings", { parameters }), billing);
      await api.expect(400, "updateBillingSettings", { parameters, body: { vatID: "DE1" } });
      const payment = { paymentMethod: "debit", iban: "DE02120300000000202051" };
      assert.deepEqual(await api.expect(200, "updatePaymentSettings", { parameters, body: payment }), payment);
      assert.deepEqual(await api.expect(200, "getPaymentSettings", { parameters }), payment);
    });

    it("use up benefits", async () => {
      const benefit = async (name: string) =>
        await api.expect<{ usage: number; value: number }>(200, "getBenefit", { parameters: { ...parameters, benefit: name } });
      const before = await benefit("subdomain");
      await api.expect(201, "createSubdomains", {
        parameters: { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de" },
        body: [{ name: "neu" }],
      });
      assert.equal((await benefit("subdomain")).usage, before.usage + 1);
      assert.equal((await benefit("mailAddress")).usage, 2);
      await api.expect(403, "getBenefit", { parameters: { ...parameters, benefit: "constructor" } });
    });

    it("get invoices, as JSON and as PDF, and pay them in time", async () => {
      await api.expect(201, "registerDomain", { parameters: { accountIdentifier: "p100001" }, body: { sld: "neu", tld: "com" } });
      const invoices = await api.expect<
        { invoiceNumber: number; netTotal: { amount: number }; grossTotal: { amount: number } }[]
      >(200, "listInvoices", { parameters });
      const invoice = invoices.at(-1)!;
      assert.deepEqual(
        [invoice.netTotal, invoice.grossTotal],
        [
          { currency: "EUR", amount: 17.88 },
          { currency: "EUR", amount: 21.28 },
        ],
      );
      const number = { invoiceNumber: invoice.invoiceNumber };
      assert.deepEqual(await api.expect(200, "getInvoice", { parameters: number }), invoice);
      const pdf = await api.call("getInvoice", { parameters: number, headers: { accept: "application/pdf" } });
      assert.match(pdf.bytes.toString("latin1"), /^%PDF-[\s\S]*Invoice/);
      assert.deepEqual(await api.expect(200, "listPaymentReceipts", { parameters: number }), []);
      sandbox().control.advance(15 * day);
      api = await Api.login(sandbox().url);
      const [receipt] = await api.expect<{ amount: object }[]>(200, "listPaymentReceipts", { parameters: number });
      assert.deepEqual(receipt!.amount, { currency: "EUR", amount: 21.28 });
      await api.expect(403, "getInvoice", { parameters: { invoiceNumber: 1 } });
    });
  });

  describe("contracts", () => {
    const parameters = { customerNumber: 100001 };
    interface Contract {
      uid: number;
      creationDate: number;
      nextPeriodDate: number;
      cancellation?: { uid: number; creationDate: number; cancellationDate: string };
      account: { name: string };
    }
    const list = async (id = "listContracts") => (await api.expect<Contract[] | null>(200, id, { parameters })) ?? [];

    it("are cancelled to the end of their period, and listed as such for five days", async () => {
      const [contract] = await list();
      assert.deepEqual([typeof contract!.creationDate, contract!.account.name], ["number", "p100001"]);
      assert.deepEqual(await list("listCancelledContracts"), []);
      await api.expect(204, "cancelContract", {
        body: { contract: contract!.uid, domains: [{ domain: "sommer-gartenbau.de" }] },
      });
      const [cancelled] = await list("listCancelledContracts");
      const { uid, creationDate, cancellationDate } = cancelled!.cancellation!;
      assert.deepEqual([typeof creationDate, typeof cancellationDate], ["number", "string"]);
      assert.equal(Date.parse(cancellationDate), contract!.nextPeriodDate * 1000);
      const confirmations = () =>
        sandbox()
          .control.outbox()
          .filter(({ subject }) => subject === "Your cancellation").length;
      assert.equal(confirmations(), 1);
      await api.expect(202, "resendCancellationConfirmation", { parameters: { cancellationIdentifier: uid } });
      assert.equal(confirmations(), 2);
      await api.expect(403, "cancelContract", { body: { contract: contract!.uid } });
      sandbox().control.advance(6 * day);
      api = await Api.login(sandbox().url);
      assert.deepEqual(await list("listCancelledContracts"), []);
      assert.equal((await list()).length, 1);
      sandbox().control.advance(366 * day);
      api = await Api.login(sandbox().url);
      assert.deepEqual(await list(), []);
      await api.expect(403, "getAccount", { parameters: { accountIdentifier: "p100001" } });
    });

    it("refuse what is not visible", async () => {
      const other = await Api.login(sandbox().url, "agency", "agency-password");
      const [contract] = await list();
      await other.expect(403, "cancelContract", { body: { contract: contract!.uid } });
      await api.expect(403, "resendCancellationConfirmation", { parameters: { cancellationIdentifier: "1" } });
    });
  });

  describe("carts", () => {
    interface Cart {
      _id: string;
      items: { _id: string; itemType: string; articleNumber?: number }[];
      [member: string]: unknown;
    }
    const newCart = async (body?: object) => await api.expect<Cart>(201, "createCart", body === undefined ? {} : { body });
    const partner = { ...contact, salutation: "Frau" };

    it("become customer, account, contract, domain and invoice at checkout, after a code by SMS", async () => {
      const { _id: cartIdentifier } = await newCart();
      const parameters = { cartIdentifier };
      await api.expect(400, "checkoutCart", { parameters });
      await api.expect(200, "addCartItem", { parameters, body: { identifier: "1102" } });
      await api.expect(200, "addCartItem", { parameters, body: { identifier: "3001" } });
      const filled = await api.expect<Cart>(200, "addCartDomain", { parameters, body: { name: "neu-laden.de" } });
      assert.deepEqual(
        filled.items.map(({ itemType }) => itemType),
        ["article", "article", "domain"],
      );
      await api.expect(200, "updateCart", { parameters, body: { contractPartner: partner, databasePartitionPercentage: 30 } });
      await api.expect(400, "checkoutCart", { parameters });
      await api.expect(200, "requestCartVerification", { parameters, body: { recipient: "+49 170 1234567" } });
      const sms = sandbox().control.outbox().at(-1)!;
      assert.deepEqual([sms.channel, sms.to], ["sms", "+49 170 1234567"]);
      const verificationCode = /(\d{6})$/.exec(sms.text)![1]!;
      await api.expect(400, "verifyCart", {
        parameters,
        body: { verificationCode: verificationCode === "000000" ? "1" : "000000" },
      });
      await api.expect(400, "checkoutCart", { parameters });
      await api.expect(200, "verifyCart", { parameters, body: { verificationCode } });
      await api.expect(200, "checkoutCart", { parameters });
      const { store } = sandbox().control;
      const customer = store.customers.all().at(-1)!;
      assert.deepEqual([customer.contractPartner.lastName, customer.reseller, customer.prospect], ["Neu", 100000, false]);
      const number = { customerNumber: customer.customerNumber };
      const [account] = await api.expect<{ name: string }[]>(200, "listCustomerAccounts", { parameters: number });
      const [contract] = await api.expect<{ article: { articleNumber: number }; account: { additionalArticles: object[] } }[]>(
        200,
        "listContracts",
        { parameters: number },
      );
      assert.deepEqual([contract!.article.articleNumber, contract!.account.additionalArticles.length], [1102, 1]);
      const listed = await api.expect<{ fullname: string }[]>(200, "listDomains", {
        parameters: { accountIdentifier: account!.name },
      });
      assert.deepEqual(
        listed.map(({ fullname }) => fullname),
        ["neu-laden.de"],
      );
      assert.equal((await api.expect<object[]>(200, "listInvoices", { parameters: number })).length, 3);
      await api.expect(400, "checkoutCart", { parameters });
      assert.equal(store.orders.all().length, 1);
    });

    it("order for the login's own customer where they name nobody else, and extend an account", async () => {
      const { _id: cartIdentifier } = await newCart();
      const parameters = { cartIdentifier };
      await api.expect(200, "addCartItem", { parameters, body: { identifier: "3002", sourceIdentifier: "p100001" } });
      await api.expect(200, "checkoutCart", { parameters });
      const [contract] = sandbox()
        .control.store.contracts.all()
        .filter(({ account }) => account === "p100001");
      assert.deepEqual(contract!.additional, [3002]);
    });

    it("check an order before anything of it happens", async () => {
      const { _id: cartIdentifier } = await newCart();
      const parameters = { cartIdentifier };
      await api.expect(200, "addCartItem", { parameters, body: { identifier: "1101" } });
      await api.expect(200, "addCartDomain", { parameters, body: { name: "example.de" } });
      const before = sandbox().control.snapshot().collections;
      await api.expect(400, "checkoutCart", { parameters });
      const after = sandbox().control.snapshot().collections;
      assert.deepEqual([after.accounts, after.contracts, after.orders], [before.accounts, before.contracts, before.orders]);
    });

    it("are edited item by item and as a whole", async () => {
      const { _id: cartIdentifier } = await newCart();
      const parameters = { cartIdentifier };
      await api.expect(200, "addCartItem", { parameters, body: { identifier: "1101" } });
      const two = await api.expect<Cart>(200, "addCartItem", { parameters, body: { identifier: "1102" } });
      const [first, second] = two.items;
      const one = await api.expect<Cart>(200, "deleteCartItem", { parameters: { ...parameters, itemIdentifier: first!._id } });
      assert.deepEqual(
        one.items.map(({ _id }) => _id),
        [second!._id],
      );
      await api.expect(403, "deleteCartItem", { parameters: { ...parameters, itemIdentifier: first!._id } });
      const whole = await api.expect<Cart>(200, "updateCart", {
        parameters,
        body: { items: [{ articleNumber: 1102 }, { articleNumber: 2001 }], note: "Please hurry" },
      });
      assert.deepEqual(
        whole.items.map(({ articleNumber }) => articleNumber),
        [1102, 2001],
      );
      assert.equal(whole.items[0]!._id, second!._id);
      assert.deepEqual(await api.expect(200, "getCart", { parameters }), whole);
      await api.expect(400, "addCartItem", { parameters, body: { identifier: "9001" } });
      await api.expect(400, "updateCart", { parameters, body: { databasePartitionPercentage: 90 } });
      await api.expect(204, "deleteCart", { parameters });
      await api.expect(403, "getCart", { parameters });
    });

    it("keep a forced commission for good", async () => {
      const { _id: cartIdentifier, ...cart } = await newCart({ forcePartnerId: "P-1" });
      assert.deepEqual([cart["commission"], cart["isCommissionLocked"]], ["P-1", true]);
      const parameters = { cartIdentifier };
      await api.expect(400, "updateCart", { parameters, body: { commission: "P-2" } });
      const kept = await api.expect<Cart>(200, "updateCart", { parameters, body: { note: "x", isCommissionLocked: false } });
      assert.deepEqual([kept["commission"], kept["isCommissionLocked"]], ["P-1", true]);
    });

    it("become templates without personal data, which nobody can edit and others can use", async () => {
      const { _id: cartIdentifier } = await newCart();
      const parameters = { cartIdentifier };
      await api.expect(200, "addCartItem", { parameters, body: { identifier: "1101" } });
      await api.expect(200, "updateCart", { parameters, body: { contractPartner: partner, jwt: "x", mysqlVersion: "8.0" } });
      const template = await api.expect<Cart>(200, "shareCart", { parameters });
      assert.deepEqual([template["contractPartner"], template["jwt"], template["mysqlVersion"]], [undefined, undefined, "8.0"]);
      const templateId = { cartIdentifier: template._id };
      await api.expect(400, "updateCart", { parameters: templateId, body: { note: "x" } });
      await api.expect(400, "addCartItem", { parameters: templateId, body: { identifier: "1101" } });
      const other = await Api.login(sandbox().url, "agency", "agency-password");
      await other.expect(403, "getCart", { parameters });
      const made = await other.expect<Cart>(200, "createCartFromTemplate", { parameters: templateId });
      assert.notEqual(made._id, template._id);
      assert.equal(made.items.length, 1);
      await other.expect(200, "getCart", { parameters: { cartIdentifier: made._id } });
      await api.expect(403, "createCartFromTemplate", { parameters });
    });

    it("can be recommended with a pin that checkout asks for", async () => {
      const { _id: cartIdentifier } = await newCart();
      const parameters = { cartIdentifier };
      await api.expect(200, "addCartItem", { parameters, body: { identifier: "1101" } });
      const { id, pinCode } = await api.expect<{ id: string; pinCode: number }>(200, "recommendCart", { parameters });
      assert.match(String(pinCode), /^\d{6}$/);
      const made = await api.expect<Cart>(200, "createCartFromTemplate", { parameters: { cartIdentifier: id } });
      const checkout = { parameters: { cartIdentifier: made._id } };
      await api.expect(403, "checkoutCart", checkout);
      await api.expect(403, "checkoutCart", { ...checkout, body: { pinCode: pinCode - 1 } });
      await api.expect(200, "checkoutCart", { ...checkout, body: { pinCode } });
      sandbox().control.advance(31 * day);
      api = await Api.login(sandbox().url);
      await api.expect(403, "createCartFromTemplate", { parameters: { cartIdentifier: id } });
    });

    it("and offers are mailed", async () => {
      const { _id: cartIdentifier } = await newCart();
      await api.expect(200, "sendCartOffer", { parameters: { cartIdentifier }, body: partner });
      assert.equal(sandbox().control.outbox().at(-1)!.to, partner.emailAddress);
      const { zip: _, ...address } = contact;
      const recipient = { ...address, phone: "+49-30-1" };
      await api.expect(202, "requestOffer", { body: { recipient, articles: { main: { articleNumber: 1101 } } } });
      await api.expect(400, "requestOffer", { body: { recipient, articles: { main: { articleNumber: 7 } } } });
      assert.deepEqual(
        sandbox()
          .control.store.offers.all()
          .map(({ articles }) => articles),
        [[1101]],
      );
    });
  });

  describe("orders", () => {
    const customer = {
      salutation: "Frau",
      firstName: "Nora",
      lastName: "Neu",
      emailAddress: "nora@neu.example",
      country: "DE",
    };

    it("are accepted without a word, and remembered", async () => {
      await api.expect(202, "orderPartnerProgram", { body: {} });
      await api.expect(202, "orderPartnerBox", { body: {} });
      for (const id of ["orderTestAccount", "orderTestAgency", "orderShopTestAgency", "orderVipTestAgency"]) {
        await api.expect(202, id, { body: { customer } });
      }
      const { orders, customers } = sandbox().control.store;
      assert.deepEqual(
        orders.all().map(({ kind }) => kind),
        ["partner-program", "partner-box", "test-account", "test-agency", "shop-test-agency", "vip-test-agency"],
      );
      assert.equal(customers.all().filter(({ contractPartner }) => contractPartner.lastName === "Neu").length, 4);
      await api.expect(400, "orderTestAccount", { body: { customer, software: { identifier: "unknown" } } });
      await api.expect(400, "orderTestAgency", { body: { customer: { ...customer, emailAddress: "x" } } });
    });
  });

  describe("catalogue", () => {
    it("is paged, filtered and cut to the members asked for", async () => {
      const all = await api.expect<{ articleNumber: number }[]>(200, "searchArticles");
      assert.equal(all.length, 15);
      const two = await api.send("GET", "/v1/articles?articles=1101,%201102&fields=articleNumber");
      assert.deepEqual(two.json, [{ articleNumber: 1101 }, { articleNumber: 1102 }]);
      const article = await api.expect<{ price: { default: object }; crossSellingArticles: object[] }>(200, "getArticle", {
        parameters: { articleNumber: "1101" },
      });
      assert.deepEqual(article.price.default, { currency: "EUR", net: 4.99, setupFee: 0, vat: 0.95 });
      assert.equal(article.crossSellingArticles.length, 2);
      await api.expect(403, "getArticle", { parameters: { articleNumber: "1" } });
    });

    it("knows upgrades and what goes along", async () => {
      const parameters = { articleNumber: "1101" };
      const upgrades = await api.expect<{ targetArticleNumber: number }[]>(200, "listArticleUpgrades", { parameters });
      assert.deepEqual(
        upgrades.map(({ targetArticleNumber }) => targetArticleNumber),
        [1102, 1103],
      );
      const options = await api.expect<{ article: { articleNumber: number } }[]>(200, "listCrossSellingOptions", { parameters });
      assert.deepEqual(
        options.map(({ article }) => article.articleNumber),
        [3001, 3002],
      );
    });

    it("validates promotion codes by article, billing and date", async () => {
      const valid = async (promotionCode: string, body: object = {}) =>
        (await api.call("validatePromotionCode", { parameters: { promotionCode }, body })).status === 200;
      assert.equal(await valid("WELCOME10"), true);
      assert.equal(await valid("SUMMER"), false);
      assert.equal(await valid("NOTHING"), false);
      assert.equal(await valid("SERVER20", { articles: [{ articleNumber: 2001 }] }), true);
      assert.equal(await valid("SERVER20", { articles: [{ articleNumber: 1101 }] }), false);
      assert.equal(await valid("SERVER20", { monthly: true }), false);
      await api.expect(200, "getPromotionCode", { parameters: { promotionCode: "WELCOME10" } });
      await api.expect(403, "getPromotionCode", { parameters: { promotionCode: "NOTHING" } });
    });

    it("converts bank data, and refuses what is none", async () => {
      const { iban } = await api.expect<{ iban: string }>(200, "convertBankData", {
        body: { bankAccountNumber: "0532013000", bankCode: "370 400 44" },
      });
      assert.equal(iban, "DE89370400440532013000");
      for (const body of [{}, { bankAccountNumber: "1" }, { bankAccountNumber: "x", bankCode: "37040044" }]) {
        await api.expect(400, "convertBankData", { body });
      }
    });

    it("lists software, databases, operating systems, templates and tariffs", async () => {
      for (const id of ["listSoftware", "listDatabaseTypes", "listGuestOperatingSystems", "listMailTemplates"]) {
        assert.ok((await api.expect<object[]>(200, id)).length > 1, id);
      }
      const tariff = await api.expect<{ customerNumber: number }>(200, "getReseller", {
        parameters: { resellerIdentifier: "5001" },
      });
      assert.equal(tariff.customerNumber, 100000);
      await api.expect(403, "getReseller", { parameters: { resellerIdentifier: "5002" } });
    });
  });

  describe("installations and mail addresses", () => {
    it("belong to an account", async () => {
      const parameters = { accountIdentifier: "p100001" };
      const all = await api.expect<{ uid: number; installPath: string; archiveFrom?: { uid: number } }[]>(
        200,
        "listAccountInstallations",
        {
          parameters,
        },
      );
      assert.deepEqual([all.length, all[1]!.archiveFrom!.uid], [2, all[0]!.uid]);
      const one = await api.expect<object[]>(200, "listAccountInstallations", {
        parameters,
        query: { installPath: all[0]!.installPath },
      });
      assert.deepEqual(one, [all[0]]);
      const installation = { installationIdentifier: all[0]!.uid };
      assert.deepEqual(await api.expect(200, "getInstallation", { parameters: installation }), all[0]);
      assert.equal((await api.expect<object[]>(200, "listInstallationExtensions", { parameters: installation })).length, 2);
      await api.expect(403, "getInstallation", { parameters: { installationIdentifier: "1" } });
      const addresses = await api.expect<{ fullName: string }[]>(200, "listMailAddresses", {
        parameters,
        query: { limit: "1", offset: "1" },
      });
      assert.deepEqual(
        addresses.map(({ fullName }) => fullName),
        ["bruno@sommer-gartenbau.de"],
      );
    });
  });

  describe("tickets", () => {
    it("are answered by the support after a while, opened by a reply, and closed at last", async () => {
      const customer = { customernumber: 100002 };
      const ticket = await api.expect<{ uid: number; status: string; author: object }>(201, "createTicket", {
        body: {
          subject: "Help",
          message: "Now",
          customer,
          account: { name: "p100002" },
          author: { email: "c@h.example", notify: true },
        },
      });
      assert.equal(ticket.status, "open");
      assert.deepEqual(ticket.author, {
        name: "Buchhandlung Herbst",
        email: "c@h.example",
        telephone: "+49-7071-100002",
        isMittwaldAuthor: false,
      });
      assert.equal(sandbox().control.outbox().at(-1)!.to, "c@h.example");
      const parameters = { ticketIdentifier: ticket.uid };
      const read = async () =>
        (
          await api.expect<{ uid: number; status: string; answersCount: number }[]>(200, "listTickets", {
            parameters: { customerNumber: 100002 },
          })
        )[0]!;
      assert.equal(await api.expect(200, "listTicketAnswers", { parameters }), null);
      sandbox().control.advance(3_600_000);
      assert.deepEqual([(await read()).status, (await read()).answersCount], ["answered", 1]);
      const answer = await api.expect<{ uid: number }>(201, "createTicketAnswer", { parameters, body: { message: "Thanks" } });
      assert.equal((await read()).status, "open");
      const answers = await api.expect<{ uid: number; author: { isMittwaldAuthor: boolean } }[]>(200, "listTicketAnswers", {
        parameters,
      });
      assert.deepEqual(
        answers.map(({ author }) => author.isMittwaldAuthor),
        [true, false],
      );
      assert.equal(answers[1]!.uid, answer.uid);
      sandbox().control.advance(3_600_000);
      await read();
      sandbox().control.advance(15 * day);
      api = await Api.login(sandbox().url);
      assert.equal((await read()).status, "done");
    });

    it("are listed by state, order and number", async () => {
      const parameters = { customerNumber: 100001 };
      for (const subject of ["a", "b"]) {
        await api.expect(201, "createTicket", { body: { subject, message: "m", customer: { customernumber: 100001 } } });
      }
      const subjects = async (query: Record<string, string>) =>
        (await api.expect<{ subject: string }[]>(200, "listTickets", { parameters, query })).map(({ subject }) => subject);
      assert.deepEqual(await subjects({ status: "open", sortDirection: "ASC" }), ["a", "b"]);
      assert.deepEqual(await subjects({ status: "open" }), ["b", "a"]);
      assert.deepEqual(await subjects({ limit: "1" }), ["b"]);
      await api.expect(400, "listTickets", { parameters, query: { status: "lost" } });
      await api.expect(403, "createTicket", { body: { subject: "x", message: "m", customer: { customernumber: 200001 } } });
      await api.expect(403, "listTicketAnswers", { parameters: { ticketIdentifier: "1" } });
    });
  });

  describe("mailing", () => {
    it("puts mails into the outbox", async () => {
      const body = { subject: "Hello", body: "World", htmlTemplate: "plain", senderAddress: "me@winter-agentur.example" };
      const ack = await api.expect(200, "sendMailToAddress", { parameters: { address: "a+b@c.example" }, body });
      assert.deepEqual(ack, { msg: "mail queued", recipients: ["a+b@c.example"] });
      await api.expect(200, "sendMailToCustomer", { parameters: { customerNumber: 100001 }, body: { subject: "Hi" } });
      assert.deepEqual(
        sandbox()
          .control.outbox()
          .map(({ to, from, subject, text }) => [to, from, subject, text]),
        [
          ["a+b@c.example", "me@winter-agentur.example", "Hello", "World"],
          ["bruno@sommer-gartenbau.example", "service@hosting.example", "Hi", ""],
        ],
      );
      await api.expect(400, "sendMailToAddress", { parameters: { address: "nobody" }, body });
      await api.expect(400, "sendMailToAddress", { parameters: { address: "a@b.example" }, body: { htmlTemplate: "unknown" } });
      await api.expect(403, "sendMailToCustomer", { parameters: { customerNumber: 200001 }, body });
    });
  });
});
