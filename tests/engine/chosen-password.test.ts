import assert from "node:assert/strict";
import { changes, commandTimeout, failed, type ProgramSpec, Stack, succeeded } from "../support/engine.js";

const declared = "planted-declared-password";

const program = (password: string): ProgramSpec => ({
  resources: [
    {
      type: "VirtualAccount",
      name: "account",
      args: { customerNumber: 100001, virtualName: "web", description: "Web site", articleNumber: 1101, password },
      options: { protect: false },
    },
  ],
});

describe("a password that the provider chooses, on the real engine", function () {
  this.timeout(3 * commandTimeout);

  it("is neither drift nor in plain text, and the program keeps the declared one", async () => {
    const stack = await Stack.create({ readings: { virtualAccountPassword: "generated" } });
    try {
      await stack.declare(program(declared));
      const outputs = [succeeded(await stack.up()).output, succeeded(await stack.refresh()).output];
      assert.deepEqual(changes(succeeded(await stack.preview("--refresh", "--expect-no-changes"))), []);

      const { text, resources } = await stack.export();
      const account = resources.find(({ type }) => type.endsWith(":VirtualAccount"));
      const secret = /^v1:/;
      for (const holder of [account?.inputs?.["password"], account?.outputs?.["password"], account?.outputs?.["__declared"]])
        assert.match((holder as { ciphertext?: string } | undefined)?.ciphertext ?? "no secret", secret);
      for (const seen of [text, ...outputs]) assert.ok(!seen.includes(declared), seen);

      await stack.declare(program("planted-other-password"));
      failed(await stack.preview(), /password: the API cannot change it/);
      await stack.declare(program(declared));
      succeeded(await stack.destroy());
    } finally {
      await stack.dispose();
    }
  });
});
