import assert from "node:assert/strict";
import { withoutEntered } from "../../cli/enter/backup.js";
import type { StoredResource } from "../../cli/stack/deployment.js";

const entry = (urn: string, rest: Partial<StoredResource> = {}): StoredResource => ({ urn, type: "test", ...rest });

describe("entries that are taken back", () => {
  const stack = entry("stack");
  const provider = entry("provider", { id: "1" });
  const account = entry("account", { id: "a", parent: "stack", provider: "provider::1" });
  const hook = entry("hook", { id: "h", parent: "stack", provider: "provider::1" });
  const domain = entry("domain", { id: "d", parent: "site", dependencies: ["account"] });
  const site = entry("site", { parent: "stack" });

  it("all leave the state if nothing else refers to them", () => {
    const entered = [stack, provider, account, hook];
    assert.deepEqual(withoutEntered(entered, entered), []);
  });

  it("stay with all that they need if a later run has recorded something that refers to them", () => {
    const entered = [stack, provider, account, hook, site];
    assert.deepEqual(withoutEntered([...entered, domain], entered), [stack, provider, account, site, domain]);
  });

  it("do not include what a later run has created in place of one of them", () => {
    const renewed = { ...hook, id: "h2" };
    assert.deepEqual(withoutEntered([renewed], [hook]), [renewed]);
  });
});
