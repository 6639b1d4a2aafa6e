import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { filesBelow, shownEvents } from "../../proofs/matrix/evidence.js";
import { changes, commandTimeout, failed, type Outcome, type ResourceSpec, succeeded, useStack } from "../support/engine.js";
import { account, of, token, webhook } from "../support/resources.js";

const planted = {
  url: "https://agency.example/hooks/planted-url",
  description: "planted-description",
  virtualName: "planted-name",
  key: "planted-key",
  login: `https://ci:${encodeURIComponent("planted-p@ss")}@agency.example/login`,
};

const secret = (value: unknown) => ({ $secret: value });

/** The first bytes of a compressed file. Pulumi compresses its log files until it can encrypt them. */
const gzip = Buffer.from([0x1f, 0x8b]);

describe("secrets on the real engine: what a program marks, logins in addresses, passwords and tokens", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack({ readings: { virtualAccountPassword: "generated" } });

  const resources: readonly ResourceSpec[] = [
    webhook("hook", { url: secret(planted.url), parameters: { key: secret(planted.key), value: "planted-value" } }),
    token("token", { description: secret(planted.description) }),
    account("account", { virtualName: secret(planted.virtualName) }),
    webhook("login", { url: { $output: planted.login } }),
  ];
  const declare = (...all: ResourceSpec[]) => stack.declare({ resources: all, outputs: { token: of("token", "token") } });
  const folderOf = (name: string) => join(stack.folder, name);

  /** Nothing secret is in the output, the events, the state, its history or the journal. */
  async function assertHidden(outcome: Outcome): Promise<Outcome> {
    const files = await Promise.all(["state", "home"].map((name) => filesBelow(folderOf(name))));
    const written = [...files.flat(), { where: "the output", text: outcome.output + shownEvents(outcome) }];
    for (const { where, text } of written) assert.doesNotMatch(text, /planted-/, where);
    return outcome;
  }

  it("are hidden if creations fail, in the journal's notes of them, and by the next run, which finds these", async () => {
    const { faults } = stack.sandbox.control;
    for (const operation of ["createWebhook", "createApplicationToken"])
      faults.add({ operation, occurrence: "always", effect: { kind: "status", status: 500, body: planted } });
    faults.add({ operation: "createVirtualAccount", effect: { kind: "status", status: 400, body: planted } });
    await declare(...resources);
    await assertHidden(failed(await stack.up(), /webhook POST \[secret\] on/));
    const notes = await filesBelow(folderOf("home/hosting"));
    assert.match(notes.map(({ text }) => text).join(""), /POST \[secret\] on/);

    faults.clear();
    await assertHidden(succeeded(await stack.up()));
    const left = await filesBelow(folderOf("home/hosting"));
    assert.deepEqual(
      left.filter(({ where }) => !where.startsWith("claims")),
      [],
    );
    await stack.settled();
  });

  it("are encrypted in the state: addresses, and passwords, also one that the provider chose", async () => {
    const entries = await stack.entries();
    const ofName = (name: string, property: string) => [entries[name]?.inputs?.[property], entries[name]?.outputs?.[property]];
    const holders = [
      ...ofName("hook", "url"),
      ...ofName("login", "url"),
      ...ofName("account", "password"),
      entries["account"]?.outputs?.["__declared"],
    ];
    for (const holder of holders) assert.match((holder as { ciphertext?: string }).ciphertext ?? "no secret", /^v1:/);
    assert.ok(stack.sandbox.control.store.webhooks.all().some(({ url }) => url === planted.login));
  });

  it("are in Pulumi's log files only for those who can decrypt the state", async () => {
    const value = succeeded(await stack.pulumi("stack", "output", "token", "--show-secrets")).output.trim();
    assert.match(value, /\S{20}/);
    succeeded(await stack.pulumi("stack", "export", "--show-secrets"));
    const files = (await readdir(folderOf("home/logs"))).map((name) => folderOf(`home/logs/${name}`));
    for (const file of files) {
      const bytes = await readFile(file);
      const text = (bytes.subarray(0, 2).equals(gzip) ? gunzipSync(bytes) : bytes).toString("latin1");
      assert.ok(!text.includes("planted-") && !text.includes(value), file);
    }
    // A change here makes docs/limits.md wrong, which says that they are in there.
    const decrypted = await Promise.all(files.map((file) => stack.pulumi("logs", "decrypt", file)));
    assert.ok(decrypted.some(({ output }) => output.includes("planted-")));
  });

  it("are not in the debug output: of a new resource, of one that gets it from there, and of what is only read", async () => {
    succeeded(await assertHidden(await stack.destroy()));
    const { webhooks } = stack.sandbox.control.store;
    const url = "https://agency.example/theirs";
    webhooks.insert({
      id: "776",
      login: "reseller",
      eventType: "DOMAIN_REGISTRATION_STATUS",
      method: "POST",
      url,
      headers: { a: "planted-a" },
    });
    const deployment = token("token");
    await declare(deployment, webhook("new", { headers: { a: of("token", "token") } }), {
      type: "Webhook",
      name: "existing",
      get: "776",
    });
    const { output, events } = succeeded(await stack.up("--debug"));
    const value = succeeded(await stack.pulumi("stack", "output", "token", "--show-secrets")).output.trim();
    // The program compares itself with the state, which it reads whole.
    await declare(deployment);
    const removal = succeeded(await stack.preview("--debug"));
    for (const [text, what] of [
      [output + events, /RegisterResource RPC finished: .*::token[^]*ReadResource RPC finished: .*::existing/],
      [removal.output + removal.events, /Invoke RPC finished: .*readStackResourceOutputs/],
    ] as const) {
      assert.match(text, what);
      assert.ok(!text.includes(value) && !text.includes("planted-a"), text);
    }
    succeeded(await stack.destroy());
  });

  it("are hidden if a transformation sets them", async () => {
    const program = (key: string) => `const hosting = require("pulumi-hosting");
      const pulumi = require("@pulumi/pulumi");
      const settings = { customerNumber: 100001, virtualName: "shop", description: "Shop", articleNumber: 1101 };
      const set = ({ props, opts }) => ({ props: { ...props, password: pulumi.output("planted-password") }, opts });
      new hosting.VirtualAccount("account", { ...settings, password: "planted-original" }, { protect: false, transformations: [set] });
      pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
        type.endsWith(":Webhook") ? { props: { ...props, headers: { "X-Key": "planted-${key}" } }, opts } : undefined,
      );
      new hosting.Webhook("hook", { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" });`;
    const before = await readFile(folderOf("index.js"), "utf8");
    for (const [key, expected] of [
      ["first", ["create account", "create hook"]],
      ["second", ["update hook"]],
    ] as const) {
      await writeFile(folderOf("index.js"), program(key));
      const outcome = await assertHidden(succeeded(await stack.pulumi("up", "--yes", "--diff")));
      assert.deepEqual(Array.from(new Set(changes(outcome))).sort(), expected);
    }
    assert.ok(stack.sandbox.control.store.webhooks.all().some(({ headers }) => headers?.["X-Key"] === "planted-second"));
    await stack.settled();
    await writeFile(folderOf("index.js"), before);
    succeeded(await stack.destroy());
  });
});
