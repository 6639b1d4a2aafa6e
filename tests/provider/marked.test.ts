import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../../provider/definition/definition.js";
import { mockProgram } from "../support/mocked-program.js";
import * as hosting from "../../provider/index.js";
import { checkArguments } from "../../provider/lifecycle/check.js";
import type { Properties } from "../../provider/values/properties.js";
import { markedKey } from "../../provider/values/reserved-properties.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { gdprContact } from "../../provider/resources/gdprContact.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { gdprContractPreset } from "../../provider/resources/gdprContractPreset.js";
import { gdprPdf } from "../../provider/resources/gdprPdf.js";
import { gdprTom } from "../../provider/resources/gdprTom.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import { markSecrets, secretValues } from "../../provider/definition/secrets.js";
import { rehearseKernel, type SomeDefinition } from "../support/kernel.js";
import { sampleContract, samples } from "../support/rehearsal.js";

const wrap = (value: unknown) => ({ secret: value });
const mark = (definition: unknown, properties: Properties) => markSecrets(definition as Definition, properties, wrap);
const reported = (definition: unknown, properties: Properties) => secretValues(definition as Definition, properties);

describe("what a program marked as secret", () => {
  it("is a secret wherever it appears, in addition to those that always are", () => {
    const marks = { [markedKey]: [["url"], ["parameters", "key"]] };
    const properties = { url: "https://planted.example/", method: "POST", parameters: { key: "planted", value: "v" }, ...marks };
    assert.deepEqual(mark(webhook, properties), {
      url: { secret: "https://planted.example/" },
      method: "POST",
      parameters: { key: { secret: "planted" }, value: { secret: "v" } },
      ...marks,
    });
    assert.deepEqual(reported(webhook, properties), ["https://planted.example/", "planted", "v"]);
  });

  const titles: readonly [SomeDefinition, Properties, readonly string[]][] = [
    [webhook, { ...samples.webhook, url: "https://agency.example/planted" }, ["url"]],
    [applicationToken, { description: "planted\nin two lines" }, ["description"]],
    [virtualAccount, { customerNumber: 1, virtualName: "pla" }, ["virtualName"]],
    [gdprContact, { name: "planted" }, ["name"]],
    [gdprContractPreset, { name: "planted" }, ["name"]],
    [gdprPdf, { name: "planted" }, ["name"]],
    [gdprTom, { content: "planted, ".repeat(1000) }, ["content"]],
    [gdprContract, { client: "planted", recipient: "planted", tom: "1", html: "-" }, ["client", "recipient"]],
  ];
  for (const [definition, properties, names] of titles)
    it(`is masked in titles, ${definition.kind}`, () => {
      const {
        identity: { title },
      } = definition as Definition;
      assert.match(title(properties), /pla/);
      const shown = title({ ...properties, [markedKey]: names.map((name) => [name]) });
      assert.match(shown, /\[secret\]/);
      assert.doesNotMatch(shown, /pla/);
    });
});

