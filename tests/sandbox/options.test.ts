import assert from "node:assert/strict";
import { createContext, runInContext } from "node:vm";
import { type SandboxOptions, SandboxOptionsError, startSandbox } from "../../sandbox/index.js";
import { sandboxOptionNames } from "../../sandbox/options.js";
import { readingChoices } from "../../sandbox/state/readings.js";

/** Why the options are refused. */
const refusal = async (options: unknown): Promise<string> => {
  const started = startSandbox(options as SandboxOptions);
  const error = await started.then(
    async (sandbox) => {
      await sandbox.close();
      return assert.fail(`taken: ${JSON.stringify(options)}`);
    },
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof SandboxOptionsError, String(error));
  return error.problems.join("\n");
};

const takes = async (options: SandboxOptions): Promise<void> => (await startSandbox(options)).close();

describe("the options of a sandbox", () => {
  for (const [options, messages] of [
    [{ sed: "agency" }, /^sed: unknown option\. Did you mean seed\?$/m],
    [{ readings: { gdprIdentifer: "uuid" } }, /^readings\.gdprIdentifer: unknown option\. Did you mean gdprIdentifier\?$/m],
    [{ faults: [] }, new RegExp(`^faults: unknown option; known are ${sandboxOptionNames.join(", ")}$`, "m")],
    [{ readings: { gdprIdentifier: "uuuid" } }, /^readings\.gdprIdentifier: must be one of "_id", "id"/],
    [{ rateLimit: true }, /^rateLimit: must be an object, or false$/],
    [{ rateLimit: { limit: 5 } }, /^rateLimit\.windowMs: is required$/],
    [{ rateLimit: { limit: 5, windowMs: 0 } }, /^rateLimit\.windowMs: must be at least 1$/],
    [{ tokenLifetime: 1e300 }, /^tokenLifetime: must be at most/],
    [{ registrationDelay: -5 }, /^registrationDelay: must be at least 0$/],
    [{ visibleAfter: { reads: 1, ms: 1 } }, /^visibleAfter: must have either reads or ms$/],
    [{ cache: "no" }, /^cache: must be true or false$/],
    [{ port: "abc" }, /^port: must be a number$/],
    [{ port: 70_000 }, /^port: must be at most 65535$/],
    [{ host: "" }, /^host: must not be empty$/],
    [{ allowHosts: "sandbox.test" }, /^allowHosts: must be a list$/],
    [{ allowHosts: ["a", "http://b:1"] }, /^allowHosts\[1\]: must be a host name, without scheme and port$/],
    [{ onRequest: {} }, /^onRequest: must be a function$/],
    [{ clock: Date }, /^clock: must have a function now/],
    [{ port: -1, registrationDelay: -1 }, /^registrationDelay: .*\nport: /],
    [null, /^options: must be an object$/],
  ] as const)
    it(`are refused if invalid: ${JSON.stringify(options)}`, async () => {
      assert.match(await refusal(options), messages);
    });

  it("are accepted at their limits, left out, undefined, or from another realm", async () => {
    await takes({});
    await takes(Object.fromEntries(sandboxOptionNames.map((name) => [name, undefined])));
    await takes({ misspelt: undefined } as object);
    await takes({ tokenLifetime: 0.5, registrationDelay: 0, accountDelay: 1.5, rateLimit: { limit: 1, windowMs: 1 } });
    await takes({ rateLimit: false, cache: false, visibleAfter: { reads: 1 }, clock: { now: () => 1e12 }, host: "127.0.0.1" });
    await takes(
      runInContext("({ port: 0, readings: { html: 'verbatim' }, visibleAfter: { ms: 0 } })", createContext()) as object,
    );
  });

  it("accept every choice of every reading", async () => {
    for (const [name, choices] of Object.entries(readingChoices))
      for (const choice of choices) await takes({ readings: { [name]: choice } });
  });
});
