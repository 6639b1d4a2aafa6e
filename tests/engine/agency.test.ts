import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { changes, commandTimeout, failed, Stack, succeeded } from "../support/engine.js";

const root = resolve(__dirname, "..", "..", "..");
const example = join(root, "examples", "agency");

type Customers = Record<string, Record<string, unknown>>;

describe("the example of an agency on the real engine", function () {
  this.timeout(12 * commandTimeout);
  let stack: Stack;
  let customers: Customers;

  before(async () => {
    stack = await Stack.create({ seed: "agency" });
    const project = await readFile(join(example, "Pulumi.yaml"), "utf8");
    const main = relative(stack.folder, join(root, "dist", "examples", "agency", "index.js"));
    const changed = project.replace(/^name: .*$/m, "name: engine-test").replace(/^main: .*$/m, `main: ${main}`);
    await writeFile(join(stack.folder, "Pulumi.yaml"), changed);
    succeeded(await stack.pulumi("config", "set", "customersFile", join(stack.folder, "customers.json")));
    customers = JSON.parse(await readFile(join(example, "customers.json"), "utf8")) as Customers;
  });
  after(() => stack.dispose());

  const declare = async (changed: Customers) => {
    customers = changed;
    await writeFile(join(stack.folder, "customers.json"), JSON.stringify(customers));
  };
  const edited = (edit: (customer: Record<string, unknown>) => Record<string, unknown>): Customers =>
    Object.fromEntries(Object.entries(customers).map(([name, customer]) => [name, edit(customer)]));
  const sent = (operation: string) => stack.sandbox.control.journal.requests({ operation });

  it("names what is missing or wrong before it declares anything", async () => {
    await declare(customers);
    failed(await stack.preview(), /accountPasswords/);
    const passwords = ["baker", "joiner", "roofer"].flatMap((name) => ["--secret", `accountPasswords.${name}=a-password`]);
    succeeded(await stack.pulumi("config", "set-all", "--path", ...passwords));
    await declare({ ...customers, roofer: { ...customers["roofer"], subdomains: { "not a name": {} } } });
    failed(await stack.preview(), /customers\.json:\n\s+roofer\.subdomains\.not a name: /);
  });

  it("creates six sites, and adopts what exists", async () => {
    const file = await readFile(join(example, "customers.json"), "utf8");
    await declare(JSON.parse(file) as Customers);
    const { steps } = succeeded(await stack.up());
    assert.equal(steps.filter(({ op }) => op === "create").length, 24);
    const { domains, gdprContracts } = stack.sandbox.control.store;
    assert.equal(sent("createVirtualAccount").length, 3);
    for (const name of ["brot-von-albrecht.de", "becker-gebrauchtwagen.de", "blumen-engel.eu"])
      assert.ok(domains.get(name), name);
    assert.equal(gdprContracts.all().length, 6);
    assert.ok(!sent("registerDomain").some(({ path }) => path.includes("p110003")), "the domain of the doctor exists");
  });

  it("changes nothing but what is added, also when the adoption is no longer declared", async () => {
    const { baker, ...others } = edited(({ adopt: _, ...customer }) => customer);
    const subdomains = { ...(baker!["subdomains"] as object), cafe: { target: "/cafe" } };
    await declare({ ...others, baker: { ...baker, subdomains } });
    assert.deepEqual(changes(succeeded(await stack.up())), ["create cafe.brot-von-albrecht.de"]);
    const { output } = succeeded(await stack.pulumi("stack", "output", "--json"));
    const { addresses } = JSON.parse(output) as { addresses: Record<string, string[]> };
    const below = ["", "www.", "shop.", "cafe."];
    assert.deepEqual(addresses["baker"]!.sort(), below.map((prefix) => `https://${prefix}brot-von-albrecht.de`).sort());
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("removes a customer who leaves", async () => {
    const { roofer, ...others } = customers;
    await declare({ ...others, roofer: { ...roofer, leaving: true } });
    assert.deepEqual(changes(succeeded(await stack.up())), []);
    await declare(others);
    const host = "dach-von-fischer.de";
    const gone = [`delete ${host}`, ...Array<string>(2).fill("delete 110006/fischer-web"), `delete www.${host}`];
    assert.deepEqual(changes(succeeded(await stack.up())).sort(), gone.sort());
    assert.equal(stack.sandbox.control.store.domains.get(host), undefined);
  });
});
