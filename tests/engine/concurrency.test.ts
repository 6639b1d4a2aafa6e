import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sandbox } from "../../sandbox/index.js";
import {
  changes,
  commandTimeout,
  type Outcome,
  type ProgramSpec,
  type ResourceSpec,
  Stack,
  type StoredResource,
  succeeded,
} from "../support/engine.js";

const eventType = "DOMAIN_REGISTRATION_STATUS";

const hook = (path: string): ResourceSpec => ({
  type: "Webhook",
  name: `hook-${path}`,
  args: { eventType, method: "POST", url: `https://agency.example/${path}`, headers: { "X-Key": "planted-header-value" } },
});

const token: ResourceSpec = { type: "ApplicationToken", name: "token", args: { description: "deployment" } };

const preset = (name: string): ResourceSpec => ({ type: "GdprContractPreset", name: `preset-${name}`, args: { name } });

const domain = (sld: string): ResourceSpec => ({
  type: "Domain",
  name: `domain-${sld}`,
  args: { accountIdentifier: "p100001", sld, tld: "de" },
  options: { protect: false },
});

const subdomain = (name: string): ResourceSpec => ({
  type: "Subdomain",
  name: `subdomain-${name}`,
  args: { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name, target: "/html" },
});

const account = (virtualName: string): ResourceSpec => ({
  type: "VirtualAccount",
  name: `account-${virtualName}`,
  args: { customerNumber: 100001, virtualName, description: "Shop", articleNumber: 1101, password: "planted-password" },
  options: { protect: false },
});

/** What each machine declares alone. Two tokens with the same description are still two tokens. */
const own = (machine: string): ResourceSpec[] => [
  hook(machine),
  token,
  preset(machine),
  domain(`of-${machine}`),
  subdomain(machine),
  account(`of-${machine}`),
];

const contact = { street: "Am Hafen", houseNumber: "2", zipCode: "30159", city: "Hannover", mail: "d@shared.example" };

/** What both declare; whichever comes first, only one of each may exist. */
function shared({ control }: Sandbox): ResourceSpec[] {
  const [recipient, client] = control.store.gdprContacts.all();
  const [tom] = control.store.gdprToms.all();
  const parties = { tom: tom!.id, client: client!.id, recipient: recipient!.id };
  return [
    hook("shared"),
    preset("shared"),
    domain("shared"),
    subdomain("shared"),
    account("shared"),
    { type: "GdprContract", name: "contract-shared", args: { html: "<p>shared</p>", ...parties } },
    { type: "GdprContact", name: "contact-shared", args: { name: "shared", ...contact } },
    { type: "GdprTom", name: "tom-shared", args: { content: "shared" } },
  ];
}

const creations = [
  "createWebhook",
  "createGdprContractPreset",
  "registerDomain",
  "createSubdomains",
  "createVirtualAccount",
  "createGdprContract",
  "createGdprContact",
  "createGdprTom",
];

/** The provider accepts two of them. If both stacks have created one, each keeps its own, and at least one reports the other. */
const doubled = ["hook-shared", "contract-shared", "preset-shared", "contact-shared", "tom-shared"];

const idOf = ({ id }: { readonly id: string }): string => id;

/** Ids of the objects that both declare, by name of the resource, as the provider's own keys. */
const sharedObjects = ({ control: { store } }: Sandbox): Record<string, string[]> => ({
  "hook-shared": store.webhooks
    .all()
    .filter(({ url }) => url.endsWith("/shared"))
    .map(idOf),
  "preset-shared": store.gdprContractPresets
    .all()
    .filter(({ name }) => name === "shared")
    .map(idOf),
  "domain-shared": store.domains
    .all()
    .filter(({ sld }) => sld === "shared")
    .map(idOf),
  "subdomain-shared": store.subdomains
    .all()
    .filter(({ name }) => name === "shared")
    .map(idOf),
  "account-shared": store.accounts
    .all()
    .filter(({ virtual }) => virtual?.virtualName === "shared")
    .map(idOf),
  "contract-shared": store.gdprContracts
    .all()
    .filter(({ html }) => html.includes("shared"))
    .map(idOf),
  "contact-shared": store.gdprContacts
    .all()
    .filter(({ name }) => name === "shared")
    .map(idOf),
  "tom-shared": store.gdprToms
    .all()
    .filter(({ content }) => content === "shared")
    .map(idOf),
});

const nameOf = ({ urn }: StoredResource): string => urn.split("::").at(-1)!;