describe("the journal's notes of what a program marked as secret", () => {
  const rehearsal = rehearseKernel();
  const isPlanted = /planted/;

  const marked = (properties: Properties, ...names: string[]) => ({ ...properties, [markedKey]: names.map((name) => [name]) });
  const preset = { name: "planted" };

  const plantedNames = () =>
    rehearsal.sandbox.control.store.gdprContractPresets.all().flatMap(({ name }) => (isPlanted.test(name) ? [name] : []));

  /** A creation that takes effect and gets no answer before its run is killed. */
  async function interrupted(definition: SomeDefinition, operation: string, inputs: Properties): Promise<void> {
    const { faults } = rehearsal.sandbox.control;
    faults.add({ operation, effect: { kind: "hold", when: "after" } });
    rehearsal
      .kernel(definition)
      .create(inputs)
      .catch(() => undefined);
    while (faults.held().length === 0) await new Promise(setImmediate);
    rehearsal.beginNextRun();
  }

  for (const [what, before, after] of [
    ["marked as before", marked(preset, "name"), marked(preset, "name")],
    ["no longer marked", marked(preset, "name"), preset],
    ["marked since", preset, marked(preset, "name")],
  ] as const)
    it(`hide it, and are found by the next run, ${what}`, async () => {
      await interrupted(gdprContractPreset, "createGdprContractPreset", before);
      const [note] = rehearsal.journal.creations();
      assert.equal(note?.title, markedKey in before ? '"[secret]"' : '"planted"');
      if (markedKey in before) assert.doesNotMatch(JSON.stringify(note), isPlanted);
      await rehearsal.kernel(gdprContractPreset).create(after);
      assert.deepEqual(plantedNames(), ["planted"]);
      const messages = rehearsal.warnings.join("\n");
      assert.match(messages, /: an interrupted run created it; this run took it over\./);
      if (markedKey in after) assert.doesNotMatch(messages, isPlanted);
    });

  it("contain no digest of it, wherever it is marked", async () => {
    const contract = sampleContract(rehearsal.sandbox);
    const { html } = contract;
    for (const [before, after] of [
      [marked(contract, "html"), contract],
      [contract, marked(contract, "html")],
    ] as const) {
      await interrupted(gdprContract, "createGdprContract", before);
      if (markedKey in before) assert.equal(rehearsal.journal.creations()[0]?.fingerprints["html"], "");
      const { id, state } = await rehearsal.kernel(gdprContract).create(after);
      assert.equal(state["html"], html);
      await rehearsal.kernel(gdprContract).delete(id, state);
      rehearsal.endRun();
    }
  });

  it("do not change the state, which keeps the marks", async () => {
    const kernel = rehearsal.kernel(gdprContractPreset);
    const inputs = marked(preset, "name");
    const { id, state } = await kernel.create(inputs);
    assert.deepEqual(state[markedKey], [["name"]]);
    assert.deepEqual((await kernel.read(id, state))?.inputs, inputs);
    assert.deepEqual(kernel.diff(id, state, preset).changes, false);
    const { [markedKey]: _, ...unmarked } = state;
    assert.deepEqual(kernel.diff(id, unmarked, inputs).changes, false);
    assert.deepEqual(checkArguments(gdprContractPreset as unknown as Definition, unmarked, inputs), []);
  });
});

describe("the class of a resource", () => {
  let registered: Readonly<Record<string, Properties>>;

  before(async () => {
    const all: Record<string, Properties> = {};
    registered = all;
    await mockProgram(({ name, id, inputs }) => {
      all[name] = inputs as Properties;
      return id || name;
    });
  });

  const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/" } as const;
  /** What the class sends in addition to the arguments. */
  async function sent(name: string, args: Partial<hosting.WebhookArgs>): Promise<unknown> {
    const { urn } = new hosting.Webhook(name, { ...hook, ...args });
    await new Promise((done) => urn.apply(done));
    return registered[name]?.[markedKey];
  }

  it("names what is marked, and nothing that is always secret", async () => {
    const { secret } = pulumi;
    for (const [index, [args, marks]] of (
      [
        [{}, undefined],
        [{ url: pulumi.output(hook.url) }, undefined],
        [{ url: Promise.resolve(hook.url) }, undefined],
        [{ url: secret(hook.url) }, [["url"]]],
        [{ url: Promise.resolve(secret(hook.url)) as unknown as Promise<string> }, [["url"]]],
        [{ url: pulumi.interpolate`https://agency.example/${secret("planted")}` }, [["url"]]],
        [{ headers: { "X-Key": secret("planted") } }, undefined],
        [{ headers: secret({ "X-Key": "planted" }) }, undefined],
        [{ parameters: { key: "k", value: secret("planted") } }, undefined],
        [{ parameters: { key: secret("planted"), value: "v" }, method: secret("POST") }, [["method"], ["parameters", "key"]]],
        [{ parameters: pulumi.output({ key: secret("planted"), value: "v" }) }, [["parameters"]]],
        [{ adopt: secret(true) }, undefined],
      ] as const satisfies readonly (readonly [Partial<hosting.WebhookArgs>, unknown])[]
    ).entries()) {
      const found = await sent(`hook-${index}`, args);
      assert.deepEqual(Array.isArray(found) ? [...(found as unknown[])].sort() : found, marks, `hook-${index}`);
    }
  });
});
