import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { login, samples } from "../support/rehearsal.js";
import { ProviderInProcess, UnhurriedClock } from "../support/provider-in-process.js";

interface Repeated {
  readonly kind: Kind;
  readonly olds: Properties;
  readonly news: Properties;
  readonly said: RegExp;
}

/** Messages of the engine's comparisons alone. */
const cases: readonly Repeated[] = [
  {
    kind: "gdprContractPreset",
    olds: samples.gdprContractPreset,
    news: { ...samples.gdprContractPreset, name: "other" },
    said: /a new one is created, and the old one \((.*?)\) stays/g,
  },
];

describe("a warning of a comparison", () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  for (const { kind, olds, news, said } of cases)
    it(`is printed once in a process for each object, however often the engine compares: ${kind}`, async () => {
      const named = { [nameKey]: "it" };
      for (const run of ["first", "next"]) {
        const provider = await ProviderInProcess.start(new UnhurriedClock());
        try {
          await provider.configure({ "hosting:baseUrl": sandbox.url, ...login });
          const compare = (id: string) => provider.diff(kind, id, { ...olds, ...named }, { ...news, ...named });
          // As in a preview with refresh: first what was found is compared, then what is declared.
          await compare("1");
          await provider.check(kind, { ...news, ...named }, { ...olds, ...named });
          for (const id of ["1", "1", "2"]) await compare(id);
          assert.deepEqual(
            [...(await provider.printed()).matchAll(said)].map(([, id]) => id),
            ["1", "2"],
            run,
          );
        } finally {
          await provider.stop();
        }
      }
    });
});
