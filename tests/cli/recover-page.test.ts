import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { runRecover } from "../../cli/recover/run.js";
import type { PendingOperation, StoredResource } from "../../cli/stack/deployment.js";
import {
  creating,
  deleting,
  foreign,
  hookArgs,
  hookNote,
  hour,
  own,
  provider,
  reading,
  stackEntry,
  useRecovery,
} from "./recovery.js";

const hook = (rest: Partial<StoredResource> = {}) => own("Webhook", "hook", hookArgs, rest);
const args = { __provider: "text", ...hookArgs };
const stored = hook({ id: "7", inputs: args, outputs: { ...args, uid: "7" } });
const order = { accountIdentifier: "p100001", sld: "shop", tld: "de" };
const orderNote = {
  kind: "domain",
  name: "shop",
  title: "shop.de of account p100001",
  scope: { accountIdentifier: "p100001" },
} as const;

/** Provider, journal and state before a tired person begins. */
type World = Pick<ReturnType<typeof useRecovery>, "sandbox" | "insertHook" | "noted" | "claim">;

interface Situation {
  readonly pending?: readonly PendingOperation[];
  readonly resources?: readonly StoredResource[];
  before?(world: World): void;
  /** What the person does because the reasons ask for it. */
  does?(world: World): void;
  /** What the state finally contains of ours, by name and id. */
  readonly ends?: Readonly<Record<string, string>>;
  /** Names of the operations that stay pending, because only the next `up` can resume them. */
  readonly stays?: readonly string[];
}

const lost = (world: World) => {
  world.insertHook("7");
  world.noted(hookNote);
};
const refuse = ({ sandbox }: World) =>
  sandbox.control.faults.add({ operation: "listWebhooks", occurrence: "always", effect: { kind: "status", status: 403 } });

const situations: Readonly<Record<string, Situation>> = {
  "nothing is pending": {},
  "a webhook was created": { pending: [creating(hook())], before: lost, ends: { hook: "7" } },
  "two webhooks match": {
    pending: [creating(hook())],
    before(world) {
      world.insertHook("8");
      lost(world);
    },
    does: ({ sandbox }) => void sandbox.control.store.webhooks.delete("8"),
    ends: { hook: "7" },
  },
  "the parent and a dependency have left the state": {
    pending: [creating(hook({ parent: `${stackEntry.urn}-gone`, dependencies: [`${stackEntry.urn}-too`] }))],
    before: lost,
    ends: { hook: "7" },
  },
  "another resource refers to an object that is gone": {
    pending: [creating(hook())],
    resources: [own("Webhook", "broken", hookArgs, { id: "1", dependencies: [`${stackEntry.urn}-gone`] })],
    before: lost,
    ends: { hook: "7", broken: "1" },
  },
  "a replacement was deleted first": {
    pending: [creating(hook())],
    resources: [hook({ id: "1", pendingReplacement: true })],
    before: lost,
    ends: { hook: "7" },
  },
  "a domain was ordered": {
    pending: [creating(own("Domain", "shop", order))],
    before({ sandbox, noted }) {
      const [like] = sandbox.control.store.domains.all();
      sandbox.control.store.domains.insert({ ...like!, id: "shop.de", account: "p100001" });
      noted(orderNote);
    },
    ends: { shop: "p100001/shop.de" },
  },
  "an order may still take effect": {
    pending: [creating(own("Domain", "shop", order))],
    before: ({ noted }) => noted(orderNote),
  },
  "a token was created, and its secret is lost": {
    pending: [creating(own("ApplicationToken", "token", { description: "CI" }))],
    before({ sandbox, noted }) {
      const created = { id: "9", login: "reseller", description: "CI", secretHash: "", created: Date.now() };
      sandbox.control.store.applicationTokens.insert(created);
      noted({ kind: "applicationToken", name: "token", title: '"CI"' });
    },
  },
  "the result of a deletion is unknown": {
    pending: [deleting(stored)],
    resources: [stored],
    before: refuse,
    ends: { hook: "7" },
    stays: ["hook"],
  },
  "an object of another provider was being created": {
    pending: [creating(foreign), creating(hook())],
    before: lost,
    ends: { hook: "7" },
  },
  "something was being read": { pending: [reading(foreign), reading(hook())] },
  "a kind is unknown to this version": { pending: [creating(own("Telescope", "it", {}))] },
  "only the journal knows of a creation": { before: (world) => world.noted({ ...hookNote, name: "it" }, { ago: hour }) },
  "the state has lost an object": { before: (world) => (world.insertHook("7"), world.claim({ id: "7", name: "hook" })) },
};

