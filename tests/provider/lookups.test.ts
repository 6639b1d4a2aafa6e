import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { mockProgram } from "../support/mocked-program.js";
import * as hosting from "../../provider/index.js";
import { lookups } from "../../provider/program/lookups.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { AccessDeniedError } from "../../sdk/values/errors.js";
import { lookupFunctions } from "../../tools/generate/functions.js";

describe("lookups of programs", () => {
  let sandbox: Sandbox;
  let provider: hosting.Provider;

  before(async () => {
    sandbox = await startSandbox();
    await mockProgram();
    provider = new hosting.Provider("test", { baseUrl: sandbox.url, username: "reseller", password: "sandbox-password" });
  });
  after(() => sandbox.close());
  beforeEach(() => {
    sandbox.control.journal.clear();
  });

  const requests = () => sandbox.control.journal.requests().filter(({ operation }) => operation !== "authenticate");

  it("are all exported, each with its variant for outputs", () => {
    const names = lookupFunctions.flatMap(({ name }) => [name, `${name}Output`]);
    assert.equal(names.length, Object.keys(lookups).length);
    for (const name of names) assert.ok(name in hosting, `${name} is not exported`);
  });

  it("return typed answers of the API", async () => {
    const { name, customerNumber } = await hosting.getAccount({ accountIdentifier: "p100001" }, { provider });
    assert.deepEqual([name, customerNumber], ["p100001", 100001]);
    assert.equal(await hosting.checkDomain({ domainIdentifier: "example.de" }, { provider }), "taken");
  });

  it("name a member that is not known, and send nothing", async () => {
    const joined = `${pulumi.output("x")}`; // eslint-disable-line @typescript-eslint/no-base-to-string, @typescript-eslint/restrict-template-expressions -- the mistake itself
    const untyped = (query: object) => query as never;
    const calls: readonly [() => Promise<unknown>, RegExp][] = [
      [
        () => hosting.getAccount(untyped({ accountIdentifer: "p100001" }), { provider }),
        /accountIdentifer: unknown parameter\. Did you mean accountIdentifier\?/,
      ],
      [
        () => hosting.findAccount(untyped({ custmerNumber: 100001 }), { provider }),
        /^findAccount: custmerNumber: unknown member\. Did you mean customerNumber\?; customerNumber: required, but missing$/,
      ],
      [
        () => hosting.findAccount(untyped({ customerNumber: 100001, descripton: "x" }), { provider }),
        /^findAccount: descripton: unknown member\. Did you mean description\?$/,
      ],
      [() => hosting.findGdprContact(untyped({ nane: "x" }), { provider }), /^findGdprContact: nane: unknown member/],
      [
        () => hosting.getAccount({ accountIdentifier: joined }, { provider }),
        /^getAccount: accountIdentifier: contains an output that was joined to a text/,
      ],
      [
        () => hosting.findGdprTom({ contains: joined }, { provider }),
        /^findGdprTom: contains: contains an output that was joined to a text/,
      ],
      [() => hosting.findGdprTom(untyped({}), { provider }), /^findGdprTom: contains: required, but missing$/],
    ];
    for (const [call, says] of calls) await assert.rejects(call(), (error: Error) => says.test(error.message));
    assert.deepEqual(requests(), []);
  });

  it("share one request if they are equal, and ask again after a failure", async () => {
    const ask = () => hosting.getCustomer({ customerNumber: 100002 }, { provider });
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    assert.equal(requests().length, 1);
    sandbox.control.faults.add({ operation: "getContractPartner", effect: { kind: "status", status: 403 } });
    const partner = () => hosting.getContractPartner({ customerNumber: 100002 }, { provider });
    await assert.rejects(partner(), /403/);
    assert.equal((await partner()).lastName, "Herbst");
  });

  it("say what they looked up and with which login if they fail, each for itself, and keep the error's class and members", async () => {
    const other = new hosting.Provider("other", { baseUrl: sandbox.url, username: "reseller", password: "sandbox-password" });
    const asked = [provider, other].map((each) => hosting.getAccount({ accountIdentifier: "p999999" }, { provider: each }));
    const failures = (await Promise.all(asked.map((each) => each.catch((error: unknown) => error)))) as AccessDeniedError[];
    for (const [index, name] of ["test", "other"].entries()) {
      const failure = failures[index]!;
      assert.ok(failure instanceof AccessDeniedError);
      assert.deepEqual([failure.status, failure.operation, failure.effect], [403, "getAccount", "none"]);
      const says = `Looked up: accountIdentifier "p999999", with Provider "${name}" (login "reseller").`;
      assert.ok(failure.message.includes(` ${says}`), failure.message);
      assert.ok(failure.stack?.includes(says));
    }
    assert.equal(requests().length, 1);
    sandbox.control.faults.add({ operation: "listCustomerAccounts", effect: { kind: "status", status: 403 } });
    await assert.rejects(
      hosting.findAccount({ customerNumber: 100003 }, { provider }),
      /Looked up: customerNumber "100003", with Provider "test" \(login "reseller"\)\./,
    );
    await assert.rejects(
      hosting.findGdprTom({ contains: "none like this" }, { provider }),
      /There is no TOM that contains "none like this"\. Looked up: with Provider "test" \(login "reseller"\)\./,
    );
  });

  it("accept outputs, and mark results with secrets", async () => {
    const account = hosting.getAccountOutput({ accountIdentifier: pulumi.output("p100001") }, { provider });
    assert.equal(await pulumi.isSecret(account), false);
    const code = hosting.getDomainAuthCodeOutput(
      { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de" },
      { provider },
    );
    assert.equal(await pulumi.isSecret(code), true);
  });

  it("show no secret that they look up in any part of a message", async () => {
    const secret = pulumi.secret("p999999");
    for (const found of [
      hosting.getAccountOutput({ accountIdentifier: secret }, { provider }),
      hosting.findAccountOutput({ customerNumber: 100001, name: secret }, { provider }),
      hosting.findGdprTomOutput({ contains: secret }, { provider }),
    ]) {
      const { promise } = found as unknown as { promise(): Promise<unknown> };
      await assert.rejects(promise(), (error: Error) => !/999999/.test(error.message));
    }
  });

  it("find the one account of a customer that matches, also an ordinary one, and refuse to guess", async () => {
    const found = await hosting.findAccount({ customerNumber: 100001, name: "p100001" }, { provider });
    assert.deepEqual([found.identifier, found.name], ["p100001", "p100001"]);
    const none = hosting.findAccount({ customerNumber: 100001, description: "none like this" }, { provider });
    await assert.rejects(none, /There is no account of customer 100001 with description "none like this"\./);
    const { accounts } = sandbox.control.store;
    const { description } = accounts.get("p100002")!;
    accounts.insert({ ...accounts.get("p100002")!, id: "p100999" });
    for (const more of [{}, { description }])
      await assert.rejects(hosting.findAccount({ customerNumber: 100002, ...more }, { provider }), /Found 2 records .*Narrow/);
  });

  it("find GDPR records by what they say, with one listing for many at once, read anew for what it lacks", async () => {
    const { gdprContacts } = sandbox.control.store;
    const [pattern] = gdprContacts.all();
    const add = (name: string) => gdprContacts.insert({ ...pattern!, id: name, name });
    const names = Array.from({ length: 200 }, (_, number) => `Customer ${number}`);
    for (const name of names) add(name);
    const contactOf = async (name: string) => (await hosting.findGdprContact({ name }, { provider })).name;
    assert.deepEqual(await Promise.all(names.map(contactOf)), names);
    assert.equal(await contactOf("Customer 7"), "Customer 7");
    assert.equal(requests().length, 1);
    add("Late");
    assert.deepEqual(await Promise.all([contactOf("Late"), contactOf("Late")]), ["Late", "Late"]);
    assert.equal(requests().length, 2);
    await assert.rejects(hosting.findGdprContact({ type: "client" }, { provider }), /Found \d+ records for GDPR contact/);
    assert.match((await hosting.findGdprTom({ contains: "Backups" }, { provider })).content ?? "", /thirty days/);
  });
});
