import assert from "node:assert/strict";
import { delimiter, dirname } from "node:path";
import type { Drift } from "../../cli/drift/compare.js";
import { stackSection } from "../../cli/drift/report.js";
import { readEvents } from "../../cli/stack/events.js";
import { valueAt } from "../../cli/preview/properties.js";
import { secret } from "../../cli/stack/deployment.js";
import { ended, entry, type FakeStack, fakePulumi, remarked, said, step } from "../support/drifted-stack.js";
import { temporaryFolder } from "../support/folder.js";
import type { Ended } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";

const masked = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "[secret]" };
const args = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
const hook = entry("Webhook", "hook", "7", { ...args, headers: { "X-Key": secret("planted-header") } });
const shop = entry("Domain", "shop", "p100001/shop.de", { accountIdentifier: "p100001", sld: "shop", tld: "de" });
const token = entry("ApplicationToken", "deploy", "5f1e", { description: "deploy" });
const web = entry("VirtualAccount", "web", "100001/p1", { description: "Web" });

interface Told {
  readonly outcome: string;
  readonly stacks: readonly {
    readonly stack: string;
    readonly failure?: string;
    readonly drift: readonly {
      readonly name: string;
      readonly kind: string;
      readonly difference: string;
      readonly ordered: boolean;
      readonly properties: readonly Readonly<Record<string, unknown>>[];
      readonly message?: string;
    }[];
    readonly notRead: readonly { readonly name: string; readonly message: string }[];
    readonly notCompared: readonly { readonly name: string }[];
    readonly problems: readonly string[];
    readonly attention: readonly string[];
  }[];
}

