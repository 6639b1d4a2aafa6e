import assert from "node:assert/strict";
import { checkChoices, parseChoices, Judge } from "../../cli/adopt/judge.js";
import { secret } from "../../cli/stack/deployment.js";
import type { Login, Managed } from "../../cli/stack/logins.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { asJson, asText, exitCodeOf } from "../../cli/adopt/report.js";
import { urnOf } from "../support/engine.js";

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST" };
const provider = "urn:pulumi:test::engine-test::pulumi:providers:pulumi-nodejs::default::1";

/** What is found for a webhook of which a preview masks the address and the values of secrets. */
async function found(args: object, listed: readonly object[], ...choices: readonly string[]) {
  const login = { address: "https://api.example", client: { webhooks: { list: () => Promise.resolve(listed) } } };
  const managed: Partial<Managed> = { loginOf: () => Promise.resolve(login as unknown as Login), has: () => false };
  const urn = urnOf("Webhook", "hook");
  const type = "pulumi-nodejs:dynamic/hosting:Webhook";
  const entry = { urn, type, provider, inputs: { ...hook, url: secret(unknownValue), ...args } };
  const judge = new Judge(managed as Managed, () => undefined, new Set(), parseChoices(choices));
  const [judged] = await judge.judgeAll([{ op: "create", urn, entry }]);
  const { finding } = judged!;
  return finding.status === "matches" ? finding.found!.id : finding;
}

describe("what adopt finds for a webhook with a secret address", () => {
  const listed = [
    { ...hook, uid: "1", url: "https://agency.example/a?key=1", headers: { "X-Key": "a" } },
    { ...hook, uid: "2", url: "https://agency.example/b?key=2", headers: { "X-Token": "b" } },
    { ...hook, uid: "3", url: "https://agency.example/c?key=3", parameters: { key: "orderId", value: "c" } },
  ];

  it("is the one with the same names of headers and parameters", async () => {
    assert.equal(await found({ headers: { "x-token": unknownValue } }, listed), "2");
    assert.equal(await found({ parameters: { key: "orderId", value: unknownValue } }, listed), "3");
  });

  it("is not taken as equal if it shows a secret only masked", async () => {
    const masked = { ...hook, uid: "5", url: "https://agency.example/d?key=5", headers: { "X-Token": "********" } };
    const finding = await found({ headers: { "X-Token": secret("d") } }, [masked]);
    assert.ok(typeof finding === "object" && finding.status === "differs");
    assert.deepEqual(
      finding.properties!.map(({ path }) => path),
      ["headers"],
    );
  });

  it("is several if these do not tell them apart, with what a preview does not show", async () => {
    const twice = [...listed, { ...listed[1], uid: "4" }];
    const headers = { "X-Token": unknownValue };
    assert.deepEqual(await found({ headers }, twice), { status: "ambiguous", ids: ["2", "4"] });
    for (const resource of ["Webhook hook", urnOf("Webhook", "hook")])
      assert.equal(await found({ headers }, twice, `${resource}=4`), "4");
    assert.equal(await found({ headers }, twice, "Webhook other=2"), "4", "the other one is for another resource");
    assert.ok(typeof (await found({ headers }, twice, "GdprTom hook=2")) === "object", "an id of another kind");
    await assert.rejects(found({ headers }, twice, "Webhook hook=9"), /no object with this id .* can get: 2, 4\./);
    await assert.rejects(found({ headers }, [], "Webhook hook=3"), /; there is none\. Nothing was written/);
  });
});

describe("the choices of --take", () => {
  const [one, two] = [
    urnOf("Webhook", "hook"),
    urnOf("Webhook", "hook").replace("pulumi-nodejs", "agency:index:Site$pulumi-nodejs"),
  ];

  it("are refused if they are no resource and id, or name a resource twice", () => {
    for (const given of [["hook"], ["=7"], ["Webhook hook="], ["Webhook hook=7", "Webhook hook=8"]])
      assert.throws(() => parseChoices(given), /^UsageError: --take /, given.join());
    assert.deepEqual(parseChoices(["Webhook a=b=7"]), [{ resource: "Webhook a=b", id: "7" }]);
  });

  it("are refused if a run creates no such resource, unless the state has it, and if several are called so", () => {
    const [hook, mistyped] = [parseChoices(["Webhook hook=7"]), parseChoices(["Webhook hok=7"])];
    checkChoices(hook, [one], []);
    checkChoices(hook, [], [one]);
    checkChoices(parseChoices([`${one}=7`]), [one], []);
    assert.throws(
      () => checkChoices(mistyped, [one], []),
      /--take Webhook hok=7: unknown resource\. Did you mean Webhook hook\?/,
    );
    assert.throws(() => checkChoices(hook, [one, two], []), /several resources are called so\. Give the URN/);
  });
});

