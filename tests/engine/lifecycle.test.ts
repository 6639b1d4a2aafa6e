import assert from "node:assert/strict";
import { changes, commandTimeout, failed, type Outcome, type ProgramSpec, succeeded, useStack } from "../support/engine.js";
import { account, domain, inAccount, subdomain, token, webhook } from "../support/resources.js";

const planted = {
  password: "planted-account-password",
  header: "planted-header-value",
  parameter: "planted-parameter-value",
  authcode: "planted-authcode",
};

const contractText = "<h1>Agreement</h1><p>Text of the agreement.</p>";

/** Other arguments, by the names of the resources. */
type Edits = Partial<Record<"webhook" | "account" | "domain" | "token" | "contract" | "preset", object>>;

describe("all seven kinds on the real engine", function () {
  this.timeout(3 * commandTimeout);
  const stack = useStack();
  /** `null` stands for `undefined`: protected as it is by default. */
  const usual = { protect: null };
  let contacts: { client: string; recipient: string; tom: string };

  const program = (edits: Edits = {}): ProgramSpec => ({
    resources: [
      webhook("webhook", {
        url: "https://agency.example/hook",
        headers: { "X-Secret": planted.header },
        parameters: { key: "k", value: planted.parameter },
        ...edits.webhook,
      }),
      account("account", { virtualName: "web", description: "Web site", password: planted.password, ...edits.account }, usual),
      domain(
        "domain",
        { ...inAccount("account"), sld: "engine-test", domainNameTransfer: { authcode: planted.authcode }, ...edits.domain },
        usual,
      ),
      subdomain("subdomain", "domain", { name: "blog", target: "/blog" }, { deletedWith: "domain" }),
      token("token", { description: "deployment", triggers: ["1"], ...edits.token }),
      { type: "GdprContract", name: "contract", args: { html: contractText, ...contacts, ...edits.contract } },
      { type: "GdprContractPreset", name: "preset", args: { name: "standard", config: { language: "en" }, ...edits.preset } },
    ],
    outputs: { token: { $of: ["token", "token"] } },
  });

  const declare = (edits?: Edits): Promise<void> => stack.declare(program(edits));

  before(() => {
    // What the program transfers, also under another name, is registered elsewhere.
    for (const id of ["engine-test.de", "other-engine-test.de"])
      stack.sandbox.control.store.foreignDomains.insert({ id, authcode: planted.authcode });
    const { gdprContacts, gdprToms } = stack.sandbox.control.store;
    const [recipient, client] = gdprContacts.all();
    contacts = { client: client!.id, recipient: recipient!.id, tom: gdprToms.all()[0]!.id };
  });

  it("preview cleanly on an empty stack, where all depend on unknown values", async () => {
    await declare();
    const outcome = succeeded(await stack.preview());
    assert.equal(outcome.steps.filter(({ op }) => op === "create").length, 7, outcome.output);
    assert.deepEqual(stack.writes(), [], "a preview writes nothing");
  });

  it("are created, and nothing is left to do", async () => {
    succeeded(await stack.up());
    await stack.settled();
  });

  it("keep every secret out of state, output and the sandbox's log", async () => {
    const { text } = await stack.export();
    const log = JSON.stringify(stack.sandbox.control.journal.requests());
    const { output } = await stack.preview("--refresh");
    const { output: shownOutputs } = await stack.pulumi("stack", "output", "--show-secrets", "--json");
    const { token } = JSON.parse(shownOutputs) as { token: string };
    assert.match(token, /^MW_/);
    for (const secret of [...Object.values(planted), token, "sandbox-password"])
      for (const [where, written] of Object.entries({ state: text, log, output }))
        assert.ok(!written.includes(secret), `${where} contains the secret that begins with ${secret.slice(0, 9)}`);
  });

  it("are protected if they cost money", async () => {
    const entries = Object.entries(await stack.entries());
    assert.deepEqual(
      entries.filter(([, { protect }]) => protect === true).map(([name]) => name),
      ["account", "domain"],
    );
    failed(await stack.pulumi("destroy", "--yes"), /cannot be deleted\s+because it is protected/);
    await stack.settled();
  });

  describe("edited", () => {
    it("are updated where the API can, property by property, with secrets hidden", async () => {
      await declare({ webhook: { method: "PUT", headers: { "X-Secret": "planted-other-value" }, parameters: undefined } });
      const outcome = succeeded(await stack.preview());
      assert.deepEqual(changes(outcome), ["update webhook"]);
      assert.deepEqual(Object.keys(outcome.steps.find(({ op }) => op === "update")!.diff).sort(), [
        'headers["X-Secret"]',
        "method",
        "parameters",
      ]);
      assert.match(outcome.output, /method *: "POST" => "PUT"/);
      assert.doesNotMatch(outcome.output, /planted/);
      succeeded(await stack.up());
      const [webhook] = stack.sandbox.control.store.webhooks.all();
      assert.deepEqual(
        [webhook?.method, webhook?.headers, webhook?.parameters],
        ["PUT", { "X-Secret": "planted-other-value" }, undefined],
      );
      await declare();
      succeeded(await stack.up());
    });

    it("fail the preview if the API cannot change an argument, with a solution", async () => {
      await declare({ account: { description: "other", articleNumber: 1102, password: "planted-new-password" } });
      const outcome = await stack.preview();
      for (const property of ["description", "articleNumber", "password"])
        failed(outcome, new RegExp(`problem: ${property}: the API cannot change it.* explain fixed\``));
      assert.doesNotMatch(outcome.output, /planted/);
    });

    const newBeforeOld = (name: string) => [`create-replacement ${name}`, `replace ${name}`, `delete-replaced ${name}`];
    const oldBeforeNew = (name: string) => [`delete-replaced ${name}`, `replace ${name}`, `create-replacement ${name}`];
    const stepsOf = (outcome: Outcome, name: string) => changes(outcome).filter((step) => step.endsWith(` ${name}`));

    it("create new tokens and presets before deleting the old, and contracts the other way round", async () => {
      await declare({
        token: { triggers: ["2"] },
        contract: { html: "<p>Another text</p>" },
        preset: { config: { language: "de" } },
      });
      for (const outcome of [succeeded(await stack.preview()), succeeded(await stack.up())]) {
        assert.deepEqual(stepsOf(outcome, "token"), newBeforeOld("token"));
        assert.deepEqual(stepsOf(outcome, "contract"), oldBeforeNew("contract"));
        assert.deepEqual(stepsOf(outcome, "preset"), newBeforeOld("preset"));
        assert.equal(changes(outcome).length, 9, outcome.output);
      }
      await declare();
      // The earlier preset still exists, because no call deletes one.
      failed(await stack.up("--continue-on-error"), /already exists .*adopt: true/);
      await declare({ preset: { adopt: true } });
      succeeded(await stack.up());
      await declare();
      await stack.settled();
    });

    it("refuse to replace what costs money", async () => {
      await declare({ domain: { sld: "other-engine-test" } });
      failed(await stack.preview(), /marked for protection/);
    });
  });

  describe("changed outside Pulumi", () => {
    it("show the drift property by property, and are repaired", async () => {
      await declare();
      const { webhooks } = stack.sandbox.control.store;
      const [webhook] = webhooks.all();
      const headers = { "X-Secret": "planted-foreign-value", "X-Undeclared": "planted-foreign-member" };
      webhooks.update(webhook!.id, { url: "https://somebody-else.example/", headers });
      const outcome = await stack.preview("--refresh", "--expect-no-changes");
      assert.notEqual(outcome.status, 0);
      assert.match(outcome.output, /url *: "https:\/\/agency\.example\/hook" => "https:\/\/somebody-else\.example\/"/);
      assert.match(outcome.output, /X-Undeclared *: \[secret\]/);
      assert.doesNotMatch(outcome.output, /planted/);
      assert.deepEqual(changes(outcome), ["update webhook"]);
      succeeded(await stack.up("--refresh"));
      await stack.settled();
      assert.equal(webhooks.all()[0]?.url, "https://agency.example/hook");
    });
  });

  describe("deleted outside Pulumi", () => {
    it("fail the refresh if the next up would order them again", async () => {
      const { domains, subdomains } = stack.sandbox.control.store;
      const domain = domains.get("engine-test.de");
      // Its contents are gone with it, and cost nothing.
      for (const { id, domain: of } of subdomains.all()) if (of === "engine-test.de") subdomains.delete(id);
      domains.delete("engine-test.de");
      failed(await stack.refresh(), /domain engine-test\.de of account p\d+ .*is gone\. It stays in the state/);
      assert.ok((await stack.entries())["domain"]);
      domains.insert(domain!);
      assert.deepEqual(changes(succeeded(await stack.up())), ["create subdomain"]);
      await stack.settled();
    });
  });

  describe("destroyed", () => {
    it("are deleted once unprotected, and what cannot be deleted is named", async () => {
      succeeded(await stack.pulumi("state", "unprotect", "--all", "--yes"));
      const outcome = succeeded(await stack.destroy());
      assert.match(
        outcome.output,
        /GDPR contract preset "standard" .*removed from the Pulumi state only.*cannot delete a preset/,
      );
      const { webhooks, applicationTokens, gdprContracts, domains, accounts } = stack.sandbox.control.store;
      assert.deepEqual(
        [webhooks.all(), applicationTokens.all(), gdprContracts.all(), domains.get("engine-test.de")],
        [[], [], [], undefined],
      );
      assert.ok(accounts.all().every(({ virtual }) => virtual === undefined));
    });
  });
});
