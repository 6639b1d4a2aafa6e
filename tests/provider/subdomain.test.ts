import assert from "node:assert/strict";
import { subdomain } from "../../provider/resources/subdomain.js";
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
