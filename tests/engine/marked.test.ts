import assert from "node:assert/strict";
import { join } from "node:path";
import { markedKey, nameKey } from "../../provider/values/reserved-properties.js";
import { filesBelow, shownEvents } from "../../proofs/matrix/evidence.js";
import { changes, commandTimeout, failed, type Outcome, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const planted = {
  url: "https://agency.example/hooks/planted-url",
  otherUrl: "https://agency.example/hooks/planted-later",
  description: "planted-description",
  virtualName: "planted-name",
  key: "planted-key",
};

const isPlanted = /planted-(url|later|description|name|key)/;

const secret = (value: unknown) => ({ $secret: value });
const plain = (value: unknown) => ({ $output: value });

describe("what a program marks as secret, on the real engine", function () {
  this.timeout(3 * commandTimeout);
  let stack: Stack;

  /** @param mark wraps the arguments */
  const resources = (mark: (value: unknown) => unknown): ResourceSpec[] => [
    {
      type: "Webhook",
      name: "webhook",
      args: {
        eventType: "DOMAIN_REGISTRATION_STATUS",
        method: "POST",
        url: mark(planted.url),
        parameters: { key: mark(planted.key), value: "planted-value" },
      },
    },
    { type: "ApplicationToken", name: "token", args: { description: mark(planted.description) } },
    {
      type: "VirtualAccount",
      name: "account",
      args: {
        customerNumber: 100001,
        virtualName: mark(planted.virtualName),
        description: "Web site",
        articleNumber: 1101,
        password: "a-password-of-the-account",
      },
      options: { protect: false },
    },
  ];
  const declare = (mark: (value: unknown) => unknown = secret, ...more: ResourceSpec[]): Promise<void> =>
    stack.declare({ resources: [...resources(mark), ...more] });

  /** Nothing written since contains a planted value: the output, the event log, the state and the journal. */
  async function assertHidden(outcome?: Outcome): Promise<void> {
    const files = await Promise.all(["state", "home"].map((name) => filesBelow(join(stack.folder, name))));
    const written = [
      ...files.flat(),
      ...(outcome === undefined ? [] : [{ where: "the output", text: outcome.output + shownEvents(outcome) }]),
    ];
    for (const { where, text } of written) assert.doesNotMatch(text, isPlanted, where);
  }

  const settled = async (): Promise<void> => {
    const outcome = await stack.preview("--refresh", "--expect-no-changes");
    assert.deepEqual(changes(succeeded(outcome)), [], outcome.output);
  };

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("is hidden if creations fail, and in the journal's notes of them", async () => {
    await declare();
    for (const operation of ["createWebhook", "createApplicationToken", "createVirtualAccount"])
      stack.sandbox.control.faults.add({
        operation,
        occurrence: "always",
        effect: { kind: "status", status: 500, body: planted },
      });
    const outcome = failed(await stack.up(), /webhook POST \[secret\] on DOMAIN_REGISTRATION_STATUS may have been created/);
    await assertHidden(outcome);
    const journal = await filesBelow(join(stack.folder, "home", "hosting"));
    assert.match(journal.map(({ text }) => text).join(""), /POST \[secret\] on DOMAIN_REGISTRATION_STATUS/);
  });

  it("is hidden by the next run, which finds the journal's notes", async () => {
    stack.sandbox.control.faults.clear();
    const outcome = succeeded(await stack.up());
    assert.match(outcome.output, /Earlier runs of this stack tried to create these objects: .*webhook POST \[secret\] on/);
    await assertHidden(outcome);
    const left = await filesBelow(join(stack.folder, "home", "hosting"));
    assert.deepEqual(
      left.filter(({ where }) => !where.startsWith("claims")),
      [],
    );
  });

  it("is hidden if an object already exists, and if it is adopted", async () => {
    const second = (adopt: boolean): ResourceSpec => ({
      type: "Webhook",
      name: "second",
      args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "PUT", url: secret(planted.otherUrl), adopt },
    });
    const { webhooks } = stack.sandbox.control.store;
    webhooks.insert({ ...webhooks.all()[0]!, id: "other", method: "PUT", url: planted.otherUrl, parameters: {} });
    await declare(secret, second(false));
    await assertHidden(failed(await stack.preview(), /webhook PUT \[secret\] on DOMAIN_REGISTRATION_STATUS already exists/));
    await declare(secret, second(true));
    const outcome = succeeded(await stack.up());
    assert.match(outcome.output, /adopt: webhook PUT \[secret\] on .* is adopted/);
    await assertHidden(outcome);
    await settled();
  });

  it("is hidden in a change and in a failed deletion", async () => {
    await stack.declare({ resources: resources(secret).slice(1) });
    const { control } = stack.sandbox;
    const effect = { kind: "status", status: 409, body: { msg: `still used: ${JSON.stringify(planted)}` } } as const;
    control.faults.add({ operation: "deleteWebhook", occurrence: "always", effect });
    await assertHidden(failed(await stack.up(), /webhook POST \[secret\] on DOMAIN_REGISTRATION_STATUS .* was not deleted/));
    control.faults.clear();
    await assertHidden(succeeded(await stack.destroy()));
  });

  it("makes no difference if it is marked later or no longer", async () => {
    await declare(plain);
    succeeded(await stack.up());
    const { resources: entries } = await stack.export();
    const names = entries.flatMap(({ inputs = {}, outputs = {} }) => Object.keys({ ...inputs, ...outputs }));
    assert.ok(names.includes(nameKey) && !names.includes(markedKey), "nothing is told where nothing is marked");
    for (const mark of [secret, plain]) {
      await declare(mark);
      assert.deepEqual(changes(succeeded(await stack.up("--refresh", "--expect-no-changes"))), []);
    }
  });
});