describe("what adopt says of a domain that its account does not have", () => {
  const type = "pulumi-nodejs:dynamic/hosting:Domain";

  /** What is said, and which names were checked. */
  async function messages(domains: Readonly<Record<string, object>>, answer: () => Promise<string>) {
    const checked: string[] = [];
    async function* each({ accountIdentifier }: { readonly accountIdentifier: string }) {
      await Promise.resolve();
      if (accountIdentifier === "p2") yield { fullname: "mine.de", sld: "mine", tld: "de" };
    }
    const check = ({ domainIdentifier }: { readonly domainIdentifier: string }) => {
      checked.push(domainIdentifier);
      return answer();
    };
    const client = { domains: { check, list: { each } } };
    const entries = [{ urn: urnOf("Domain", "old"), type, id: "p3/old.de" }];
    const login = { address: "https://api.example", client, entries };
    const managed: Partial<Managed> = { loginOf: () => Promise.resolve(login as unknown as Login), has: () => false };
    const steps = Object.entries(domains).map(([name, inputs]) => {
      const urn = urnOf("Domain", name);
      return { op: "create", urn, entry: { urn, type, provider, inputs: { accountIdentifier: "p1", tld: "de", ...inputs } } };
    });
    const judged = await new Judge(managed as Managed, () => undefined, new Set()).judgeAll(steps);
    const adoption = { stack: "test", judged, entered: undefined, backup: undefined };
    const { resources } = asJson(adoption, (text) => text) as {
      resources: readonly { name: string; ordered: boolean; refused?: string }[];
    };
    const text = asText(adoption, (each) => each);
    return { text, checked, resources: new Map(resources.map((resource) => [resource.name, resource])) };
  }

  it("is who has it if it is registered already, with one request for each", async () => {
    const { resources, text, checked } = await messages(
      {
        mine: { sld: "Mine" },
        old: { sld: "old" },
        foreign: { sld: "foreign" },
        moved: { sld: "moved", domainNameTransfer: { authcode: unknownValue } },
        kept: { sld: "kept", external: true },
        other: { accountIdentifier: "p2", sld: "other" },
      },
      () => Promise.resolve("taken"),
    );
    assert.deepEqual(checked, ["Mine.de", "old.de", "foreign.de", "moved.de", "other.de"]);
    const refused = (name: string) => resources.get(name)!.refused;
    assert.match(refused("mine")!, /^sld: Mine\.de is already registered, and account p2 has it\. Declare that account/);
    assert.match(refused("old")!, /^sld: old\.de is already registered, and account p3 has it\. Declare that account/);
    assert.match(refused("foreign")!, /^sld: foreign\.de is already registered\. .* explain name-registered`\.$/);
    assert.deepEqual([refused("moved"), refused("kept")], [undefined, undefined]);
    assert.deepEqual(
      [...resources.values()].filter(({ ordered }) => ordered).map(({ name }) => name),
      ["moved", "kept"],
    );
    assert.match(text, /foreign .*does not exist as declared, and cannot be ordered: its name is in use/);
  });

  it("is that it would be ordered if it is free, and that a transfer is then refused", async () => {
    const { resources } = await messages({ free: { sld: "free" }, moved: { sld: "moved", domainNameTransfer: {} } }, () =>
      Promise.resolve("available"),
    );
    assert.deepEqual([resources.get("free")!.ordered, resources.get("moved")!.ordered], [true, false]);
    assert.match(resources.get("moved")!.refused!, /^domainNameTransfer: moved\.de is not registered/);
  });

  it("says if that is not known", async () => {
    const { resources, text } = await messages({ free: { sld: "free" } }, () => Promise.reject(new Error("No answer.")));
    assert.equal(resources.get("free")!.ordered, true);
    assert.match(text, /Not known whether the name is registered already.*\n.*free: No answer\./);
  });
});

describe("what adopt says of a resource whose object the same state has under another name", () => {
  const old = urnOf("Webhook", "hook");
  const renamed = urnOf("Webhook", "hook2");

  async function messages(leaving: readonly string[]) {
    const inputs = { ...hook, url: "https://agency.example/hook" };
    const client = { webhooks: { list: () => Promise.resolve([{ ...inputs, uid: "1097" }]) } };
    const login = { address: "https://api.example", client, entries: [] };
    const type = "pulumi-nodejs:dynamic/hosting:Webhook";
    const managed: Partial<Managed> = {
      loginOf: () => Promise.resolve(login as unknown as Login),
      has: () => true,
      entryOf: () => ({ urn: old, type, id: "1097" }),
    };
    const entry = { urn: renamed, type, provider, inputs };
    const judge = new Judge(managed as Managed, () => undefined, new Set(leaving));
    const judged = await judge.judgeAll([{ op: "create", urn: renamed, entry }]);
    const adoption = { stack: "test", judged, entered: undefined, backup: undefined };
    return { text: asText(adoption, (text) => text), code: exitCodeOf(adoption) };
  }

  it("is that it exists, and which alias the renamed resource needs", async () => {
    const { text, code } = await messages([old]);
    assert.match(text, /hook2 +1097 +exists; resource Webhook hook of this stack has it: renamed\? give it an alias/);
    assert.ok(text.includes(`Webhook hook2: aliases: ["${old}"]`), text);
    assert.doesNotMatch(text, /does not exist/);
    assert.equal(code, 1);
  });

  it("is that the program declares both if it does", async () => {
    const { text } = await messages([]);
    assert.match(text, /resource Webhook hook of this stack has it, and the program declares both/);
    assert.doesNotMatch(text, /alias/);
  });
});

describe("what adopt says of a domain with a provider that the state does not have", () => {
  it("is which provider to create first, and that only then is known whether it would be ordered", async () => {
    const own = urnOf("Provider", "own");
    const urn = urnOf("Domain", "shop");
    const inputs = { accountIdentifier: "p1", sld: "shop", tld: "de" };
    const entry = { urn, type: "pulumi-nodejs:dynamic/hosting:Domain", provider: `${own}::${unknownValue}`, inputs };
    const judge = new Judge({} as Managed, () => undefined, new Set());
    const judged = await judge.judgeAll([{ op: "create", urn, entry }]);
    const text = asText({ stack: "test", judged, entered: undefined, backup: undefined }, (each) => each);
    assert.ok(text.includes(`run \`pulumi up --target "${own}"\` first; if it does not exist, the next \`up\` orders it`), text);
    assert.doesNotMatch(text, /The next `up` would order/);
  });
});

