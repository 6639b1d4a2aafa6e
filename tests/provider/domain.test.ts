import assert from "node:assert/strict";
import { domain } from "../../provider/resources/domain.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { rehearseKernel } from "../support/kernel.js";
import { samples } from "../support/rehearsal.js";

describe("a domain whose account is not known yet", () => {
  const rehearsal = rehearseKernel({ registrationDelay: 0 });

  it("is not refused, and the warning says what will happen", async () => {
    const { id, state } = await rehearsal.kernel(domain).create(samples.domain);
    rehearsal.recorded("domain", id);
    rehearsal.endRun();
    const news = { ...samples.domain, accountIdentifier: unknownValue };
    await rehearsal.kernel(domain).checkPlan(id, state, news, ["accountIdentifier"]);
    assert.match(rehearsal.warnings.join(), /its account is not known yet\. If it is another one, this run will fail/);
  });
});
