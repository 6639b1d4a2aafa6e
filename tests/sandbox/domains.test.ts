import assert from "node:assert/strict";
import { useApi, withSandbox } from "../support/sandbox.js";

const day = 86_400_000;

describe("the sandbox's domains", () => {
  const { call, control, expect, pass } = useApi();

  const parameters = { accountIdentifier: "p100001" };
  const register = (body: object) => call("registerDomain", { parameters, body });
  const listed = async () => expect<{ fullname: string; registryStatus?: string }[]>(200, "listDomains", { parameters });
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

  it("are created with a www subdomain, and registered some time after the answer", async () => {
    await expect(200, "checkDomainAvailability", { parameters: { domainIdentifier: "Neu.de" } });
    const answer = await register({ sld: "Neu", tld: ".DE" });
    assert.deepEqual(
      [answer.status, answer.json],
      [201, [{ fullname: "neu.de", name: "neu", registryStatus: "pendingCreate", tld: "de" }]],
    );
    await expect(410, "checkDomainAvailability", { parameters: { domainIdentifier: "neu.de" } });
    const subdomains = await expect<{ fullName: string }[]>(200, "listSubdomains", {
      parameters: { ...parameters, domainIdentifier: "NEU.de" },
    });
    assert.deepEqual(
      subdomains.map(({ fullName }) => fullName),
      ["www.neu.de"],
    );
    assert.equal(await statusOf("neu.de"), "pendingCreate");
    control().advance(2_000);
    assert.equal(await statusOf("neu.de"), "ok");
  });

  it("are refused if taken, misspelt or of an unknown top-level domain, and nothing is ordered", async () => {
    const invoices = control().store.invoices.all().length;
    const de = ["sommer-gartenbau", "keller", "example", "a b", "https://neu", ""].map((sld) => ({ sld, tld: "de" }));
    for (const body of [...de, { sld: "neu", tld: "nowhere" }]) {
      const answer = await register(body);
      assert.deepEqual([body, answer.status, answer.text], [body, 400, ""]);
    }
    assert.equal((await listed()).length, 2);
    assert.equal(control().store.invoices.all().length, invoices);
  });

  it("are billed once each", async () => {
    const mine = () =>
      control()
        .store.invoices.all()
        .filter(({ customerNumber }) => customerNumber === 100001).length;
    const before = mine();
    await register({ sld: "bezahlt", tld: "de" });
    await register({ sld: "bezahlt", tld: "de" });
    assert.equal(mine() - before, 1);
    await register({ sld: "fremd", tld: "anything", external: true, target: "/html" });
    assert.equal(mine() - before, 1);
  });

  it("are transferred with their transfer code", async () => {
    for (const [authcode, status] of [
      [undefined, 400],
      ["wrong", 400],
      ["transfer-me", 201],
    ] as const) {
      const domainNameTransfer = authcode === undefined ? undefined : { authcode, authInfoProcedure: 1 };
      assert.equal((await register({ sld: "umzug", tld: "de", domainNameTransfer })).status, status);
    }
    assert.equal(await statusOf("umzug.de"), "pendingTransfer");
  });

  it("can be external: only a web site, without a registration", async () => {
    const answer = await register({ sld: "extern", tld: "museum", external: true, target: "/html" });
    assert.deepEqual(answer.json, [{ fullname: "extern.museum", name: "extern", tld: "museum" }]);
  });

  it("have comparable international names in both forms", async () => {
    const answer = await register({ sld: "Bücher", tld: "de" });
    assert.equal((answer.json as { fullname: string }[])[0]!.fullname, "xn--bcher-kva.de");
    for (const domainIdentifier of ["bücher.de", "xn--bcher-kva.de"]) {
      await expect(200, "listSubdomains", { parameters: { ...parameters, domainIdentifier } });
      await expect(410, "checkDomainAvailability", { parameters: { domainIdentifier } });
    }
    await expect(204, "deleteDomain", { parameters: { ...parameters, domainIdentifier: "bücher.de" } });
  });

  it("cannot be deleted while a certificate or Exchange is attached", async () => {
    const gone = async (account: string, domainIdentifier: string) =>
      call("deleteDomain", { parameters: { accountIdentifier: account, domainIdentifier } });
    assert.equal((await gone("p100001", "sommer-gartenbau.com")).status, 400);
    assert.equal((await gone("p100002", "buch-herbst.de")).status, 400);
    control().store.domains.update("sommer-gartenbau.com", { attachments: [] });
    assert.equal((await gone("p100001", "sommer-gartenbau.com")).status, 204);
    await expect(200, "checkDomainAvailability", { parameters: { domainIdentifier: "sommer-gartenbau.com" } });
  });

  it("end on the given cancellationDate", async () => {
    const at = control().now() + 10 * day;
    const named = { parameters: { ...parameters, domainIdentifier: "sommer-gartenbau.de" } };
    await expect(204, "deleteDomain", { ...named, body: { cancellationDate: Math.floor(at / 1000) } });
    assert.equal(await statusOf("sommer-gartenbau.de"), "pendingDelete");
    await pass(11 * day);
    assert.equal(await statusOf("sommer-gartenbau.de"), undefined);
  });
});

describe("the sandbox's subdomains", () => {
  const { call, expect } = useApi();

  const parameters = { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de" };
  const names = async () => (await expect<{ name: string }[]>(200, "listSubdomains", { parameters })).map(({ name }) => name);

  it("are created and deleted in lists, all or none of them", async () => {
    const created = await expect<object[]>(201, "createSubdomains", {
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
      const answer = await call("createSubdomains", { parameters, body });
      assert.deepEqual([answer.status, answer.text], [400, ""]);
    }
    assert.deepEqual(await names(), ["www", "blog", "shop", "neu", "*"]);
    await expect(400, "deleteSubdomain", { parameters, body: [{ name: "shop" }, { name: "unknown" }] });
    await expect(200, "deleteSubdomain", { parameters, body: [{ name: "shop" }, { name: "neu" }] });
    assert.deepEqual(await names(), ["www", "blog", "*"]);
  });

  it("cannot be deleted while a certificate is attached", async () => {
    const named = { accountIdentifier: "p100002", domainIdentifier: "buch-herbst.de" };
    await expect(400, "deleteSubdomain", { parameters: named, body: [{ name: "www" }, { name: "shop" }] });
    await expect(200, "deleteSubdomain", { parameters: named, body: [{ name: "www" }] });
  });
});