describe("what adopt finds for several resources", () => {
  /** The JSON of the resources, as an adoption without consent tells it. */
  async function told(client: object, resources: readonly (readonly [className: string, name: string, inputs: object])[]) {
    const login = { address: "https://api.example", client, entries: [] } as unknown as Login;
    const managed: Partial<Managed> = { loginOf: () => Promise.resolve(login), has: () => false, entryOf: () => undefined };
    const steps = resources.map(([className, name, inputs]) => {
      const [urn, type] = [urnOf(className, name), `pulumi-nodejs:dynamic/hosting:${className}`];
      const propertyDependencies = { accountIdentifier: [urnOf("VirtualAccount", "web")] };
      return { op: "create", urn, entry: { urn, type, provider, inputs: { ...inputs }, propertyDependencies } };
    });
    const judged = await new Judge(managed as Managed, () => undefined, new Set()).judgeAll(steps);
    const json = asJson({ stack: "test", judged, entered: undefined, backup: undefined }, (text) => text);
    return (json as { resources: { status: string; ordered: boolean; properties?: unknown }[] }).resources;
  }
  const account = { customerNumber: 1, virtualName: "web", articleNumber: 5, description: secret("planted-program") };
  const listing = (...found: readonly object[]) => ({ listVirtual: () => Promise.resolve(found) });

  it("gives an object to one of two that are equal", async () => {
    const args = { ...hook, url: "https://agency.example/hook" };
    const webhooks = { list: () => Promise.resolve([{ ...args, uid: "7" }]) };
    const both = await told({ webhooks }, [["Webhook", "one", args] as const, ["Webhook", "other", args] as const]);
    assert.deepEqual(
      both.map(({ status }) => status),
      ["matches", "absent"],
    );
  });

  it("orders an account that does not exist, and what is declared in it", async () => {
    const domains = { check: () => Promise.resolve("available") };
    const shop = { accountIdentifier: unknownValue, sld: "shop", tld: "de" };
    const both = await told({ accounts: listing(), domains }, [
      ["VirtualAccount", "web", account],
      ["Domain", "shop", shop],
    ]);
    assert.deepEqual(
      both.map(({ ordered }) => ordered),
      [true, true],
    );
  });

  it("masks what the provider has in place of what the program marks as secret", async () => {
    const shown = { name: "p1", virtualName: "web", article: { articleNumber: 5 }, description: "planted-provider" };
    const [differing] = await told({ accounts: listing(shown) }, [["VirtualAccount", "web", account]]);
    assert.deepEqual(differing!.properties, [{ path: "description", program: "[secret]", provider: "[secret]" }]);
  });
});
