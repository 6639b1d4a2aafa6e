import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { mockProgram } from "../support/mocked-program.js";
import * as hosting from "../../provider/index.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";

describe("lookups of GDPR records by what they say", () => {
  const customers = Array.from({ length: 200 }, (_, index) => index);
  let sandbox: Sandbox;
  let provider: hosting.Provider;

  /** A run of a program, with records for each of 200 customers. */
  beforeEach(async () => {
    sandbox = await startSandbox();
    customers.forEach((number) => addContact(`Customer ${number}`));
    for (const number of customers)
      sandbox.control.store.gdprToms.insert({
        id: `tom-${number}`,
        owner: 100000,
        created: 0,
        content: `Measures for customer ${number}.`,
      });
    await mockProgram();
    provider = new hosting.Provider("test", { baseUrl: sandbox.url, username: "reseller", password: "sandbox-password" });
  });

  afterEach(() => sandbox.close());

  function addContact(name: string): void {
    const address = { street: "Lindenweg", houseNumber: "7", zipCode: "50667", city: "Köln", mail: "office@example.org" };
    sandbox.control.store.gdprContacts.insert({ id: name, owner: 100000, created: 0, name, ...address, type: "processor" });
  }

  const contactOf = (name: string) => hosting.findGdprContact({ name }, { provider });

  const sent = () =>
    sandbox.control.journal.requests().flatMap(({ operation }) => (operation === "authenticate" ? [] : [operation]));

  it("find the one record that matches, and refuse to guess", async () => {
    const contact = await contactOf("Winter Agentur GmbH");
    assert.ok(contact.identifier !== "" && contact.city === "Hannover");
    await assert.rejects(
      hosting.findGdprContact({ type: "client" }, { provider }),
      /Found 2 records for GDPR contact with type "client"/,
    );
    assert.match((await hosting.findGdprTom({ contains: "Backups" }, { provider })).content ?? "", /thirty days/);
  });

  it("send one listing for 200 names at once, and none for those that follow", async () => {
    const names = customers.map((number) => `Customer ${number}`);
    const found = await Promise.all(names.map(contactOf));
    assert.deepEqual(
      found.map(({ name }) => name),
      names,
    );
    for (const name of names) await contactOf(name);
    assert.deepEqual(sent(), ["listGdprContacts"]);
    await Promise.all(customers.map((number) => hosting.findGdprTom({ contains: `customer ${number}.` }, { provider })));
    assert.deepEqual(sent(), ["listGdprContacts", "listGdprToms"]);
  });

  it("read a new listing for what an older one lacks, because the run may have created it since", async () => {
    await contactOf("Customer 7");
    addContact("Late");
    const late = await Promise.all([contactOf("Late"), contactOf("Late")]);
    assert.deepEqual(
      late.map(({ identifier }) => identifier),
      ["Late", "Late"],
    );
    assert.deepEqual(sent(), ["listGdprContacts", "listGdprContacts"]);
  });
});
