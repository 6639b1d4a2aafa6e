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

  const declared = (name: string, changes: Properties = {}): Properties => ({
    ...inputs(rehearsal.sandbox),
    ...changes,
    [nameKey]: name,
  });
  const created = async (properties: Properties, registryStatus?: string) => {
    const { id, state } = await rehearsal.kernel(domain).create(properties);
    rehearsal.recorded("domain", id);
    if (registryStatus !== undefined) rehearsal.sandbox.control.store.domains.update(id.split("/")[1]!, { registryStatus });
    return { id, state };
  };
  /** A domain that was cancelled, and one that the resource `d` has instead. */
  const cancelled = async () => {
    await created(declared("d", { sld: "earlier" }), "pendingDelete");
    const present = await created(declared("d"));
    rehearsal.endRun();
    rehearsal.warnings.length = 0;
    return present;
  };
  const again = (changes: Properties = {}) => declared("d", { sld: "earlier", ...changes });
  const status = /its registration status is "pendingDelete"/;

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
    const [announced = "", ...others] = rehearsal.warnings;
    assert.deepEqual(others, []);
    assert.match(announced, /^adopt: domain earlier\.de .* is adopted\..* However, its registration/);
    assert.match(announced, status);
  });

  it("is named if it is adopted as external, although it is registered here", async () => {
    await created(declared("d"));
    rehearsal.endRun();
    rehearsal.warnings.length = 0;
    await rehearsal.kernel(domain).create(declared("e", { adopt: true, external: true }));
    assert.match(rehearsal.warnings[0] ?? "", /However, .* registered here: if so, remove/);
  });

  for (const [what, changes] of [
    ["adopted", { adopt: true }],
    ["created again", {}],
  ] as const)
    it(`is not ${what} by a resource that is replaced, so that its present domain stays`, async () => {
      const present = await cancelled();
      const news = again(changes);
      rehearsal.replaces(domain, present.id, news);
      const [problem = ""] = await rehearsal.problemsOf(domain, news);
      assert.match(problem, status);
      assert.match(problem, /The replacement would delete the present domain\. Undo the change\./);
      assert.equal(await messageOf(rehearsal.kernel(domain).create(news)), problem);
      assert.deepEqual(rehearsal.warnings, []);
    });

  it("says nothing else if its status is usual", async () => {
    await created(declared("d", { sld: "earlier" }));
    const present = await created(declared("d"));
    rehearsal.endRun();
    rehearsal.warnings.length = 0;
    const news = again({ adopt: true });
    rehearsal.replaces(domain, present.id, news);
    assert.deepEqual(await rehearsal.problemsOf(domain, news), []);
    assert.ok(!rehearsal.warnings.some((warning) => /status/.test(warning)));
  });
});
