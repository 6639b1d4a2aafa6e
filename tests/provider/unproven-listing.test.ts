import assert from "node:assert/strict";
import { domain } from "../../provider/resources/domain.js";
import { rehearseKernel } from "../support/kernel.js";
import { samples } from "../support/rehearsal.js";

describe("a listing of domains that may be incomplete", () => {
  const rehearsal = rehearseKernel({ rateLimit: false });
  const id = `${samples.domain.accountIdentifier}/${samples.domain.sld}.${samples.domain.tld}`;
  const state = { ...samples.domain, fullname: `${samples.domain.sld}.${samples.domain.tld}` };

  for (const cap of [25, 50, 99])
    describe(`because the server ignores the offset and caps pages at ${cap}`, () => {
      beforeEach(() => {
        const body = Array.from({ length: cap }, (_, index) => ({
          fullname: `d${index}.de`,
          name: `d${index}`,
          tld: "de",
          registryStatus: "ok",
        }));
        rehearsal.sandbox.control.faults.add({ operation: "listDomains", occurrence: "always", effect: { kind: "body", body } });
      });

      it("orders nothing", async () => {
        await assert.rejects(rehearsal.kernel(domain).create(samples.domain), /may be incomplete/);
        assert.equal(rehearsal.requests("registerDomain"), 0);
      });

      it("proves nothing gone", async () => {
        await assert.rejects(rehearsal.kernel(domain).read(id, state), /may be incomplete/);
      });
    });
});
