import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { changes, commandTimeout, failed, Stack, succeeded } from "../support/engine.js";

const root = resolve(__dirname, "..", "..", "..");
const example = join(root, "examples", "logins");

describe("the example of several logins on the real engine", function () {
  this.timeout(12 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
    const project = await readFile(join(example, "Pulumi.yaml"), "utf8");
    const main = relative(stack.folder, join(root, "dist", "examples", "logins", "index.js"));
    const changed = project.replace(/^name: .*$/m, "name: engine-test").replace(/^main: .*$/m, `main: ${main}`);
    await writeFile(join(stack.folder, "Pulumi.yaml"), changed);
    const values = ["--plaintext", `baseUrl=${stack.sandbox.url}`, "--plaintext", "branchUsername=agency"];
    succeeded(await stack.pulumi("config", "set-all", ...values, "--secret", "branchPassword=agency-password"));
  });
  after(() => stack.dispose());

  const tokens = () => stack.sandbox.control.store.applicationTokens.all().map(({ id }) => id);
  const changesOfWebhooks = () =>
    stack.sandbox.control.journal
      .requests({ effect: true })
      .filter(({ operation = "" }) => /Webhook/.test(operation))
      .map(({ operation, status }) => `${operation} ${status}`);
  const rotate = async (period: string) => {
    succeeded(await stack.pulumi("config", "set", "tokenPeriod", period));
    return stack.up();
  };

  it("creates a token and logs in with it, in one run", async () => {
    assert.equal(changes(succeeded(await stack.preview())).length, 4);
    succeeded(await stack.up());
    const owners = stack.sandbox.control.store.webhooks.all().map(({ login, url }) => `${url.split("/").at(-1)} ${login}`);
    assert.deepEqual(owners.sort(), ["branch agency", "own reseller", "shop reseller"]);
    const { output } = succeeded(await stack.pulumi("stack", "output", "customerOfBranch"));
    assert.equal(output.trim(), "200000");
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("rotates the token without a change of what it manages", async () => {
    const before = tokens();
    stack.sandbox.control.journal.clear();
    succeeded(await rotate("2030-2"));
    assert.equal(tokens().length, 1);
    assert.notDeepEqual(tokens(), before);
    assert.deepEqual(changesOfWebhooks(), []);
    // It records the new login, so that a preview asks nothing.
    succeeded(await stack.refresh());
    stack.sandbox.control.journal.clear();
    succeeded(await stack.preview("--expect-no-changes"));
    assert.deepEqual(
      stack.sandbox.control.journal.requests().filter(({ operation }) => /Webhook/.test(operation ?? "")),
      [],
    );
  });

  it("gets a new token for one that was revoked", async () => {
    for (const id of tokens()) stack.sandbox.control.store.applicationTokens.delete(id);
    failed(await stack.preview("--refresh"), /Provider "deployment": set/);
    succeeded(await rotate("2030-3"));
    assert.equal(tokens().length, 1);
    assert.deepEqual(changesOfWebhooks(), []);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("deletes the token after what it manages", async () => {
    const token = (await stack.export()).text;
    succeeded(await stack.destroy());
    assert.deepEqual([tokens(), stack.sandbox.control.store.webhooks.all()], [[], []]);
    assert.deepEqual(changesOfWebhooks().sort(), ["deleteWebhook 204", "deleteWebhook 204", "deleteWebhook 204"]);
    assert.doesNotMatch(token, /agency-password|sandbox-password/);
  });
});
