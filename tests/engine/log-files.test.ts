import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { commandTimeout, Stack, succeeded } from "../support/engine.js";

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" } as const;
const planted = "planted-header";

/** The first bytes of a compressed file. Pulumi compresses its log files until it can encrypt them. */
const gzip = Buffer.from([0x1f, 0x8b]);

describe("the log files of the Pulumi CLI", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  const logs = () => join(stack.folder, "home", "logs");

  /** What anybody can read in a log file. */
  async function readable(file: string): Promise<string> {
    const bytes = await readFile(join(logs(), file));
    return (bytes.subarray(0, 2).equals(gzip) ? gunzipSync(bytes) : bytes).toString("latin1");
  }

  it("hold the secrets of a run only for those who can decrypt its state", async () => {
    await stack.declare({
      resources: [
        { type: "ApplicationToken", name: "deployment", args: { description: "deployment" } },
        { type: "Webhook", name: "hook", args: { ...hook, headers: { authorization: planted } } },
      ],
      outputs: { token: { $of: ["deployment", "token"] } },
    });
    succeeded(await stack.preview());
    succeeded(await stack.up());
    const token = succeeded(await stack.pulumi("stack", "output", "token", "--show-secrets")).output.trim();
    assert.match(token, /\S{20}/);
    succeeded(await stack.pulumi("stack", "export", "--show-secrets"));
    succeeded(await stack.refresh());

    const files = await readdir(logs());
    const open = await Promise.all(files.map(async (file) => ({ file, text: await readable(file) })));
    for (const { file, text } of open) assert.ok(!text.includes(planted) && !text.includes(token), file);

    const decrypted = await Promise.all(
      files.map((file) => stack.pulumi("logs", "decrypt", join(logs(), file)).then(({ output }) => output)),
    );
    // A change here makes docs/limits.md wrong, which says that they are in there.
    assert.ok(decrypted.some((text) => text.includes(planted)));
  });
});