describe("hosting drift", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();

  async function drift(stacks: Readonly<Record<string, FakeStack>>, ...flags: string[]): Promise<Ended> {
    const bin = await fakePulumi(folder.path, stacks);
    const path = [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
    return runInProcess(["drift", ...flags], { cwd: folder.path, env: { PATH: path, PULUMI_BACKEND_URL: "file:///srv/state" } });
  }

  async function told(code: number, stack: FakeStack): Promise<Told["stacks"][number]> {
    const { code: actual, stdout, stderr } = await drift({ production: stack }, "--json");
    assert.equal(actual, code, stderr + stdout);
    return (JSON.parse(stdout) as Told).stacks[0]!;
  }

  /** How each resource differs. */
  const differences = ({ drift: found }: Told["stacks"][number]): string[] =>
    found.map(({ name, difference, ordered }) => `${name}: ${difference}${ordered ? ", ordered" : ""}`).sort();

  it("ends with 0 if nothing differs", async () => {
    const preview = [step("refresh", hook, args, args), step("same", hook, args, args), ended("succeeded")];
    const { code, stdout } = await drift({ production: { resources: [hook], previews: [preview] } });
    assert.deepEqual([code, stdout], [0, "Stack production: no drift.\n"]);
  });

  it("ends with 2, and names property, values and where each was changed", async () => {
    const [now, wanted] = [
      { ...args, method: "PUT", url: "https://elsewhere.example/", headers: { "X-Key": masked } },
      { ...args, method: "GET", headers: { "X-Key": masked } },
    ];
    const recorded = { ...args, headers: { "X-Key": masked } };
    const preview = [
      step("refresh", hook, recorded, now, ["method", "url", 'headers["X-Key"]']),
      step("update", hook, now, wanted, ["method", "url", 'headers["X-Key"]', "__resource"]),
      ended("succeeded"),
    ];
    const { drift: found } = await told(2, { resources: [hook], previews: [preview] });
    assert.deepEqual(found[0]!.properties, [
      { path: "method", program: "GET", provider: "PUT", changed: "both" },
      { path: "url", program: args.url, provider: "https://elsewhere.example/", changed: "provider" },
      { path: 'headers["X-Key"]', program: "[secret]", provider: "[secret]", changed: "provider" },
    ]);
  });

  it("masks what the program has marked as secret, in any property", async () => {
    const now = { ...args, url: masked };
    const preview = [step("update", hook, now, { ...args, method: "PUT", url: masked }, ["method", "url"]), ended("succeeded")];
    const { drift: found } = await told(2, { resources: [hook], previews: [preview] });
    assert.deepEqual(found[0]!.properties[1], { path: "url", program: "[secret]", provider: "[secret]", changed: "program" });
  });

  it("reports the resources in the order of their names, one that an alias renamed under its new one", async () => {
    const renamed = entry("Webhook", "renamed", "7", args);
    const update = step("update", renamed, { ...args, method: "PUT" }, args, ["method"]);
    update.resOutputsEvent.metadata.old!.urn = hook.urn;
    const preview = [step("create", shop, undefined, {}), update, step("create", token, undefined, {})];
    const { drift: found, notCompared } = await told(2, { resources: [hook, shop, token], previews: [preview] });
    assert.deepEqual(
      found.map(({ name, kind }) => `${kind} ${name}`),
      ["applicationToken deploy", "domain shop", "webhook renamed"],
    );
    assert.deepEqual(notCompared, []);
  });

  it("says of an edit that it was made in the program", async () => {
    const wanted = { ...args, url: "https://agency.example/new" };
    const preview = [step("refresh", hook, args, args), step("update", hook, args, wanted, ["url"]), ended("succeeded")];
    const { drift: found } = await told(2, { resources: [hook], previews: [preview] });
    assert.deepEqual(found[0]!.properties, [{ path: "url", program: wanted.url, provider: args.url, changed: "program" }]);
  });

  it("calls nothing drift that only the state records", async () => {
    const preview = [step("update", hook, args, args, ["__resource"]), ended("succeeded")];
    assert.deepEqual(differences(await told(0, { resources: [hook], previews: [preview] })), []);
  });

  it("tells what is gone, not created, not declared and replaced, and what would be ordered", async () => {
    const added = entry("Domain", "added", "", {});
    const preview = [
      step("create", shop, undefined, {}),
      step("create", added, undefined, {}),
      step("delete", hook, args, undefined),
      step("create-replacement", token, { description: "other" }, { description: "deploy" }, ["description"]),
      step("replace", token, { description: "other" }, { description: "deploy" }, ["description"]),
      step("delete-replaced", token, { description: "other" }, undefined),
      ended("succeeded"),
    ];
    const report = await told(2, { resources: [shop, hook, token], previews: [preview] });
    assert.deepEqual(differences(report), [
      "added: not created, ordered",
      "deploy: replaced",
      "hook: not declared",
      "shop: gone, ordered",
    ]);
    assert.deepEqual(report.drift.find(({ name }) => name === "deploy")!.properties, [
      { path: "description", program: "deploy", provider: "other", changed: "provider" },
    ]);
  });

  it("calls a resource that left the program not declared although it is protected", async () => {
    const refusal = said("error", `Preview failed: resource "x" cannot be deleted\nbecause it is protected.`, shop.urn);
    const report = await told(2, { resources: [shop], previews: [[refusal, ended("failed")]] });
    assert.deepEqual(differences(report), ["shop: not declared"]);
  });

  it("compares the rest if objects cannot be read, and ends with 2 because that differs", async () => {
    const unread = remarked({
      code: "unread",
      kind: "domain",
      id: "p100001/shop.de",
      text: "could not be read. listDomains failed.",
    });
    const rest = [step("same", shop, {}, {}), step("update", hook, { ...args, method: "PUT" }, args, ["method"])];
    const report = await told(2, { resources: [hook, shop], previews: [[unread, ...rest, ended("succeeded")]] });
    assert.deepEqual(differences(report), ["hook: changed"]);
    assert.deepEqual(
      report.notRead.map(({ name, message }) => `${name}: ${message}`),
      ["shop: could not be read. listDomains failed."],
    );
  });

  it("shows what the API cannot change, with the reason, and compares the rest", async () => {
    const reason = "description: the API cannot change it";
    const preview = [
      step("refresh", web, { description: "Web" }, { description: "Other" }),
      remarked({ code: "refused", kind: "virtualAccount", resource: "web", text: reason }),
      step("same", web, { description: "Other" }, { description: "Web" }),
      step("update", hook, { ...args, method: "PUT" }, args, ["method"]),
      ended("succeeded"),
    ];
    const report = await told(2, { resources: [hook, web], previews: [preview] });
    assert.deepEqual(differences(report), ["hook: changed", "web: refused"]);
    const { message, properties } = report.drift.find(({ name }) => name === "web")!;
    assert.equal(message, reason);
    assert.deepEqual(properties, [{ path: "description", recorded: "Web", provider: "Other", changed: "provider" }]);
  });

  it("shows what the program declares of a replacement that is refused", async () => {
    const sub = entry("Subdomain", "sub", "p1/shop.de/sub", { name: "sub", target: "/a" });
    const preview = [
      step("refresh", sub, { target: "/a" }, { target: "/b" }, ["target"]),
      remarked({ code: "refused", kind: "subdomain", resource: "sub", text: "the API cannot delete it" }),
      step("update", sub, { target: "/b" }, { target: "/a" }, ["target"]),
      ended("succeeded"),
    ];
    const report = await told(2, { resources: [sub], previews: [preview] });
    assert.deepEqual(differences(report), ["sub: refused"]);
    assert.deepEqual(report.drift[0]!.properties, [{ path: "target", program: "/a", provider: "/b", changed: "provider" }]);
  });

  it("compares with the state what Pulumi did not reach", async () => {
    const preview = [
      step("refresh", hook, args, { ...args, method: "PUT" }, ["method"]),
      said("error", "Running program failed with an unhandled exception"),
      said("error", "preview failed\n"),
      ended("failed"),
    ];
    const read = { ...shop, external: true };
    const report = await told(2, { resources: [hook, read], previews: [preview] });
    assert.deepEqual(differences(report), ["hook: changed"]);
    assert.deepEqual(
      report.notCompared.map(({ name }) => name),
      ["hook"],
    );
    assert.deepEqual(report.problems, ["Running program failed with an unhandled exception"]);
  });

  it("calls gone what Pulumi did not reach and the provider does not have, and only the provider's values changed", async () => {
    const unchanged = { description: "deploy" };
    const preview = [
      step("refresh", shop, { sld: "shop", tld: "de" }, undefined, ["sld", "tld"]),
      step("refresh", token, { ...unchanged, triggers: [1], adopt: false }, { ...unchanged, adopt: true }, ["triggers", "adopt"]),
      said("error", "Running program failed with an unhandled exception"),
      ended("failed"),
    ];
    const report = await told(2, { resources: [shop, token], previews: [preview] });
    assert.deepEqual(differences(report), ["shop: gone, ordered"]);
    assert.deepEqual(report.drift[0]!.properties, []);
  });

  it("calls a new resource refused that a run would not create, and compares the rest", async () => {
    const [second, third] = [entry("Webhook", "second", "", args), entry("Webhook", "third", "", args)];
    const preview = [
      remarked({ code: "refused", kind: "webhook", resource: "second", text: "url: not valid" }),
      step("update", hook, { ...args, method: "PUT" }, args, ["method"]),
      step("create", second, undefined, args),
      step("create", third, undefined, args),
      ended("succeeded"),
    ];
    const report = await told(2, { resources: [hook], previews: [preview] });
    assert.deepEqual(differences(report), ["hook: changed", "second: refused", "third: not created"]);
    assert.deepEqual(report.notCompared, []);
  });

  it("calls no failure drift that this package did not hand over, such as a missing login", async () => {
    const missing = [hook, shop].map(({ urn }) => said("error", "Preview failed: password is missing", urn));
    const report = await told(1, { resources: [hook, shop], previews: [[...missing, ended("failed")]] });
    assert.deepEqual(differences(report), []);
    assert.deepEqual([report.problems, report.notCompared.length], [["password is missing"], 2]);
  });

  it("counts what was not compared, with a few names, and ends with 2 although some differ", async () => {
    const many = Array.from({ length: 100 }, (_, index) => entry("Subdomain", `sub-${index}`, `p1/shop.de/${index}`, {}));
    const stopped = [step("refresh", many[0]!, { target: "/a" }, { target: "/b" }, ["target"]), ended("failed")];
    const { code, stdout } = await drift({ production: { resources: many, previews: [stopped] } });
    assert.equal(code, 2);
    assert.match(stdout, /^ {2}100 resources: Subdomain sub-0, Subdomain sub-1, Subdomain sub-2 and 97 more$/m);
    assert.ok(stdout.split("\n").length < 20, stdout);
  });

  it("calls gone what is gone, although no new one could be created, and what could not be read in it afterwards", async () => {
    const inside = entry("Domain", "inside", "p1/inside.de", { accountIdentifier: "p1", sld: "inside", tld: "de" });
    const unread = remarked({ code: "unread", kind: "domain", id: "p1/inside.de", text: "could not be read." });
    const gone = [web, inside].map((each) => step("refresh", each, {}, undefined));
    const refused = { kind: "virtualAccount", resource: "web", text: "a new one needs password" } as const;
    const previews = [
      [
        ...gone,
        unread,
        remarked({ code: "refused", ...refused }),
        ...[web, inside].map((each) => step("create", each, undefined, {})),
        ended("succeeded"),
      ],
    ];
    const report = await told(2, { resources: [web, inside], previews });
    assert.deepEqual(differences(report), ["inside: gone, ordered", "web: gone, ordered"]);
    assert.deepEqual([report.notRead, report.notCompared], [[], []]);
    assert.deepEqual(
      report.drift.map(({ message }) => message),
      [undefined, "a new one needs password"],
    );
  });

  it("does not call a preview without an end clean", async () => {
    const report = await told(1, { resources: [hook], previews: [[step("refresh", hook, args, args)]] });
    assert.deepEqual(report.problems, ["Pulumi ended before it had compared everything"]);
    assert.deepEqual(
      report.notCompared.map(({ name }) => name),
      ["hook"],
    );
  });

  it("names a registration with a problem once, and calls it no drift", async () => {
    const concern = `domain shop.de (p100001/shop.de): its registration status is "failed".`;
    const remark = remarked({ code: "concern", text: concern });
    const preview = [remark, remark, said("info", "Retrying"), ended("succeeded")];
    const report = await told(0, { resources: [shop], previews: [preview] });
    assert.deepEqual(report.attention, [concern]);
  });

  it("calls it drift that a contract was concluded by hand, and says what follows", async () => {
    const contract = entry("GdprContract", "contract", "5f", { html: "<p>1</p>" });
    const same = [step("refresh", contract, {}, {}), step("same", contract, {}, {})];
    const text = "GDPR contract (5f): it was concluded since the last run, so it can no longer be deleted or replaced.";
    const remark = remarked({ code: "concern", kind: "gdprContract", id: "5f", isDrift: true, text });
    const report = await told(2, { resources: [contract, hook], previews: [[remark, ...same, ended("succeeded")]] });
    assert.deepEqual(differences(report), ["contract: refused"]);
    assert.deepEqual([report.drift[0]!.message, report.attention], [text, []]);
  });

  it("says that the old object stays if a replacement cannot delete it", async () => {
    const preset = entry("GdprContractPreset", "preset", "5f", { name: "Preset" });
    const steps = [step("replace", preset, { config: { a: 2 } }, { config: { a: 1 } }, ["config.a"]), ended("succeeded")];
    const { stdout } = await drift({ production: { resources: [preset], previews: [steps] } });
    assert.match(stdout, /^GdprContractPreset preset +replaced; the old one stays +config\.a +1 +2 /m);
  });

  it("compares every stack that is named, and reports one that fails", async () => {
    const clean = { resources: [hook], previews: [[step("same", hook, args, args), ended("succeeded")]] };
    const { code, stdout } = await drift({ production: clean }, "--stack", "missing", "--stack", "production");
    assert.equal(code, 1);
    assert.match(stdout, /^Stack missing could not be compared\. .*no stack named 'missing' found/);
    assert.match(stdout, /^Stack production: no drift\.$/m);
  });

  it("shows no secret and no control character, whatever values and messages contain", async () => {
    const evil = "https://a.example/planted-header\u001b[31m\u202e|`<b>@all";
    const preview = [
      step("refresh", hook, args, { ...args, url: evil }, ["url"]),
      step("update", hook, { ...args, url: evil }, { ...args, headers: { "X-Other": "planted-undeclared" } }, [
        "url",
        'headers["X-Other"]',
      ]),
      remarked({ code: "unread", kind: "domain", resource: "shop", text: "planted-header \u001b[31m could not be read." }),
      ended("failed"),
    ];
    const previews = [preview, preview];
    for (const flags of [[], ["--json"], ["--markdown"]]) {
      const { stdout, stderr } = await drift({ production: { resources: [hook, shop], previews } }, ...flags);
      assert.doesNotMatch(stdout + stderr, /planted/);

      assert.doesNotMatch(stdout + stderr, /[\u0000-\u0009\u000b-\u001f\u202e]/);
    }
  });

  it("prints Markdown in which a value is nothing but text", async () => {
    const evil = "https://a.example/`|<b>@all";
    const preview = [step("update", hook, { ...args, url: evil }, args, ["url"]), ended("succeeded")];
    const { code, stdout } = await drift({ production: { resources: [hook], previews: [preview] } }, "--markdown");
    assert.equal(code, 2);
    assert.deepEqual(stdout.split("\n"), [
      "### Stack production: 1 resource differs from the program.",
      "",
      "| RESOURCE | DIFFERENCE | PROPERTY | PROGRAM | PROVIDER | CHANGED |",
      "| --- | --- | --- | --- | --- | --- |",
      "| `Webhook hook` | changed | `url` | `https://agency.example/hook` | `` https://a.example/`\\|<b>@all `` | at the provider |",
      "",
    ]);
  });

  for (const flags of [["--unknown"], ["--stack"], ["--ignore", "webhook *"], ["--json", "--markdown"], ["--cwd", "/nowhere"]])
    it(`ends with 1 and not with 2 if the command line is wrong: ${flags.join(" ")}`, async () => {
      const { code, stdout, stderr } = await drift({}, ...flags);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /hosting: |"exitCode":1/);
    });

  it("refuses events of an unknown format", () => {
    assert.throws(() => readEvents('{"resOutputsEvent":{"metadata":{"op":7}}}'), /a format that this version does not know/);
  });

  it("finds values by Pulumi's paths", () => {
    const value = { a: { b: [1, { "c.d": 2 }] }, 'e"f': 3 };
    assert.deepEqual(
      ["a.b[0]", 'a.b[1]["c.d"]', '["e\\"f"]', "a.x.y"].map((path) => valueAt(value, path)),
      [1, 2, 3, undefined],
    );
  });
});

