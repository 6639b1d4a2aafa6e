import assert from "node:assert/strict";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { ProviderInProcess, UnhurriedClock } from "../support/provider-in-process.js";
import { login, samples } from "../support/rehearsal.js";

describe("a warning of a comparison", () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox()));
  after(() => sandbox.close());

  for (const run of ["first", "next"])
    it(`is printed once in a process for each object, however often the engine compares: ${run} run`, async () => {
      const kind = "gdprContractPreset";
      const olds = { ...samples[kind], [nameKey]: "it" };
      const news = { ...olds, name: "other" };
      const provider = await ProviderInProcess.start(new UnhurriedClock());
      try {
        await provider.configure({ "hosting:baseUrl": sandbox.url, ...login });
        // As in a preview with refresh: first what was found is compared, then what is declared.
        await provider.diff(kind, "1", olds, news);
        await provider.check(kind, news, olds);
        for (const id of ["1", "1", "2"]) await provider.diff(kind, id, olds, news);
        const messages = (await provider.printed()).matchAll(/a new one is created, and the old one \((.*?)\) stays/g);
        assert.deepEqual(
          Array.from(messages, ([, id]) => id),
          ["1", "2"],
        );
      } finally {
        await provider.stop();
      }
    });
});
