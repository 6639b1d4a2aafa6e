import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { Copy } from "../../cli/snapshot/copy-file.js";
import { type StoredResource, secret } from "../../cli/stack/deployment.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { entry, fakePulumi } from "../support/drifted-stack.js";
import { temporaryFolder } from "../support/folder.js";
import { type Ended, loginAt } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { Api } from "../support/sandbox.js";

interface JsonReport {
  readonly requests: number;
  readonly objects: Readonly<Record<string, number>>;
  readonly leftOut: readonly { readonly what: string; readonly why: string }[];
}

const customers = [110001, 110013, 110011];
const flags = customers.flatMap((number) => ["--customer", String(number)]);

/** Elements without the descriptions of accounts, in which names of customers are replaced, and the texts of articles in contracts. */
function withoutDescriptions(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer;
  return answer.map((element: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(element).map(([name, value]) => {
        if (name === "account") return [name, { ...(value as object), description: undefined }];
        const isOmitted = (name === "description" && "virtualName" in element) || (name === "text" && "sourceUid" in element);
        return [name, isOmitted ? undefined : value];
      }),
    ),
  );
}

describe("hosting snapshot", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await startSandbox({ seed: "agency", registrationDelay: 0 });
  });
  afterEach(() => sandbox.close());

  const file = (): string => join(folder.path, "copy.json");

  const snapshot = (...args: string[]): Promise<Ended> =>
    runInProcess(["snapshot", "--out", file(), ...args], { cwd: folder.path, env: loginAt(sandbox.url) });

  async function reported(code: number, ...args: string[]): Promise<JsonReport> {
    const ended = await snapshot("--json", ...args);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    return JSON.parse(ended.stdout) as JsonReport;
  }

  const copy = async (): Promise<Copy> => JSON.parse(await readFile(file(), "utf8")) as Copy;

  /** Objects that no seed has, with secrets and personal data in them. */
  async function plant(): Promise<void> {
    const api = await Api.login(sandbox.url);
    await api.expect(200, "createWebhook", {
      body: {
        eventType: "DOMAIN_REGISTRATION_STATUS",
        method: "POST",
        url: "https://planted-user:planted-password@hooks.example/services/T0123PLANTEDTOKEN99?token=planted-query",
        headers: { "X-Key": "planted-header" },
        parameters: { key: "key", value: "planted-value" },
      },
    });
    await api.expect(201, "createApplicationToken", { body: { description: "Deployment for Anja Albrecht" } });
    const { store } = sandbox.control;
    const [recipient, client] = store.gdprContacts.all();
    const [tom] = store.gdprToms.all();
    await api.expect(201, "createGdprContract", {
      body: { html: "<p>With planted-text</p>", tom: tom!.id, client: client!.id, recipient: recipient!.id },
    });
    const text = "of Anja Albrecht";
    await api.expect(201, "createGdprContractPreset", {
      body: { name: text, description: text, config: { mail: "planted@mail.example", nested: ["Bäckerei Albrecht"] } },
    });
    const address = { street: "planted-street", houseNumber: "planted-number", zip: "planted-zip", city: "planted-city" };
    const person = { firstName: "planted-given", lastName: "planted-family", company: "planted-company", ...address };
    const contact = { ...person, emailAddress: "planted@mail.example", phone: "planted-phone", fax: "planted-fax" };
    const billingSettings = { vatID: "planted-vat", postalInvoices: false };
    store.customers.update("110001", { contactPerson: contact, billingRecipient: contact, billingSettings });
    store.gdprContacts.update(client!.id, { ...address, zipCode: address.zip, type: text });
    store.gdprContracts.update(store.gdprContracts.all().at(-1)!.id, { signer: "planted-signer" });
    store.gdprToms.update(tom!.id, { content: text });
    store.gdprPdfs.insert({ ...tom!, name: text });
  }

  it("only reads, once each, and a sandbox from the file answers the same", async () => {
    await plant();
    const before = sandbox.control.journal.requests().length;
    const report = await reported(0, ...flags);
    const requests = sandbox.control.journal.requests().slice(before);
    assert.equal(report.requests, requests.length);
    const other = requests.filter(({ method, operation }) => method !== "GET" && operation !== "authenticate");
    assert.deepEqual(other, []);
    const paths = requests.map(({ path }) => path);
    // A contact that is that of the contract partner is read by a redirect.
    const once = paths.filter((path) => !path.endsWith("/contractpartner"));
    assert.deepEqual(new Set(once).size, once.length, once.join("\n"));

    const { seed } = await copy();
    const started = await startSandbox({ seed, registrationDelay: 0 });
    try {
      const [original, copied] = await Promise.all([Api.login(sandbox.url), Api.login(started.url)]);
      const answers = async (path: string) => {
        const [there, here] = await Promise.all([original, copied].map((api) => api.send("GET", path)));
        assert.equal(there!.status, 200, path);
        assert.deepEqual(withoutDescriptions(here!.json), withoutDescriptions(there!.json), path);
      };
      for (const path of ["/v1/customer", "/v1/articles?limit=100", "/v1/topleveldomains"]) await answers(path);
      for (const number of customers)
        for (const collection of ["virtualaccounts", "contracts"]) await answers(`/v1/customers/${number}/${collection}`);
      for (const { name } of seed.accounts ?? []) await answers(`/v1/accounts/${name}/domains?limit=100`);
      for (const { account, fullname } of seed.domains ?? [])
        await answers(`/v1/accounts/${account}/domains/${fullname}/subdomains`);
      assert.ok(seed.domains!.length > 25, "with all pages");
      const ids = (of: Sandbox) =>
        (["webhooks", "applicationTokens", "gdprContacts", "gdprToms", "gdprContracts", "gdprContractPresets"] as const).map(
          (name) => of.control.store[name].all().map(({ id }) => id),
        );
      assert.deepEqual(ids(started), ids(sandbox));
      // What is created there does not replace what was copied.
      const { uid } = await copied.expect<{ uid: string }>(200, "createWebhook", {
        body: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://new.example/" },
      });
      assert.ok(!seed.webhooks!.some(({ id }) => id === uid));
      await copied.expect(201, "createGdprTom", { body: { content: "new" } });
      assert.equal(started.control.store.gdprToms.all().length, seed.gdprToms!.length + 1);
    } finally {
      await started.close();
    }
  });

  it("stores neither secrets nor personal data, and replaces the same value by the same one", async () => {
    await plant();
    await (
      await Api.login(sandbox.url)
    ).expect(201, "createSubdomains", {
      parameters: { accountIdentifier: "p110001", domainIdentifier: "baeckerei-albrecht.de" },
      body: [{ name: "old", target: "https://ci:planted-login@old.example/" }],
    });
    await reported(0, ...flags);
    const text = await readFile(file(), "utf8");
    assert.equal((await stat(file())).mode & 0o077, 0);
    assert.doesNotMatch(text, /planted|sandbox-password(?!",\n\s+"customerNumber)/i);
    const { store } = sandbox.control;
    const contacts = store.customers.all().flatMap(({ contractPartner }) => [contractPartner]);
    const personal = [...contacts, ...store.gdprContacts.all()].flatMap((contact) =>
      Object.entries(contact)
        .filter(([name]) => ["firstName", "lastName", "company", "city", "emailAddress", "phone", "mail"].includes(name))
        .map(([, value]) => String(value)),
    );
    const written = text.replace(/"fullname": ".*"/g, "");
    for (const value of personal) assert.ok(!written.includes(value), value);
    const { seed } = await copy();
    const baker = seed.customers!.find(({ customerNumber }) => customerNumber === 110001)!;
    const { company, lastName, firstName } = baker.contractPartner!;
    assert.match(company!, /^Party \d+$/);
    assert.equal(seed.accounts!.find(({ name }) => name === "p110001")!.description, company);
    assert.equal(seed.gdprContacts![1]!.name, company);
    assert.equal(seed.applicationTokens![0]!.description, `Deployment for ${firstName} ${lastName}`);
    assert.deepEqual((seed.gdprContractPresets![0]!.config as { nested: unknown }).nested, [company]);
  });

  it("goes on without what it may not read, and says what and why", async () => {
    const { faults, store } = sandbox.control;
    faults.add({ operation: "listGdprContracts", occurrence: "always", effect: { kind: "status", status: 403 } });
    faults.add({ operation: "listSubdomains", effect: { kind: "status", status: 403 } });
    const { code, stdout } = await snapshot(...flags, "--customer", "999999");
    assert.equal(code, 1, stdout);
    assert.match(stdout, /^Could not be read, and is not in the copy:$/m);
    assert.match(stdout, /^ {2}GDPR contracts: listGdprContracts .* status 403/m);
    assert.match(stdout, /^ {2}subdomains of domain \S+: listSubdomains .* status 403/m);
    assert.match(stdout, /^ {2}customer 999999: getCustomer .* status 403/m);
    const { seed, leftOut } = await copy();
    assert.equal(leftOut.length, 3);
    assert.equal(seed.gdprToms!.length, store.gdprToms.all().length);
    assert.ok(seed.domains!.length > 25);
  });

  it("reads with all logins of a stack what its state names, and notes which provider has which", async () => {
    const { store } = sandbox.control;
    store.logins.insert({ ...store.logins.get("reseller")!, id: "own", customerNumber: 110002 });
    const branch: StoredResource = {
      urn: "urn:pulumi:production::agency::pulumi:providers:pulumi-nodejs::branch",
      type: "pulumi:providers:pulumi-nodejs",
      custom: true,
      id: "2",
      inputs: {
        "hosting:provider": "branch",
        "hosting:baseUrl": sandbox.url,
        "hosting:username": "own",
        "hosting:password": secret("sandbox-password"),
      },
    };
    const resources = [
      branch,
      entry("Domain", "shop", "p110001/baeckerei-albrecht.de", { accountIdentifier: "p110001" }),
      entry("BillingSettings", "bill", "110002", { customerNumber: 110002 }, { provider: `${branch.urn}::2` }),
    ];
    const bin = await fakePulumi(folder.path, { production: { resources } });
    const { code, stderr } = await runInProcess(["snapshot", "--out", file(), "--stack", "production"], {
      cwd: folder.path,
      env: { PATH: [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter), ...loginAt(sandbox.url) },
    });
    assert.equal(code, 0, stderr);
    const { seed, providers } = await copy();
    assert.deepEqual(providers, { branch: "login-2" });
    assert.deepEqual(
      seed.logins!.map(({ username, customerNumber }) => [username, customerNumber]),
      [
        ["reseller", 100000],
        ["login-2", 110002],
      ],
    );
    assert.deepEqual(seed.customers!.map(({ customerNumber }) => customerNumber).sort(), [100000, 110001, 110002]);
  });

  it("replaces an earlier snapshot, and no other file", async () => {
    await reported(0);
    await reported(0);
    await writeFile(file(), "{}");
    const before = sandbox.control.journal.requests().length;
    const { code, stderr } = await snapshot();
    assert.equal(code, 2);
    assert.match(stderr, /copy\.json exists and was not written by `hosting snapshot`/);
    assert.equal(await readFile(file(), "utf8"), "{}");
    assert.equal(sandbox.control.journal.requests().length, before);
  });
});