const managed = async (stack: Stack): Promise<StoredResource[]> =>
  (await stack.export()).resources.filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/hosting:"));

describe("two machines that use one login at once, on the real engine", function () {
  this.timeout(4 * commandTimeout);
  const machines: Stack[] = [];
  /** The output of each of the two so far. */
  const messages = ["", ""];
  let states: StoredResource[][] = [];

  const each = async <T>(work: (stack: Stack, index: number) => Promise<T>): Promise<T[]> => Promise.all(machines.map(work));

  const up = async (stack: Stack, index: number): Promise<Outcome> => {
    const outcome = await stack.up("--parallel", "64", "--continue-on-error");
    messages[index] = (messages[index] ?? "") + outcome.output;
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
    (await each((stack) => stack.preview("--refresh", "--expect-no-changes"))).forEach(succeeded);
    const urls = store.webhooks.all().map(({ url }) => url);
    assert.deepEqual(urls.sort(), ["https://agency.example/a", "https://agency.example/b"]);
    assert.equal(store.applicationTokens.all().length, 2);
    assert.equal(store.gdprContractPresets.all().length, 2);
    assert.equal(journal.requests({ operation: "registerDomain", effect: true }).length, 2);
    assert.equal(journal.requests({ operation: "createVirtualAccount", effect: true }).length, 2);
  });

  /** Runs both, and lets neither create anything before each has looked for everything. */
  const upAtOnce = async ({ control: { faults } }: Sandbox): Promise<void> => {
    for (const operation of creations) faults.add({ operation, times: 2, effect: { kind: "hold" } });
    let ended = false;
    const outcomes = each(up).finally(() => (ended = true));
    const bothHaveLooked = () => faults.held().length === 2 * creations.length;
    while (!bothHaveLooked() && !ended) await sleep(50);
    assert.ok(bothHaveLooked(), messages.join("\n"));
    faults.clear();
    await outcomes;
  };

  it("never share an object that both declare, and only one gets it if the provider accepts no second one", async () => {
    const { sandbox } = machines[0]!;
    const both = (machine: string): ProgramSpec => ({ resources: [...own(machine), ...shared(sandbox)] });
    await Promise.all([machines[0]!.declare(both("a")), machines[1]!.declare(both("b"))]);
    messages.fill("");
    await upAtOnce(sandbox);
    for (const [index, stack] of machines.entries()) await up(stack, index);
    for (const [index, stack] of machines.entries())
      messages[index] = `${messages[index]}${(await stack.preview("--refresh")).output}`;
    states = await each(managed);
    for (const [name, ids] of Object.entries(sharedObjects(sandbox))) {
      const story = `${name}: ${ids.join(", ")}\n${messages.join("\n")}`;
      const held = states.flat().filter((resource) => nameOf(resource) === name);
      assert.equal(new Set(held.map(({ id }) => id)).size, held.length, `two states hold one object, ${story}`);
      assert.equal(held.length, ids.length, `each object is in a state, ${story}`);
      if (doubled.includes(name)) for (const id of ids) assert.ok(messages.join("\n").includes(id), `${id} is told of, ${story}`);
      else assert.equal(ids.length, 1, story);
    }
    const orders = sandbox.control.journal.requests({ operation: "registerDomain", effect: true });
    assert.equal(orders.length, 3, "nothing is ordered twice");
  });

  it("tell the one that lost what to do", () => {
    const names = Object.keys(sharedObjects(machines[0]!.sandbox));
    states.forEach((state, index) => {
      const lost = names.filter((name) => !state.some((resource) => nameOf(resource) === name));
      const reported = messages[index]!.split("\n").filter((line) => /already exists .*adopt: true/.test(line));
      assert.ok(reported.length >= lost.length, messages[index]);
      assert.ok(!messages[index]!.includes("planted"));
    });
  });

  it("leave the other's objects alone", async () => {
    const [a, b] = machines as [Stack, Stack];
    succeeded(await a.destroy());
    const outcome = succeeded(await b.preview("--refresh"));
    const present = outcome.steps.filter(({ op }) => op === "same" || op === "refresh").map(({ name }) => name);
    for (const resource of states[1]!)
      assert.ok(present.includes(nameOf(resource)), `${nameOf(resource)} is gone\n${outcome.output}`);
    assert.deepEqual(
      changes(outcome).filter((change) => !change.startsWith("create ")),
      [],
    );
  });
});