/** Follows the page literally, until it asks for nothing more. */
describe("the page of hosting recover", function () {
  this.timeout(20_000);
  const recovery = useRecovery();
  const { folder, file } = recovery;
  let now: number;

  const world: World = {
    ...recovery,
    noted: (note, sending) => recovery.noted(note, { at: now, ...sending }),
  };

  async function recover(command: string): Promise<{ page: string; code: number }> {
    const lines: string[] = [];
    const code = await runRecover(
      {
        cwd: folder.path,
        stack: "test",
        ...(command.includes(" --yes") && { yes: true as const }),
        ...(command.includes(" --forget-rest") && { forgetRest: true as const }),
      },
      { environment: recovery.environment(), print: (text) => void lines.push(text), now: () => now },
    );
    if (existsSync(file("sent"))) {
      // As Pulumi does, whatever the new state contains.
      await recovery.writeDeployment({ ...(await recovery.state()), pending_operations: [] });
      await rm(file("sent"));
    }
    return { page: lines.join("\n"), code };
  }

  const stepsOf = (page: string) =>
    [...page.matchAll(/^ {2}\$ (.*?) +# (.*)$/gm)].map(([, command, when]) => ({ command: command!, when: when! }));

  for (const [name, { pending = [], resources = [], before: begin, does, ends = {}, stays = [] }] of Object.entries(situations))
    it(`says what to do if ${name}`, async () => {
      now = Date.now();
      await recovery.writeDeployment({
        manifest: { time: new Date(now - hour).toISOString() },
        resources: [stackEntry, provider, ...resources],
        pending_operations: pending,
      });
      begin?.(world);

      const typed: string[] = [];
      let { page, code } = await recover("");
      const isAskedFor = () => {
        const steps = stepsOf(page).map(({ command }) => command);
        if (steps.some((command) => command.endsWith(" --yes"))) assert.equal(code, 3, page);
        if (code === 3) assert.ok(steps.join().includes(" --yes"), page);
        if (code === 0) assert.ok(!steps.join().includes(" --yes"), page);
      };
      isAskedFor();
      const isOnePage = () => assert.ok(page.split("\n").length <= 24, page);
      if (pending.length > 0)
        assert.match(
          page,
          /^A run of stack test was interrupted\. The state does not show how (1 operation|\d operations) ended\./,
        );
      let isDone = false;
      for (let steps = stepsOf(page); steps.length > 0; steps = stepsOf(page)) {
        isOnePage();
        // A command that led to the same page is not run again.
        const step = steps.find(({ command }) => !typed.includes(command));
        assert.ok(step !== undefined && typed.length < 5, `typed ${typed.join("; ")}\n${page}`);
        if (/what the reasons|once the reason/.test(step.when) && !isDone) {
          does?.(world);
          const [, amount, unit] = /^in (\d+) (second|minute)/.exec(step.when) ?? [];
          now += Number(amount ?? 0) * (unit === "minute" ? 60_000 : 1000) + 1000;
          isDone = true;
        }
        typed.push(step.command);
        if (step.command.startsWith("pulumi preview --refresh")) break;
        ({ page, code } = await recover(step.command));
        isAskedFor();
      }
      isOnePage();
      const last = typed.at(-1) ?? "";
      if (last.startsWith("hosting") || last === "") assert.equal(code, 0, page);

      const after = await recovery.state();
      const named = (after.resources ?? []).filter(({ type }) => type.includes("hosting:"));
      assert.deepEqual(Object.fromEntries(named.map(({ urn, id }) => [urn.split("::").at(-1), id])), ends, page);
      assert.deepEqual(
        after.pending_operations?.map(({ resource }) => resource.urn.split("::").at(-1)),
        stays,
        page,
      );
      assert.ok(typed.every((command) => command.includes(" --stack test") && command.includes(folder.path)));
    });
});
