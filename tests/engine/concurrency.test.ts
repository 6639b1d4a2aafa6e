import assert from "node:assert/strict";
import type { Sandbox } from "../../sandbox/index.js";
import {
  changes,
  commandTimeout,
  type Outcome,
  type ResourceSpec,
  Stack,
  type StoredResource,
  succeeded,
} from "../support/engine.js";
import { whileRunning } from "../support/killed.js";
import { account, domain, token, webhook } from "../support/resources.js";

const subdomain = (name: string): ResourceSpec => ({
  type: "Subdomain",
  name: `below-${name}`,
  args: { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name, target: "/html" },
});
const preset = (name: string): ResourceSpec => ({ type: "GdprContractPreset", name: `preset-${name}`, args: { name } });

/** What each machine declares alone. Two tokens with the same description are still two tokens. */
const own = (machine: string): ResourceSpec[] => [
  webhook(machine, { headers: { "X-Key": "planted-header" } }),
  token("token"),
  preset(machine),
  domain(`of-${machine}`),
  subdomain(machine),
  account(`for-${machine}`),
];

const contact = { street: "Am Hafen", houseNumber: "2", zipCode: "30159", city: "Hannover", mail: "d@shared.example" };

/** What both declare; whichever comes first, only one of each may exist. */
function shared({ control }: Sandbox): ResourceSpec[] {
  const [recipient, client] = control.store.gdprContacts.all().map(({ id }) => id);
  const parties = { tom: control.store.gdprToms.all()[0]!.id, client, recipient };
  return [
    webhook("shared"),
    preset("shared"),
    domain("domain", { sld: "shared" }),
    subdomain("shared"),
    account("account", { virtualName: "shared" }),
    { type: "GdprContract", name: "contract", args: { html: "<p>shared</p>", ...parties } },
    { type: "GdprContact", name: "contact", args: { name: "shared", ...contact } },
    { type: "GdprTom", name: "tom", args: { content: "shared" } },
  ];
}

/** Where the objects are that both declare, by name of the resource; whether the provider accepts two, and how one is created. */
const places = {
  shared: ["webhooks", true, "createWebhook"],
  "preset-shared": ["gdprContractPresets", true, "createGdprContractPreset"],
  domain: ["domains", false, "registerDomain"],
  "below-shared": ["subdomains", false, "createSubdomains"],
  account: ["accounts", false, "createVirtualAccount"],
  contract: ["gdprContracts", true, "createGdprContract"],
  contact: ["gdprContacts", true, "createGdprContact"],
  tom: ["gdprToms", true, "createGdprTom"],
} as const;

const nameOf = ({ urn }: StoredResource): string => urn.split("::").at(-1)!;

describe("two machines that use one login at once, on the real engine", function () {
  this.timeout(4 * commandTimeout);
  const machines: Stack[] = [];
  /** The output of each of the two so far. */
  const said = ["", ""];
  let states: StoredResource[][] = [];

  const each = <T>(work: (stack: Stack, index: number) => Promise<T>): Promise<T[]> => Promise.all(machines.map(work));
  const up = async (stack: Stack, index: number): Promise<Outcome> => {
    const outcome = await stack.up("--parallel", "64", "--continue-on-error");
    said[index] = `${said[index]}${outcome.output}`;
    return outcome;
  };

  before(async () => {
    const settings = { HOSTING_SUBDOMAIN_DELETION: "body" };
    machines.push(await Stack.create({}, settings));
    machines.push(await Stack.beside(machines[0]!, settings));
  });
  after(async () => {
    await machines[1]?.dispose();
    await machines[0]?.dispose();
  });

  it("each create their own objects exactly once", async () => {
    const { faults, journal, store } = machines[0]!.sandbox.control;
    await each((stack, index) => stack.declare({ resources: own(["a", "b"][index]!) }));
    faults.add({ operation: "createWebhook", effect: { kind: "reset-after" } });
    (await each(up)).forEach(succeeded);
    await each((stack) => stack.settled());
    const ordered = (operation: string) => journal.requests({ operation, effect: true }).length;
    assert.deepEqual(
      [store.webhooks, store.applicationTokens, store.gdprContractPresets].map((objects) => objects.all().length),
      [2, 2, 2],
    );
    assert.deepEqual([ordered("registerDomain"), ordered("createVirtualAccount")], [2, 2]);
  });

  /** Runs both, and lets neither create anything before each has looked for everything. */
  async function upAtOnce({ control: { faults } }: Sandbox): Promise<void> {
    const creations = Object.values(places).map(([, , operation]) => operation);
    for (const operation of creations) faults.add({ operation, times: 2, effect: { kind: "hold" } });
    const outcomes = each(up);
    const output = outcomes.then(() => ({ output: said.join("\n") }));
    await whileRunning(output, () => faults.held().length < 2 * creations.length);
    faults.clear();
    await outcomes;
  }

  it("never share an object that both declare, only one gets it if the provider accepts no second one, and the other is told", async () => {
    const { sandbox } = machines[0]!;
    await each((stack, index) => stack.declare({ resources: [...own(["a", "b"][index]!), ...shared(sandbox)] }));
    said.fill("");
    await upAtOnce(sandbox);
    for (const [index, stack] of machines.entries()) await up(stack, index);
    for (const [index, stack] of machines.entries()) said[index] = `${said[index]}${(await stack.preview("--refresh")).output}`;
    states = await each(async (stack) => (await stack.export()).resources.filter(({ type }) => type.includes("hosting:")));
    for (const [name, [collection, isDoubled]] of Object.entries(places)) {
      const all: readonly { readonly id: string }[] = sandbox.control.store[collection].all();
      const ids = all.flatMap((object) => (/[">/]shared["<]/.test(JSON.stringify(object)) ? [object.id] : []));
      const story = `${name}: ${ids.join(", ")}\n${said.join("\n")}`;
      const held = states.flat().filter((resource) => nameOf(resource) === name);
      assert.equal(new Set(held.map(({ id }) => id)).size, held.length, `two states hold one object, ${story}`);
      assert.equal(held.length, ids.length, `each object is in a state, ${story}`);
      if (isDoubled) for (const id of ids) assert.ok(said.join("\n").includes(id), `${id} is told of, ${story}`);
      else assert.equal(ids.length, 1, story);
    }
    const orders = sandbox.control.journal.requests({ operation: "registerDomain", effect: true });
    assert.equal(orders.length, 3, "nothing is ordered twice");
    states.forEach((state, index) => {
      const lost = Object.keys(places).filter((name) => !state.some((resource) => nameOf(resource) === name));
      const told = said[index]!.split("\n").filter((line) => /already exists .*adopt: true/.test(line));
      assert.ok(told.length >= lost.length && !said[index]!.includes("planted"), said[index]);
    });
  });

  it("leave the other's objects alone", async () => {
    const [a, b] = machines as [Stack, Stack];
    succeeded(await a.destroy());
    const outcome = succeeded(await b.preview("--refresh"));
    const present = outcome.steps.filter(({ op }) => op === "same" || op === "refresh").map(({ name }) => name);
    for (const resource of states[1]!)
      assert.ok(present.includes(nameOf(resource)), `${nameOf(resource)} is gone\n${outcome.output}`);
    assert.ok(changes(outcome).every((change) => change.startsWith("create ")));
  });
});