describe("what drift says of resources that could not be read", () => {
  const urnOf = (name: string) => `urn:pulumi:test::project::pulumi-nodejs:dynamic/hosting:Subdomain::${name}`;

  it("has a reason that several have only once, with their names", () => {
    const reason = "could not be read. listSubdomains (GET /subdomains) failed with status 403.";
    const notRead = ["blog", "shop"].map((name) => ({ urn: urnOf(name), reason }));
    const nothing = { drift: [], notCompared: [], attention: [], problems: [] };
    const { lists } = stackSection({ stack: "test", ...nothing, notRead }, (text) => text);
    assert.deepEqual(lists, [{ title: "Could not be read", items: [`Subdomain blog, Subdomain shop: ${reason}`] }]);
  });

  it("has the first reasons of many that are refused, and how many more there are", () => {
    const refused = (name: string) =>
      ({ urn: urnOf(name), difference: "refused", properties: [], message: `${name} stays` }) as unknown as Drift;
    const drift = Array.from({ length: 100 }, (_, index) => refused(`s${index}`));
    const report = { stack: "test", drift, notRead: [], notCompared: [], attention: [], problems: [] };
    const { table, lists } = stackSection(report, (text) => text);
    assert.equal(table!.length, 101);
    assert.equal(lists![0]!.items.length, 11);
    assert.match(lists![0]!.items.at(-1)!, /^and 90 more/);
  });
});
