import assert from "node:assert/strict";
import { subdomain } from "../../provider/resources/subdomain.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

describe("an answer to the creation of a subdomain that shows another one", () => {
  const rehearsal = rehearseKernel();
  const declared = { ...samples.subdomain, name: "8" };
  const answer = (occurrence: 1 | "always") =>
    rehearsal.sandbox.control.faults.add({
      operation: "createSubdomains",
      occurrence,
      effect: { kind: "status", status: 201, body: [{ name: "0.0.0.8" }] },
    });

  it("is ignored: the listing decides, and the creation is retried", async () => {
    answer(1);
    const { id } = await rehearsal.kernel(subdomain).create(declared);
    assert.equal(id, `p100001/${declared.domainIdentifier}/8`);
  });

  it("is not recorded", async () => {
    answer("always");
    const message = await messageOf(rehearsal.kernel(subdomain).create(declared));
    assert.match(message, /^subdomain 8\.sommer-gartenbau\.de may have been created/);
  });
});

describe("a subdomain in a domain that this run replaces", () => {
  const rehearsal = rehearseKernel();

  for (const isRetained of [false, true])
    it(isRetained ? "is not deleted if the domain is retained" : "goes with it", async () => {
      const { id, state } = await rehearsal.kernel(subdomain).create(samples.subdomain);
      rehearsal.recorded("subdomain", id);
      rehearsal.endRun();
      const path = id.slice(0, id.lastIndexOf("/"));
      const container = { path, title: "its domain", isReplaced: true, isRetained };
      rehearsal.ownership.run.recordEntry("domain", path, {}, { container });
      const news = { ...state, domainIdentifier: unknownValue };
      const planned = rehearsal.kernel(subdomain).checkPlan(id, state, news, ["domainIdentifier"]);
      const deletion = () => rehearsal.kernel(subdomain).delete(id, state);
      if (isRetained) {
        assert.match(await messageOf(planned), /cannot delete a single subdomain, and its domain stays/);
        assert.match(await messageOf(deletion()), /No request was sent/);
        return;
      }
      await planned;
      await deletion();
      assert.match(rehearsal.warnings.join(), /its domain, which this run replaces/);
    });
});
