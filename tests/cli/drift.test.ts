import assert from "node:assert/strict";
import { delimiter, dirname } from "node:path";
import { stackSection } from "../../cli/drift/report.js";
import { valueAt } from "../../cli/preview/properties.js";
import { secret, type StoredResource } from "../../cli/stack/deployment.js";
import { ended, entry, type FakeStack, fakePulumi, remarked, diagnostic, step } from "../support/drifted-stack.js";
import { temporaryFolder } from "../support/folder.js";
import type { Ended } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { replacing } from "./reviews.js";

const masked = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "[secret]" };
const args = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
const put = { ...args, method: "PUT" };
const hook = entry("Webhook", "hook", "7", { ...args, headers: { "X-Key": secret("planted-header") } });
const shop = entry("Domain", "shop", "p100001/shop.de", { accountIdentifier: "p100001", sld: "shop", tld: "de" });
const token = entry("ApplicationToken", "deploy", "5f1e", { description: "deploy" });
const web = entry("VirtualAccount", "web", "100001/p1", { description: "Web" });
const inside = entry("Domain", "inside", "p1/inside.de", { accountIdentifier: "p1", sld: "inside", tld: "de" });
const partner = entry("GdprContact", "partner", "1");
const [bill, person] = [entry("BillingSettings", "bill", "100001"), entry("ContactPerson", "person", "100001")];
const contract = entry("GdprContract", "contract", "5f", { html: "<p>1</p>" });
const renamed = step("update", entry("Webhook", "renamed", "7", args), put, args, ["method"]);
renamed.resOutputsEvent.metadata.old!.urn = hook.urn;

interface Report {
  readonly drift: readonly {
    readonly name: string;
    readonly difference: string;
    readonly ordered: boolean;
    readonly oldStays?: true;
    readonly properties: readonly { readonly path: string; readonly changed: string }[];
    readonly message?: string;
  }[];
  readonly notRead: readonly { readonly name: string; readonly message: string }[];
  readonly notCompared: readonly { readonly name: string }[];
  readonly problems: readonly string[];
  readonly attention: readonly string[];
}

/** What a report says, in lines. */
const linesOf = ({ drift, notRead, notCompared, problems, attention }: Report): string[] => [
  ...drift.map(({ name, difference, ordered, oldStays, properties, message }) =>
    [
      `${name}: ${difference}`,
      ordered ? "ordered" : "",
      oldStays ? "the old one stays" : "",
      ...properties.map(({ path, changed }) => `${path} (${changed})`),
      message ?? "",
    ]
      .filter((each) => each !== "")
      .join(", "),
  ),
  ...notRead.map(({ name, message }) => `not read: ${name}: ${message}`),
  ...notCompared.map(({ name }) => `not compared: ${name}`),
  ...problems.map((problem) => `problem: ${problem}`),
  ...attention.map((concern) => `attention: ${concern}`),
];

const previewed = (...events: readonly object[]) => [...events, ended("succeeded")];
const stopped = (...events: readonly object[]) => [...events, ended("failed")];
const updating = step("update", hook, put, args, ["method"]);
const creating = (...of: readonly StoredResource[]) => of.map((each) => step("create", each, undefined, {}));
const refused = (kind: string, resource: string) => remarked({ code: "refused", kind, resource, text: "why" });
const concern = remarked({ code: "concern", text: "it failed" });
const unread = (id: string) => remarked({ code: "unread", kind: "domain", id, text: "no." });
const [secretNow, secretWanted] = [
  { ...put, url: "https://b.example/" },
  { ...args, method: "GET" },
].map((each) => ({ ...each, headers: { "X-Key": masked } }));
const webChange = [
  step("refresh", web, { description: "Web" }, { description: "Other" }),
  refused("virtualAccount", "web"),
  step("same", web, { description: "Other" }, { description: "Web" }),
];
const changed = "hook: changed, method (provider)";
const protectedText =
  "The program no longer declares Domain shop, which is protected, so Pulumi does not delete it. If it was renamed or moved, give the " +
  `resource an alias: \`aliases: ["${shop.urn}"]\`. See \`npx hosting explain protected\`.`;
const failure = diagnostic("error", "Running program failed");

