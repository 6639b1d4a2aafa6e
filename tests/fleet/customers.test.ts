import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Customer, CustomersError, readCustomers, sizeOf, stacksIn } from "../../examples/fleet/customers.js";
import { temporaryFolder } from "../support/folder.js";

describe("the customers of a fleet", () => {
  const folder = temporaryFolder();
  const file = () => join(folder.path, "customers.json");
  const problems = async (text: string): Promise<string[]> => {
    await writeFile(file(), text);
    try {
      readCustomers(file());
    } catch (error) {
      assert.ok(error instanceof CustomersError);
      return error.message.split("\n").slice(1);
    }
    return [];
  };

  it("are read, with defaults for what is left out", async () => {
    await writeFile(file(), '[{ "name": "a", "account": "p1", "domains": [{ "sld": "x", "tld": "co.uk" }], "tokens": ["t"] }]');
    const [customer] = readCustomers(file());
    assert.deepEqual(customer, {
      name: "a",
      stack: "a",
      account: "p1",
      domains: [{ sld: "x", tld: "co.uk", subdomains: [] }],
      webhooks: [],
      tokens: ["t"],
      leaving: false,
    });
    assert.deepEqual(sizeOf([customer]), { resources: 2, listings: 2 });
  });

  it("are refused with the position of each mistake", async () => {
    const text = JSON.stringify([
      { name: "a", account: "p1" },
      { name: "B c", account: "100001", domains: [{ sld: "x", tld: ".de", subdomains: [{ name: "blog", target: "blog" }] }] },
      { name: "c", account: "p1", webhooks: ["http://plain.example"], domain: [] },
    ]);
    const found = await problems(text);
    const places = found.map((line) => /^ {2}(\S+): ./.exec(line)?.[1]);
    assert.deepEqual(places, [
      "customers[1].name",
      "customers[1].account",
      "customers[1].domains[0].tld",
      "customers[1].domains[0].subdomains[0].target",
      "customers[2].webhooks[0]",
      "customers[2]",
    ]);
    assert.match(found.join("\n"), /Unrecognized key: "domain"/);
  });

  const declared = async (customers: readonly object[]): Promise<readonly Customer[]> => {
    await writeFile(file(), JSON.stringify(customers));
    return readCustomers(file());
  };

  it("have a stack of their own, or one that several share", async () => {
    const customers = await declared([
      { name: "a", account: "p1", stack: "shared" },
      { name: "b", account: "p2" },
      { name: "c", account: "p3", stack: "shared" },
      { name: "d", account: "p4", stack: "b" },
    ]);
    const stacks = stacksIn(customers).map(({ name, customers: those }) => [name, ...those.map((customer) => customer.name)]);
    assert.deepEqual(stacks, [
      ["shared", "a", "c"],
      ["b", "b", "d"],
    ]);
  });

  it("share the listings of webhooks and tokens in a stack, and that of domains in an account", async () => {
    const of = (name: string, account: string) => ({
      name,
      account,
      domains: [{ sld: name, tld: "de" }],
      webhooks: [`https://agency.example/${name}`],
      tokens: [name],
    });
    assert.deepEqual(sizeOf(await declared([of("a", "p1"), of("b", "p2")])), { resources: 6, listings: 4 });
    assert.deepEqual(sizeOf(await declared([of("a", "p1"), of("b", "p1")])), { resources: 6, listings: 3 });
  });

  it("name each object once in a stack, where it is a resource", async () => {
    const of = (name: string, stack: string) => ({
      name,
      stack,
      account: "p1",
      domains: [{ sld: "x", tld: "de" }],
      webhooks: ["https://agency.example/"],
      tokens: ["Deployment"],
    });
    assert.deepEqual(await problems(JSON.stringify([of("a", "one"), of("b", "one")])), [
      "  customers[1].domains[0]: the same as customers[0].domains[0]",
      "  customers[1].webhooks[0]: the same as customers[0].webhooks[0]",
      "  customers[1].tokens[0]: the same as customers[0].tokens[0]",
    ]);
    assert.deepEqual(await problems(JSON.stringify([of("a", "one"), of("b", "other")])), []);
  });
});
