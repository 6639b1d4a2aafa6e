import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reviewedRun } from "../../cli/preview/plan.js";
import { readBefore, reviewedFiles } from "../../cli/review/before.js";
import { digestOf, digestText, differingParts, parseDigest } from "../../cli/review/digest.js";
import { UsageError } from "../../cli/shared/exit.js";
import type { Session } from "../../cli/stack/stack.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { remarked, step } from "../support/drifted-stack.js";
import { temporaryFolder } from "../support/folder.js";
import { domain, domainArgs, hook, hookArgs, noFiles, story, withOptions, withProvider } from "./reviews.js";

const shop = domain("shop");
const shopArgs = domainArgs("shop");
const update = () => step("update", hook("a"), hookArgs, { ...hookArgs, method: "PUT" }, ["method"]);

describe("the digest of a review", () => {
  const folder = temporaryFolder();
  const create = step("create", shop, undefined, shopArgs);
  const digest = (...events: readonly object[]) => digestText(digestOf(story(...events), noFiles));
  const idle = () => step("same", hook("b"), hookArgs, hookArgs);

  it("is the same in whatever order Pulumi reports the changes, for each default provider, and for each id of a provider", () => {
    assert.equal(digest(update(), create), digest(idle(), create, update()));
    assert.equal(digest(withProvider(update(), "default", "default_1_2_3")), digest(update()));
    assert.equal(digest(withProvider(update(), "a::1", "a::2")), digest(withProvider(update(), "a", "a")));
  });

  it("differs for another value, operation, id, resource or protection", () => {
    const put = { ...hookArgs, method: "PUT" };
    const all = [
      digest(update()),
      digest(step("update", hook("a"), hookArgs, { ...hookArgs, method: "GET" }, ["method"])),
      digest(step("replace", hook("a"), hookArgs, put, ["method"])),
      digest(step("update", hook("a", "2"), hookArgs, put, ["method"])),
      digest(step("update", hook("c"), hookArgs, put, ["method"])),
      digest(update(), create),
      digest(),
      digest(withProvider(update(), "theirs", "theirs")),
      digest(withProvider(update(), "theirs", "ours")),
      digest(withProvider(idle(), "theirs", "ours")),
    ];
    assert.equal(new Set(all).size, all.length);
  });

  const at = (more: object = {}, ...events: readonly object[]) => digestOf(story(update(), ...events), { ...noFiles, ...more });
  const file = (name: string) => at({ files: { ...noFiles.files, [name]: "changed" } });
  const dear = (net: number) =>
    at(
      {},
      remarked({ code: "order", kind: "domain", resource: "shop", cost: { price: { net, currency: "EUR" } }, text: "" }),
      create,
    );
  const overwrites = (before: string) =>
    at(
      {},
      remarked({
        code: "existing",
        kind: "webhook",
        resource: "a",
        overwritten: [{ name: "url", before, isShown: true }],
        text: "",
      }),
    );
  const as = (of: string) =>
    at({}, remarked({ code: "login", kind: "webhook", resource: "b", login: { address: "https://a.example", of }, text: "" }));
  const found = (url: string) => at({}, step("refresh", hook("a"), hookArgs, { ...hookArgs, url }, ["url"]));
  const leaving = (more: object, remark: object = {}) =>
    at(
      {},
      withOptions(step("delete", shop, shopArgs, undefined), more),
      remarked({ code: "removal", kind: "domain", id: shop.id!, text: "", outcome: "removes", ...remark }),
    );
  const ignoring = (...ignoreChanges: string[]) =>
    at({}, remarked({ code: "options", urn: hook("a").urn, options: { ignoreChanges }, text: "" }));
  const within = (name: string) => {
    const sources = { accountIdentifier: { kind: "virtualAccount", name } };
    return at({}, create, remarked({ code: "declares", kind: "domain", resource: "shop", declares: {}, sources, text: "" }));
  };
  const inside = [{ kind: "domain", id: "p1/by-hand.de" }];
  const settings = "the project file, the settings in the environment, or the customer of a login";
  for (const [title, one, other, parts] of [
    ["nothing", at(), at(), []],
    ["the configuration", at(), file("configuration"), ["the configuration file of the stack"]],
    ["dependencies", at(), file("dependencies"), ["the lock file of the dependencies"]],
    ["options", at(), at({ options: ["--refresh"] }), ["the options of the command"]],
    ["the project", at(), file("project"), [settings]],
    ["variables", at(), at({ variables: { HOSTING_BASE_URL: "https://other.example" } }), [settings]],
    ["the customer of a login", as("100000"), as("200000"), [settings]],
    ["changes", at(), at({}, create), ["what the run would do"]],
    ["prices", dear(0.99), dear(99.99), ["what the run would do"]],
    ["what a refresh found", found("https://b.example/"), found("https://c.example/"), ["what the run would do"]],
    ["that an object stays", leaving({}), leaving({ retainOnDelete: true }), ["what the run would do"]],
    ["the end of a deletion", leaving({}), leaving({}, { outcome: "fails" }), ["what the run would do"]],
    ["what goes with an object", leaving({}), leaving({}, { inside }), ["what the run would do"]],
    ["options of a resource", ignoring(), ignoring("url"), ["what the run would do"]],
    ["the new container", within("web"), within("other"), ["what the run would do"]],
    ["what is overwritten", overwrites("Herbst"), overwrites("Sommer"), ["what the run would do"]],
  ] as const)
    it(`names what differs: ${title}`, () => assert.deepEqual(differingParts(one, other), parts));

  it("is of another state after a run that changed something, or failed and may have sent something", async () => {
    const exported = JSON.stringify({ version: 3, deployment: { manifest: { time: "now" }, resources: [] } });
    const after = async (result: string, resourceChanges: object) => {
      const pulumi = {
        exportState: () => Promise.resolve(exported),
        markedConfiguration: () => Promise.resolve(new Map()),
        stackName: () => Promise.resolve("organization/shop/production"),
        runs: () => [
          { kind: "update", startTime: "later", result, resourceChanges },
          { kind: "update", startTime: "earlier", result: "succeeded", resourceChanges: { create: 1 } },
        ],
      };
      const session = { folder: ".", secrets: new Secrets(), environment: {}, pulumi: () => pulumi };
      return (await readBefore(session as unknown as Session, undefined)).base;
    };
    const base = await after("succeeded", { same: 1 });
    assert.deepEqual(await after("failed", {}), base);
    for (const [result, changes] of [
      ["succeeded", { update: 1 }],
      ["failed", { same: 1 }],
    ] as const)
      assert.notDeepEqual(await after(result, changes), base);
  });

  it("is of the configuration file wherever the project has it, without its salt, and of the lock file above, whoever wrote it", async () => {
    const project = "name: shop\nstackConfigDir: conf\n";
    await mkdir(join(folder.path, "program", "conf"), { recursive: true });
    await writeFile(join(folder.path, "program", "Pulumi.yaml"), project);
    const locks = ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"];
    for (const [at, lock] of locks.entries()) {
      const file = join(folder.path, "program", "conf", `Pulumi.test.${["yaml", "yml", "json"][at % 3]}`);
      await writeFile(file, "encryptionsalt: v1:x\nconfig: {}\n");
      await writeFile(join(folder.path, lock), lock);
      const expected = { configuration: "config: {}\n", project, dependencies: lock };
      assert.deepEqual(await reviewedFiles(join(folder.path, "program"), "test"), expected);
      for (const each of [file, join(folder.path, lock)]) await rm(each);
    }
  });

  it("allows a run to delete an object unless that is to stay", () => {
    const deletions = (retainOnDelete: boolean) =>
      reviewedRun(story(withOptions(step("delete", shop, shopArgs, undefined), { retainOnDelete }))).calls.length;
    assert.deepEqual([deletions(false), deletions(true)], [1, 0]);
  });

  it("is read as it is written, and nothing else is", () => {
    const made = at();
    assert.deepEqual(parseDigest("--digest", ` ${digestText(made)}\n`), made);
    for (const text of ["", "v2", "v1.a.b.c.d", digestText(made).slice(0, -1), `${digestText(made)}.00`])
      assert.throws(() => parseDigest("--digest", text), UsageError, text);
  });
});