const cases: readonly (readonly [string, readonly StoredResource[], readonly object[], number, ...string[]])[] = [
  [
    "names properties, and where each was changed",
    [hook],
    previewed(
      step("refresh", hook, { ...args, headers: { "X-Key": masked } }, secretNow, ["method", "url", 'headers["X-Key"]']),
      step("update", hook, secretNow, secretWanted, ["method", "url", 'headers["X-Key"]', "__resource"]),
    ),
    2,
    'hook: changed, method (both), url (provider), headers["X-Key"] (provider)',
  ],
  ["calls nothing drift that only the state records", [hook], previewed(step("update", hook, args, args, ["__resource"])), 0],
  [
    "reports a resource that an alias renamed under its new name",
    [hook, shop, token],
    previewed(...creating(shop, token), renamed),
    2,
    "deploy: gone",
    "shop: gone, ordered",
    "renamed: changed, method (provider)",
  ],
  [
    "tells what is gone, not created, not declared and replaced, and what would be ordered",
    [shop, hook, token, inside, partner],
    previewed(
      ...creating(shop, entry("Domain", "added", "")),
      step("delete", hook, args, undefined),
      ...replacing(token, { description: "other" }, { description: "deploy" }, ["description"]),
      ...replacing(inside, { tld: "com" }, { tld: "de" }, ["tld"]),
      ...replacing(partner, {}, {}, ["name"]),
    ),
    2,
    "deploy: replaced, description (provider)",
    "added: not created, ordered",
    "inside: replaced, ordered, tld (provider)",
    "shop: gone, ordered",
    "partner: replaced, the old one stays, name (provider)",
    "hook: not declared",
  ],
  [
    "is incomplete if the program fails at once, and expects nothing of what an interrupted replacement has left",
    [
      { ...hook, delete: true },
      { ...token, pendingReplacement: true },
    ],
    stopped(failure),
    1,
    "problem: Running program failed",
  ],
  [
    "takes what is said of one of two objects with the same id for that one alone",
    [bill, person],
    previewed(
      remarked({ code: "unread", kind: "billingSettings", id: "100001", text: "no." }),
      remarked({ code: "concern", kind: "billingSettings", id: "100001", isDrift: true, text: "changed" }),
      step("update", person, { city: "Celle" }, { city: "Hannover" }, ["city"]),
    ),
    2,
    "person: changed, city (both)",
    "not read: bill: no.",
  ],
  [
    "calls a resource that left the program not declared although it is protected",
    [shop],
    stopped(diagnostic("error", `Preview failed: resource "x" cannot be deleted\nbecause it is protected.`, shop.urn)),
    2,
    `shop: not declared, ${protectedText}`,
  ],
  [
    "compares the rest if objects cannot be read",
    [hook, shop],
    previewed(unread("p100001/shop.de"), step("same", shop, {}, {}), updating),
    2,
    changed,
    "not read: shop: no.",
  ],
  [
    "ends with 1 if an object cannot be read and nothing else differs",
    [shop],
    previewed(unread("p100001/shop.de"), step("same", shop, {}, {})),
    1,
    "not read: shop: no.",
  ],
  [
    "shows what the API cannot change, with the reason, and compares the rest",
    [web, hook],
    previewed(...webChange, updating),
    2,
    "web: refused, description (provider), why",
    changed,
  ],
  [
    "compares with the state what Pulumi did not reach",
    [hook, { ...shop, external: true }],
    stopped(step("refresh", hook, args, put, ["method"]), failure, diagnostic("error", "preview failed\n")),
    2,
    changed,
    "not compared: hook",
    "problem: Running program failed",
  ],
  [
    "calls gone what Pulumi did not reach and the provider does not have",
    [shop, token],
    stopped(
      step("refresh", shop, { sld: "shop", tld: "de" }, undefined, ["sld", "tld"]),
      step("refresh", token, { triggers: [1], adopt: false }, { adopt: true }, ["triggers", "adopt"]),
    ),
    2,
    "shop: gone, ordered",
    "not compared: shop",
    "not compared: deploy",
    "problem: Pulumi ended before it had compared everything",
  ],
  [
    "calls a new resource refused that a run would not create, and compares the rest",
    [hook],
    previewed(
      refused("webhook", "second"),
      updating,
      ...creating(...["second", "third"].map((name) => entry("Webhook", name, ""))),
    ),
    2,
    changed,
    "second: refused, why",
    "third: not created",
  ],
  [
    "calls gone what is gone, although no new one could be created, and what could not be read in it afterwards",
    [web, inside],
    previewed(
      ...[web, inside].map((each) => step("refresh", each, {}, undefined)),
      unread("p1/inside.de"),
      refused("virtualAccount", "web"),
      ...creating(web, inside),
    ),
    2,
    "inside: gone, ordered",
    "web: gone, ordered, why",
  ],
  [
    "names a registration with a problem once, and calls it no drift",
    [shop],
    previewed(concern, concern, diagnostic("info", "Retrying")),
    0,
    "attention: it failed",
  ],
  [
    "calls it drift that a contract was concluded by hand",
    [contract, hook],
    previewed(
      remarked({ code: "concern", kind: "gdprContract", id: "5f", isDrift: true, text: "it was concluded" }),
      step("refresh", contract, {}, {}),
      step("same", contract, {}, {}),
    ),
    2,
    "contract: refused, it was concluded",
  ],
];

