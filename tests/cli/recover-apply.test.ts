import assert from "node:assert/strict";
import { type Change, dependents, settled } from "../../cli/recover/state.js";
import type { Deployment, PendingOperation, StoredResource } from "../../cli/stack/deployment.js";

const now = new Date("2030-01-01T00:00:00Z");
const resource = (name: string, rest: Partial<StoredResource> = {}): StoredResource => ({
  urn: `urn:pulumi:test::project::type::${name}`,
  type: "type",
  ...rest,
});
const operation = (type: string, of: StoredResource): PendingOperation => ({ type, resource: of });

function after(resources: readonly StoredResource[], pending: PendingOperation, change: Change): Deployment {
  const deployment = { manifest: { time: "then" }, resources, pending_operations: [pending], metadata: { kept: true } };
  const before = structuredClone(deployment);
  const result = settled(deployment, [{ operation: pending, change }], now);
  assert.deepEqual(deployment, before);
  assert.deepEqual(result.metadata, { kept: true });
  return result;
}

const takeOver: Change = { action: "take-over", id: "new", outputs: { name: "shown" } };
const made = { id: "new", outputs: { name: "shown" }, created: now.toISOString(), modified: now.toISOString() };

describe("the state after hosting recover", () => {
  const other = resource("other", { id: "0" });

  it("contains what is taken over, as the pending operation declared it", () => {
    const declared = resource("it", { inputs: { name: "declared" }, parent: other.urn });
    const { resources, pending_operations: pending } = after([other], operation("creating", declared), takeOver);
    assert.deepEqual(resources, [other, { ...declared, ...made }]);
    assert.deepEqual(pending, []);
  });

  it("keeps a replaced object until it is deleted, after its replacement", () => {
    const old = resource("it", { id: "old" });
    const { resources } = after([other, old], operation("creating", resource("it")), takeOver);
    assert.deepEqual(resources, [other, { ...resource("it"), ...made }, { ...old, delete: true }]);
  });

  it("drops an object that was deleted before its replacement", () => {
    const old = resource("it", { id: "old", pendingReplacement: true });
    const { resources } = after([old, other], operation("creating", resource("it")), takeOver);
    assert.deepEqual(resources, [{ ...resource("it"), ...made }, other]);
  });

  it("has a successful update in the entry of the resource", () => {
    const old = resource("it", { id: "1", inputs: { a: 1 }, outputs: { a: 1 }, created: "once", modified: "once" });
    const declared = resource("it", { inputs: { a: 2 } });
    const { resources } = after([old, other], operation("updating", declared), { action: "update", outputs: { a: 2 } });
    assert.deepEqual(resources, [
      { ...declared, id: "1", outputs: { a: 2 }, created: "once", modified: now.toISOString() },
      other,
    ]);
  });

  it("loses only what is gone", () => {
    const [old, current] = [resource("it", { id: "1", delete: true }), resource("it", { id: "2" })];
    assert.deepEqual(after([current, old, other], operation("deleting", old), { action: "remove" }).resources, [current, other]);
    assert.deepEqual(after([current, old, other], operation("deleting", current), { action: "remove" }).resources, [old, other]);
  });

  it("stays unchanged otherwise, with the remaining operations", () => {
    const pending = operation("creating", resource("it"));
    assert.deepEqual(after([other], pending, { action: "drop" }).pending_operations, []);
    const left = after([other], pending, { action: "leave" });
    assert.deepEqual([left.resources, left.pending_operations], [[other], [pending]]);
  });

  it("is valid for Pulumi: no dangling references, and in dependency order", () => {
    const here = resource("here", { id: "1" });
    const provider = resource("provider", { id: "now" });
    const gone = resource("gone").urn;
    const created = resource("it", {
      parent: gone,
      provider: `${provider.urn}::earlier`,
      deletedWith: gone,
      dependencies: [gone, here.urn],
      propertyDependencies: { a: [gone], b: null, c: [here.urn] },
      replaceWith: [gone],
    });
    const replaced = resource("it", { id: "old" });
    const broken = resource("broken", { id: "2", dependencies: [gone], parent: replaced.urn });
    const { resources } = after([replaced, broken, here, provider], operation("creating", created), takeOver);
    assert.deepEqual(resources, [
      provider,
      here,
      {
        ...resource("it"),
        ...made,
        provider: `${provider.urn}::now`,
        dependencies: [here.urn],
        propertyDependencies: { a: [], b: [], c: [here.urn] },
        replaceWith: [],
      },
      { ...replaced, delete: true },
      { ...broken, dependencies: [] },
    ]);
  });

  it("shows who depends on a resource, in any way", () => {
    const it = resource("it", { id: "1" });
    const needing = [
      resource("child", { parent: it.urn }),
      resource("dependent", { dependencies: [it.urn] }),
      resource("property", { propertyDependencies: { a: null, b: [it.urn] } }),
      resource("with", { deletedWith: it.urn }),
      resource("replaced", { replaceWith: [it.urn] }),
      resource("provided", { provider: `${it.urn}::1` }),
    ];
    assert.deepEqual(dependents([it, other, ...needing], it), needing);
    assert.deepEqual(dependents([it, resource("it", { id: "2" }), ...needing], it), []);
  });
});
