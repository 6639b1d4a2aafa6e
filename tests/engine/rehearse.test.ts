import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { ownerKey } from "../../provider/values/reserved-properties.js";
import { commandTimeout, type ResourceSpec, type StoredResource, succeeded, useStack } from "../support/engine.js";
import { temporaryFolder, writeCommand } from "../support/folder.js";
import { component, domain, of, provider, token, webhook } from "../support/resources.js";

interface Told {
  readonly outcome: string;
  readonly resources: readonly {
    readonly name: string;
    readonly effect: string;
    readonly ordered: boolean;
    readonly oldStays?: true;
    readonly cost?: string;
    readonly properties: readonly string[];
    readonly message?: string;
  }[];
  readonly problems: readonly string[];
  readonly leftOut: readonly unknown[];
}

/** Digests of all files below a folder by name, except the logs of Pulumi itself. */
async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const kept = files.filter((file) => !file.startsWith(join(folder, "home", "logs")));
  const digest = async (file: string) =>
    createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
  return Object.fromEntries(await Promise.all(kept.map(async (file) => [file, await digest(file)] as const)));
}

const headers = { "X-Secret": { $secret: "planted-header-value" } };
const inAgency = { accountIdentifier: "p110001" };

/** The sandbox of the stack stands for the provider: the rehearsal has one of its own. */
describe("hosting rehearse, with the real CLI", function () {
  this.timeout(8 * commandTimeout);
  const temporary = temporaryFolder();
  const stack = useStack({ seed: "agency" });

  /** The address of the provider stands in the program itself, as in many programs. */
  const program = (edited = false): ResourceSpec[] => {
    const address = { street: "Weg", zipCode: "30159", city: "Hannover", mail: "office@rehearsed.example" };
    return [
      provider("branch", stack.sandbox.url),
      component("site"),
      webhook("hook", { headers, ...(edited && { method: "PUT" }) }, { provider: "branch" }),
      domain("shop", inAgency, { parent: "site" }),
      token("token", edited ? { triggers: ["2"] } : {}),
      { type: "GdprContact", name: "contact", args: { name: "Rehearsed", houseNumber: edited ? "2" : "1", ...address } },
    ];
  };
  const leaving = [
    domain("leaving", inAgency),
    // A copy in a file has other secrets in its address.
    webhook("dropped", { headers, url: { $secret: "https://user:planted-login@shop.example/a?token=planted-key" } }),
  ];
  const edited = (): ResourceSpec[] => [
    ...program(true),
    component("second"),
    domain("ordered", inAgency, { parent: "second" }),
    { type: "Subdomain", name: "blog", args: { ...inAgency, domainIdentifier: of("ordered", "domainIdentifier"), name: "blog" } },
  ];

  before(async () => {
    await writeCommand(
      temporary.path,
      "pulumi",
      `PATH=\${PATH#*:} pulumi "$@"; code=$?; grep -rlE 'planted|sandbox-password' "$TMPDIR"/hosting-rehearse-* >> "$TMPDIR/found"; exit $code`,
    );
    succeeded(await stack.pulumi("config", "set", "--secret", "engine-test:key", "planted-configuration"));
    succeeded(await stack.pulumi("config", "set", "engine-test:plain", "yes: {no}"));
    await stack.applied(...program(), ...leaving);
    // As `hosting import` writes it: only its address tells the object from another one.
    const exported = JSON.parse((await stack.export()).text) as { deployment: { resources: StoredResource[] } };
    const { outputs } = exported.deployment.resources.find(({ urn }) => urn.endsWith("::dropped"))!;
    assert.ok(Reflect.deleteProperty(outputs!, ownerKey));
    await stack.importState(JSON.stringify(exported));
  });

  /** Rehearses, and asserts that nothing but the rehearsal itself has changed. */
  async function told(code: number, ...flags: string[]): Promise<Told> {
    const before = [await filesIn(stack.folder), stack.writes().length];
    const PATH = [temporary.path, process.env["PATH"]].join(delimiter);
    const ended = await stack.hosting(["rehearse", "--json", ...flags], { TMPDIR: temporary.path, PATH });
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    assert.deepEqual(
      [await filesIn(stack.folder), stack.writes().length],
      before,
      "state, journal and provider stay as they are",
    );
    assert.deepEqual(
      (await readdir(temporary.path)).filter((name) => name.startsWith("hosting-rehearse-")),
      [],
    );
    assert.equal(await readFile(join(temporary.path, "found"), "utf8"), "", "no command left a secret in clear text");
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted|sandbox-password/);
    return JSON.parse(ended.stdout) as Told;
  }
  const effects = ({ resources }: Told): string[] =>
    resources
      .map(({ name, effect, ordered, oldStays }) => [`${name}: ${effect}`, ordered && "ordered", oldStays && "the old one stays"])
      .map((parts) => parts.filter(Boolean).join(", "))
      .sort();
  const expected = [
    "blog: created",
    "contact: replaced, the old one stays",
    "dropped: deleted",
    "hook: changed",
    "leaving: deleted",
    "ordered: ordered, ordered",
    "token: replaced",
  ];
  const requests = () => stack.sandbox.control.journal.requests().length;

  it("shows what a run would do, order and delete, with the login of each provider", async () => {
    await stack.declare({ resources: edited() });
    const report = await told(0);
    assert.deepEqual([report.outcome, report.problems, report.leftOut, effects(report)], ["succeeds", [], [], expected]);
    const of = (name: string) => report.resources.find((each) => each.name === name)!;
    assert.deepEqual([of("hook").properties, /^12 months in advance/.test(of("ordered").cost!)], [["method"], true]);
  });

  it("does the same with a copy in a file, without a request to the provider, whatever address the program knows", async () => {
    const file = join(stack.folder, "copy.json");
    const copied = await stack.hosting(["snapshot", "--stack", "test", "--out", file]);
    assert.equal(copied.code, 0, copied.stderr);
    const before = requests();
    assert.deepEqual(effects(await told(0, "--from", file)), expected);
    const strange = { provider: "strange" };
    await stack.declare({ resources: [...edited(), provider("strange", stack.sandbox.url), webhook("elsewhere", {}, strange)] });
    const { resources } = await told(1, "--from", file);
    assert.equal(requests(), before, "not even a login");
    const { effect, message } = resources.find(({ name }) => name === "elsewhere")!;
    assert.deepEqual([effect, /this is a rehearsal/.test(message!)], ["refused", true], message);
  });
});
