import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { domain } from "../../provider/resources/domain.js";
import { creationCaseOf } from "../support/creation-cases.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf } from "../support/rehearsal.js";

const { inputs } = creationCaseOf("domain");

describe("a domain whose status needs attention", () => {
  const rehearsal = rehearseKernel();
  const status = /its registration status is "pendingDelete"/;

  const declared = (name: string, changes: Properties = {}): Properties => ({
    ...inputs(rehearsal.sandbox),
    ...changes,
    [nameKey]: name,
  });
  /** A domain that was cancelled, and one that the resource `d` has instead. */
  const cancelled = async () => {
    const { id } = await rehearsal.existing(domain, declared("d", { sld: "earlier" }));
    rehearsal.sandbox.control.store.domains.update(id.split("/")[1]!, { registryStatus: "pendingDelete" });
    const present = await rehearsal.existing(domain, declared("d"));
    rehearsal.warnings.length = 0;
    return present;
  };

  it("is named with its status by the refusal to create it", async () => {
    await cancelled();
    const [problem = ""] = await rehearsal.problemsOf(domain, declared("e", { sld: "earlier" }));
    assert.match(problem, /already exists .*; its registration/);
    assert.match(problem, status);
    assert.equal(await messageOf(rehearsal.kernel(domain).create(declared("e", { sld: "earlier" }))), problem);
  });

  it("is adopted by a new resource, which says its status once", async () => {
    await cancelled();
    const adopting = declared("e", { sld: "earlier", adopt: true });
    assert.deepEqual(await rehearsal.problemsOf(domain, adopting), []);
    await rehearsal.kernel(domain).create(adopting);
    assert.equal(rehearsal.warnings.length, 1);
    assert.match(rehearsal.said(), status);
  });

  for (const adopt of [true, false])
    it(`is not ${adopt ? "adopted" : "created again"} by a resource that is replaced, so that its present domain stays`, async () => {
      const present = await cancelled();
      const news = declared("d", { sld: "earlier", adopt });
      rehearsal.replaces(domain, present.id, news);
      const [problem = ""] = await rehearsal.problemsOf(domain, news);
      assert.match(problem, status);
      await assert.rejects(rehearsal.kernel(domain).create(news), { message: problem, code: "endangered" });
      assert.deepEqual(rehearsal.warnings, []);
    });
});