describe("hosting drift", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();

  async function drift(stacks: Readonly<Record<string, FakeStack>>, ...flags: string[]): Promise<Ended> {
    const bin = await fakePulumi(folder.path, stacks);
    const path = [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
    return runInProcess(["drift", ...flags], { cwd: folder.path, env: { PATH: path, PULUMI_BACKEND_URL: "file:///srv/state" } });
  }

  for (const [title, resources, events, expected, ...lines] of cases)
    it(title, async () => {
      const { code, stdout, stderr } = await drift({ production: { resources, previews: [events] } }, "--json");
      assert.equal(code, expected, stderr + stdout);
      assert.deepEqual(linesOf((JSON.parse(stdout) as { stacks: readonly [Report] }).stacks[0]), lines);
    });

  it("shows both values of each property, and masks what the program has marked as secret", async () => {
    const events = previewed(step("update", hook, { ...args, url: masked }, { ...put, url: masked }, ["method", "url"]));
    const { stdout } = await drift({ production: { resources: [hook, web], previews: [[...webChange, ...events]] } }, "--json");
    const [{ drift: found }] = (JSON.parse(stdout) as { stacks: readonly [Report] }).stacks;
    assert.deepEqual(
      found.flatMap(({ properties }) => properties),
      [
        { path: "description", recorded: "Web", provider: "Other", changed: "provider" },
        { path: "method", program: "PUT", provider: "POST", changed: "program" },
        { path: "url", program: "[secret]", provider: "[secret]", changed: "program" },
      ],
    );
  });

  it("compares every stack that is named, and reports one that fails", async () => {
    const clean = { resources: [hook], previews: [[step("same", hook, args, args), ended("succeeded")]] };
    const { code, stdout } = await drift({ production: clean }, "--stack", "missing", "--stack", "production");
    assert.equal(code, 1);
    assert.match(stdout, /^Stack missing could not be compared\. .*no stack named 'missing' found/);
    assert.match(stdout, /^Stack production: no drift\.$/m);
  });

  it("shows no secret and no control character, whatever values and messages contain", async () => {
    const url = "https://a.example/planted-header\u001b[31m\u202e|`<b>@all";
    const preview = [
      step("refresh", hook, args, { ...args, url }, ["url"]),
      step("update", hook, { ...args, url }, { ...args, headers: { "X-Other": "planted-undeclared" } }, [
        "url",
        'headers["X-Other"]',
      ]),
      remarked({ code: "unread", kind: "domain", resource: "shop", text: "planted-header \u001b[31m could not be read." }),
      remarked({ code: "refused", kind: "webhook", resource: "hook", text: "planted-header is refused" }),
      remarked({ code: "concern", text: "planted-header is shown" }),
      diagnostic("error", "planted-header failed"),
      ended("failed"),
    ];
    for (const flags of [[], ["--json"], ["--markdown"]]) {
      const { stdout, stderr } = await drift({ production: { resources: [hook, shop], previews: [preview] } }, ...flags);
      assert.doesNotMatch(stdout + stderr, /planted|[\u0000-\u0009\u000b-\u001f\u202e]/);
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

  for (const flags of ["--unknown", "--stack", "--ignore webhook", "--json --markdown", "--cwd /nowhere"])
    it(`ends with 1 and not with 2 if the command line is wrong: ${flags}`, async () => {
      const { code, stdout, stderr } = await drift({}, ...flags.split(" "));
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /hosting: |"exitCode":1/);
    });

  it("finds values by Pulumi's paths", () => {
    const value = { a: { b: [1, { "c.d": 2 }] }, 'e"f': 3 };
    assert.deepEqual(
      ["a.b[0]", 'a.b[1]["c.d"]', '["e\\"f"]', "a.x.y"].map((path) => valueAt(value, path)),
      [1, 2, 3, undefined],
    );
  });

  describe("in a report", () => {
    const urnOf = (name: string) => `urn:pulumi:test::project::pulumi-nodejs:dynamic/hosting:Subdomain::${name}`;
    const nothing = { stack: "test", drift: [], notRead: [], notCompared: [], attention: [], problems: [] };

    it("has the first reasons of many that are refused, and how many more there are", () => {
      const drift = Array.from({ length: 100 }, (_, index) => {
        const refused = { difference: "refused", properties: [], message: `s${index} stays` } as const;
        return { urn: urnOf(`s${index}`), id: undefined, isOrdered: false, leavesOld: false, ...refused };
      });
      const { table, lists } = stackSection({ ...nothing, drift }, (text) => text);
      assert.deepEqual([table!.length, lists![0]!.items.length], [101, 11]);
      assert.match(lists![0]!.items.at(-1)!, /^and 90 more/);
    });
  });
});
