import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, failed, type ProgramSpec, Stack, succeeded } from "../support/engine.js";

const password = "planted-p@ss";
const written = `ci:${encodeURIComponent(password)}`;

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST" };
const address = (path: string) => `https://${written}@agency.example/${path}`;

const program = (path: string): ProgramSpec => ({
  resources: [
    { type: "Webhook", name: "plain", args: { ...hook, url: address(path) } },
    { type: "Webhook", name: "output", args: { ...hook, url: { $output: address(`${path}/output`) } } },
    { type: "Webhook", name: "public", args: { ...hook, url: { $output: "https://agency.example/public" } } },
  ],
});

describe("a login in the address of a webhook, on the real engine", function () {
  this.timeout(6 * commandTimeout);

  const hasNone = (text: string) => {
    for (const secret of [password, written, encodeURIComponent(password)]) assert.ok(!text.includes(secret), text);
    return text;
  };

  /** Pulumi's own SDK writes every secret of a program into its debug events, which are shown only on request. */
  const shownOf = (events: string) =>
    events
      .split("\n")
      .filter((event) => !event.includes('"severity":"debug"'))
      .join("\n");

  /** Everything that the stack has written, except the program and its dependencies. */
  async function stored({ folder }: Stack): Promise<string> {
    const files = await readdir(join(folder, "state"), { recursive: true, withFileTypes: true });
    const texts = files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), "utf8"));
    return (await Promise.all(texts)).join("\n");
  }

  it("appears in no preview, output, event, state or history, and reaches the provider", async () => {
    const stack = await Stack.create();
    try {
      for (const path of ["first", "second"]) {
        await stack.declare(program(path));
        for (const { output, events } of [succeeded(await stack.preview()), succeeded(await stack.up())])
          hasNone(output + shownOf(events));
      }
      hasNone(succeeded(await stack.preview("--refresh", "--expect-no-changes")).output);
      assert.deepEqual(
        stack.sandbox.control.store.webhooks
          .all()
          .map(({ url }) => url)
          .sort(),
        ["https://agency.example/public", address("second"), address("second/output")],
      );

      const { text, resources } = await stack.export();
      hasNone(text);
      const stateOf = (name: string) => resources.find(({ urn }) => urn.endsWith(`::${name}`))!;
      for (const name of ["plain", "output"])
        for (const holder of [stateOf(name).inputs?.["url"], stateOf(name).outputs?.["url"]])
          assert.match((holder as { ciphertext?: string }).ciphertext ?? "no secret", /^v1:/);
      assert.equal(stateOf("public").inputs?.["url"], "https://agency.example/public");
      hasNone(await stored(stack));
      hasNone(succeeded(await stack.pulumi("stack", "history", "--json")).output);

      const refusal = {
        kind: "status",
        status: 400,
        body: { message: `no such address: ${address("third")}, ${password}` },
      } as const;
      stack.sandbox.control.faults.add({ operation: "updateWebhook", occurrence: "always", effect: refusal });
      await stack.declare(program("third"));
      hasNone(failed(await stack.up(), /no such address/).output);
      hasNone(JSON.stringify(stack.sandbox.control.journal.requests().map(({ request }) => request)));
    } finally {
      await stack.dispose();
    }
  });
});
