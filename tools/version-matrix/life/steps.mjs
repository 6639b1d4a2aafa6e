import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, edits, keptByEdit, size } from "./agency.mjs";
import { expectInState, expectObjects, expectSame, expectSettled, readingOnly } from "./checks.mjs";
import { objectsOf, presetsOf } from "./objects.mjs";
import { expect } from "./stack.mjs";

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {(life: import("./checks.mjs").Life) => Promise<void>} run
 */

/**
 * @param {import("./checks.mjs").Life} life
 * @param {import("./agency.mjs").Agency} agency
 */
export const declare = ({ folder }, agency) => writeFile(join(folder, "declared.json"), JSON.stringify(agency));

/**
 * Somebody changes a webhook, and deletes a subdomain and a token.
 *
 * @param {import("./checks.mjs").Life} life
 */
function drift({ sandbox: { control } }) {
  const { webhooks, subdomains, applicationTokens } = control.store;
  for (const { id, url } of webhooks.all())
    if (url.endsWith("/monitoring")) webhooks.update(id, { url: "https://somebody-else.example/" });
  for (const { id, name, domain } of subdomains.all())
    if (`${name}.${domain}` === "shop.engel-floristik.de") subdomains.delete(id);
  for (const { id, description } of applicationTokens.all()) if (description === "statistics") applicationTokens.delete(id);
}

/** What the preview with a refresh shows of that. */
const drifted = ["create shop.engel-floristik.de", "create statistics", "update monitoring"];

const deletedByDrift = 2;

const secrets = ["accountPassword=a-password-of-the-agency", "webhookSecret=a-secret-of-the-agency"];

/** @type {readonly Step[]} */
export const steps = [
  {
    name: "preview",
    async run(life) {
      await life.stack.pulumi(["stack", "init", "test"]);
      await life.stack.pulumi(["config", "set-all", ...secrets.flatMap((each) => ["--secret", each])]);
      const planned = await readingOnly(life, () => life.stack.changes());
      expect(
        planned.length === size && planned.every((step) => step.startsWith("create ")),
        `the preview plans ${planned.length} steps instead of ${size} creations`,
      );
    },
  },
  {
    name: "up, nothing left to do",
    async run(life) {
      await life.stack.pulumi(["up", "--yes"]);
      await expectSettled(life, before);
    },
  },
  {
    name: "edit",
    async run(life) {
      const { stack, sandbox } = life;
      await declare(life, after);
      expectSame(await readingOnly(life, () => stack.changes()), edits, "the preview plans");
      const present = objectsOf(sandbox);
      await stack.pulumi(["up", "--yes"]);
      const kept = Array.from(objectsOf(sandbox).keys()).filter((key) => present.has(key) && !life.others.has(key));
      expect(kept.length === keptByEdit, `the edit keeps ${kept.length} objects instead of ${keptByEdit}`);
      await expectSettled(life, after);
    },
  },
  {
    name: "drift, repair",
    async run(life) {
      const { stack } = life;
      drift(life);
      const fails = /no changes were expected/;
      await readingOnly(life, () => stack.pulumi(["preview", "--refresh", "--expect-no-changes"], { fails }));
      expectSame(await readingOnly(life, () => stack.changes("--refresh")), drifted, "the preview plans");
      await readingOnly(life, () => stack.pulumi(["refresh", "--yes"]));
      await expectInState(life, size - deletedByDrift);
      await stack.pulumi(["up", "--yes"]);
      await expectSettled(life, after);
    },
  },
  {
    name: "unprotect, destroy",
    async run(life) {
      const { stack } = life;
      await readingOnly(life, () => stack.pulumi(["destroy", "--yes"], { fails: /because it is protected/ }));
      await stack.pulumi(["state", "unprotect", "--all", "--yes"]);
      const { output } = await stack.pulumi(["destroy", "--yes"]);
      expect(/GDPR contract preset .*stays at the provider/.test(output), "destroy does not say that the presets stay");
      expectObjects(life, presetsOf(after));
      await stack.pulumi(["stack", "rm", "--yes"]);
    },
  },
];
