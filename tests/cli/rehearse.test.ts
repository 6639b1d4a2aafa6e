import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rehearsalEnvironment, movedState } from "../../cli/rehearse/stack-copy.js";
import { changedElsewhere, targetsOf, rehearsalSection } from "../../cli/rehearse/report.js";
import { outcomeOf } from "../../cli/preview/changes.js";
import { asText } from "../../cli/shared/document.js";
import { engineMessage } from "../../cli/stack/engine-message.js";
import { createClient } from "../../sdk/client.js";
import { ended, entry, remarked, diagnostic, step } from "../support/drifted-stack.js";
import { temporaryFolder } from "../support/folder.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { root } from "../support/markdown.js";
import { replacing, withOptions, written } from "./reviews.js";

const shop = { accountIdentifier: "p100001", sld: "shop", tld: "de" };

describe("hosting rehearse", () => {
  const folder = temporaryFolder();

  describe("tells what a run did:", () => {
    const domain = entry("Domain", "shop", "p100001/shop.de", shop);
    const effect = async (...events: readonly object[]) => {
      const { resources } = await outcomeOf(written(...events, ended("succeeded")));
      return resources.map((each) =>
        [each.effect, each.isOrdered && "ordered", each.leavesOld && "the old one stays"].filter(Boolean).join(", "),
      );
    };

    it("an order, with what it costs", async () => {
      const announced = remarked({
        code: "order",
        kind: "domain",
        resource: "shop",
        cost: { price: { net: 0.79, currency: "EUR" } },
        text: "",
      });
      const outcome = await outcomeOf(written(announced, step("create", domain, undefined, shop), ended("succeeded")));
      assert.equal(outcome.result, "succeeds");
      const { leftOut, stack } = { leftOut: [{ what: "webhooks", why: "access denied" }], stack: "production" };
      const text = asText([rehearsalSection({ ...outcome, leftOut, stack }, (value) => value)], (_, value) => value);
      assert.equal(
        text,
        [
          "Stack production: `pulumi up` would succeed: 1 ordered.",
          "",
          "RESOURCE     EFFECT   PROPERTIES  COST",
          "Domain shop  ordered              price 0.79 EUR net (period unknown)",
          "",
          "Not in the copy, so that it may go differently:",
          "  webhooks: access denied",
        ].join("\n"),
      );
    });

    it("what protects an object, in one line, with the alias for a renamed resource and without advice that would delete its object", () => {
      const urn = "urn:pulumi:prod::ag::hosting:index:Site$pulumi-nodejs:dynamic/hosting:Domain::prod.de";
      const masked = urn.replaceAll("prod", "[secret]");
      const flag = "as it is currently marked for protection. To unprotect it, remove the `protect` flag";
      const left =
        "cannot be deleted\nbecause it is protected. Either remove the `protect` flag, or run\n  `pulumi state unprotect'";
      for (const [message, expected] of [
        [`resource "${masked}" ${left}`, /^The program no longer declares Domain prod\.de, /],
        [`unable to replace resource "${masked}" ${flag}`, /^Domain prod\.de would be deleted/],
        [`unable to replace resource "${masked}" as part of replacing "urn:x"\n${flag}`, /^Domain prod\.de would be deleted/],
      ] as const) {
        const reported = engineMessage({ message, urn });
        assert.match(reported, expected);
        assert.ok(reported.includes(`give the resource an alias: \`aliases: ["${urn}"]\`.`), reported);
        assert.doesNotMatch(reported, /flag|state unprotect|\n/);
      }
    });

    const contact = entry("GdprContact", "contact", "1", { name: "Sommer" });
    const settings = entry("BillingSettings", "bill", "100001", { customerNumber: 100001 });
    const retained = () => withOptions(step("delete-replaced", domain, shop, undefined), { retainOnDelete: true });
    for (const [title, events, ...expected] of [
      ["an adoption, which orders nothing", [step("create", domain, undefined, { ...shop, adopt: true })], "adopted"],
      ["a replacement, also one that orders", replacing(domain, shop, shop, ["tld"]), "replaced, ordered"],
      ["a replacement of what the API cannot delete", replacing(contact, {}, {}, ["name"]), "replaced, the old one stays"],
      ["a replacement of what Pulumi must not delete", [retained()], "replaced, the old one stays"],
      ["a deletion", [step("delete", domain, shop, undefined)], "deleted"],
      ["a resource whose object nothing can delete", [step("delete", contact, {}, undefined)], "left"],
      ["settings, which always exist", [step("create", settings, undefined, {})], "changed"],
      ["nothing of what stays the same", [step("same", domain, shop, shop)]],
    ] as const)
      it(title, async () => assert.deepEqual(await effect(...events), expected));

    it("where it failed", async () => {
      const failed = written(
        diagnostic("error", "Update failed: it is taken", domain.urn),
        diagnostic("error", "no plugin"),
        ended("failed"),
      );
      const { resources, problems, result } = await outcomeOf(failed);
      assert.deepEqual(
        [resources[0]!.effect, resources[0]!.message, problems, result],
        ["refused", "it is taken", ["no plugin"], "fails"],
      );
    });
  });

  it("knows what other packages manage by its provider, and lets a run change nothing of it", () => {
    const event = (op: string, type: string, more: object) => {
      const state = { urn: `urn:pulumi:production::agency::${type}::other`, ...more };
      return { resOutputsEvent: { metadata: { op, urn: state.urn, type, old: null, new: state } } };
    };
    const changed = written(
      event("create", "random:index:RandomId", { custom: true }),
      event("update", "dns:index:Record", { provider: "urn::id" }),
      event("same", "dns:index:Zone", { custom: true }),
      event("read", "pulumi:pulumi:StackReference", { custom: true }),
      event("create", "agency:index:Site", {}),
    );
    assert.deepEqual(changedElsewhere(changed), ["random:index:RandomId other", "dns:index:Record other"]);
    assert.deepEqual(targetsOf(changed, []), [
      "**pulumi-nodejs:dynamic/hosting:**",
      "urn:pulumi:production::agency::agency:index:Site::other",
    ]);
  });

  it("moves the objects of a state to the sandbox, and leaves everything else", () => {
    const managed = { ...entry("Webhook", "hook", "7"), outputs: { __owner: "mark https://api.example.com reseller", uid: "7" } };
    const other = { ...entry("Webhook", "old", "8"), outputs: { uid: "8" } };
    const moved = movedState(
      { manifest: { time: "now" }, resources: [managed, other], pending_operations: [{ type: "creating", resource: other }] },
      { address: "http://127.0.0.1:1", loginOf: () => "login-2", secretsProviders: { type: "passphrase" } },
    );
    assert.deepEqual(moved, {
      manifest: { time: "now" },
      secrets_providers: { type: "passphrase" },
      resources: [{ ...managed, outputs: { __owner: "mark http://127.0.0.1:1 login-2", uid: "7" } }, other],
    });
  });

  it("takes addresses and logins of the environment away from the program", () => {
    const login = { username: "reseller", password: "own" };
    const environment = rehearsalEnvironment(
      {
        HOSTING_BASE_URL: "https://api.example.com",
        HOSTING_ACCESS_TOKEN: "token",
        HOSTING_OTHER_PASSWORD: "real",
        HOSTING_WHEN_GONE: "recreate",
        PULUMI_CONFIG_PASSPHRASE_FILE: "/file",
        HOME: "/home",
      },
      {
        address: "http://127.0.0.1:1",
        usual: login,
        providers: new Map([["branch", login]]),
        backend: "file:///copy",
        journal: "/journal",
        passphrase: "words",
      },
    );
    assert.deepEqual(environment, {
      HOSTING_WHEN_GONE: "recreate",
      HOME: "/home",
      HOSTING_BASE_URL: "http://127.0.0.1:1",
      HOSTING_USERNAME: "reseller",
      HOSTING_PASSWORD: "own",
      HOSTING_BRANCH_BASE_URL: "http://127.0.0.1:1",
      HOSTING_BRANCH_USERNAME: "reseller",
      HOSTING_BRANCH_PASSWORD: "own",
      HOSTING_REHEARSAL: "http://127.0.0.1:1",
      HOSTING_JOURNAL: "/journal",
      PULUMI_BACKEND_URL: "file:///copy",
      PULUMI_CONFIG_PASSPHRASE: "words",
    });
  });

  it("keeps every client in the program from other addresses", () => {
    const open = (baseUrl: string) => createClient({ baseUrl, credentials: { accessToken: "token" } });
    process.env["HOSTING_REHEARSAL"] = "http://127.0.0.1:1";
    try {
      assert.throws(() => open("https://api.example.com"), /this is a rehearsal, which calls only its sandbox/);
      assert.throws(() => open("http://127.0.0.1:2"), /this is a rehearsal/);
      assert.doesNotThrow(() => open("http://127.0.0.1:1/prefix"));
      process.env["HOSTING_REHEARSAL"] = "nonsense";
      assert.throws(() => open("https://api.example.com"), /this is a rehearsal/);
    } finally {
      delete process.env["HOSTING_REHEARSAL"];
    }
  });

  it("refuses a program that loads no or another copy of the package", async () => {
    const refused = async () => (await runInProcess(["rehearse", "--cwd", folder.path])).stderr;
    assert.match(await refused(), /cannot load pulumi-hosting, so it cannot be rehearsed/);
    const other = join(folder.path, "node_modules", "pulumi-hosting");
    await mkdir(other, { recursive: true });
    await writeFile(join(other, "package.json"), JSON.stringify({ name: "pulumi-hosting", exports: { "./provider": "./p.js" } }));
    await writeFile(join(other, "p.js"), "");
    assert.match(await refused(), /loads another copy of pulumi-hosting than this command/);
  });

  for (const [flags, message] of [
    [["--json", "--markdown"], /cannot be used with option '--json'/],
    [["--from", "copy.json", "--customer", "1"], /--from and --customer cannot be used together/],
    [["--customer", "x"], /--customer must be a whole number/],
    [["--from", "missing.json"], /missing\.json cannot be read: no such file/],
  ] as const)
    it(`refuses ${flags.join(" ")}`, async () => {
      const { code, stderr } = await runInProcess(["rehearse", "--cwd", root, ...flags]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    });
});
