import assert from "node:assert/strict";
import { isAmong, takeBack } from "../../cli/enter/backup.js";
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
    assert.deepEqual(takeBack(entered, isAmong(entered)), { resources: [], stays: [] });
  });

  it("stay with all that they need if a later run has recorded something that refers to them", () => {
    const entered = [stack, provider, account, hook, site];
    const { resources, stays } = takeBack([...entered, domain], isAmong(entered));
    assert.deepEqual(
      stays.map(({ urn }) => urn),
      ["stack", "provider", "account", "site"],
    );
    assert.deepEqual(resources, [...stays, domain]);
  });

  it("do not include what a later run has created in place of one of them", () => {
    const renewed = { ...hook, id: "h2" };
    assert.deepEqual(takeBack([renewed], isAmong([hook])).resources, [renewed]);
  });
});
