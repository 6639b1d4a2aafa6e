import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CustomersError, readCustomers, sizeOf } from "../../examples/fleet/customers.js";
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
      account: "p1",
      domains: [{ sld: "x", tld: "co.uk", subdomains: [] }],
      webhooks: [],
      tokens: ["t"],
      leaving: false,
    });
    assert.deepEqual(sizeOf(customer), { resources: 2, listings: 2 });
  });

  it("are valid in the example itself", () => {
    const example = resolve(__dirname, "..", "..", "..", "examples", "fleet", "customers.json");
    assert.deepEqual(readCustomers(example).map(sizeOf), [
      { resources: 5, listings: 4 },
      { resources: 2, listings: 2 },
    ]);
  });

  it("need a request for each page of their domains, and one more if the last may be full", async () => {
    const domains = (count: number) => Array.from({ length: count }, (_, index) => ({ sld: `d-${index}`, tld: "de" }));
    await writeFile(
      file(),
      JSON.stringify([19, 20].map((count) => ({ name: `c${count}`, account: "p1", domains: domains(count) }))),
    );
    assert.deepEqual(
      readCustomers(file()).map((customer) => sizeOf(customer).listings),
      [1, 2],
    );
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

  it("have unique names, because each is a stack", async () => {
    const twice = JSON.stringify([
      { name: "a", account: "p1" },
      { name: "a", account: "p2" },
    ]);
    assert.deepEqual(await problems(twice), ["  customers[1].name: customers[0] has the same name"]);
  });

  it("are refused if the file is missing, empty or not JSON", async () => {
    assert.throws(() => readCustomers(join(folder.path, "none.json")), /none\.json: ENOENT/);
    assert.deepEqual((await problems("[]")).length, 1);
    await writeFile(file(), "[");
    assert.throws(() => readCustomers(file()), CustomersError);
  });
});
