import assert from "node:assert/strict";
import { type Deployment, entrySchema, replay, type Resource } from "../../proofs/bench/journal/replay.js";

const resource = (urn: string, more: object = {}): Resource => ({ urn, type: "t", ...more });

const kinds = { begin: 0, success: 1, failure: 2, refreshed: 3, outputs: 4, write: 5, secrets: 6, rebuilt: 7, snippets: 9 };

/** The state after a journal; each entry is an operation of its own unless it names one. */
function after(base: Deployment, ...entries: readonly (readonly [kind: keyof typeof kinds, members?: object])[]): Deployment {
  const parsed = entries.map(([kind, members], index) =>
    entrySchema.parse({ version: 1, kind: kinds[kind], operationID: index + 1, removeOld: null, removeNew: null, ...members }),
  );
  return replay(base, parsed);
}

const empty: Deployment = { manifest: {} };
const two: Deployment = { manifest: {}, resources: [resource("a"), resource("b")] };
const urns = ({ resources }: Deployment): string[] => (resources ?? []).map(({ urn }) => urn);

describe("the journal of the benchmark's backend", () => {
  it("puts what the update reached before the rest of the state", () => {
    const made = after(two, ["success", { state: resource("new") }], ["success", { state: resource("b"), removeOld: 1 }]);
    assert.deepEqual(urns(made), ["new", "b", "a"]);
  });

  it("removes resources of the state before, and of the update", () => {
    assert.deepEqual(urns(after(two, ["success", { removeOld: 0 }])), ["b"]);
    assert.deepEqual(urns(after(empty, ["success", { state: resource("new") }], ["success", { removeNew: 1 }])), []);
  });

  it("replaces a state by its outputs and by what a refresh found, and never revives what was removed", () => {
    const later = resource("a", { later: true });
    assert.deepEqual(after(two, ["refreshed", { state: later, removeOld: 0 }]).resources, [later, resource("b")]);
    assert.deepEqual(after(empty, ["success", { state: resource("a") }], ["outputs", { state: later, removeNew: 1 }]).resources, [
      later,
    ]);
    assert.deepEqual(urns(after(two, ["success", { removeOld: 0 }], ["outputs", { state: later, removeOld: 0 }])), ["b"]);
  });

  it("marks what is still to be deleted or created", () => {
    assert.deepEqual(after(two, ["success", { deleteOld: 1 }]).resources, [resource("a"), resource("b", { delete: true })]);
    const [made] = after(empty, ["success", { state: resource("new") }], ["success", { pendingReplacementNew: 1 }]).resources!;
    assert.deepEqual(made, resource("new", { pendingReplacement: true }));
  });

  it("keeps the operation of a creation that was begun and not ended", () => {
    const operation = { resource: resource("new"), type: "creating" };
    const begun = after(two, ["begin", { operation }]);
    assert.deepEqual(begun.pending_operations, [operation]);
    assert.deepEqual(after(begun, ["success", { removeOld: 0 }]).pending_operations, [operation], "until somebody clears it");
    for (const kind of ["success", "failure"] as const)
      assert.equal(after(two, ["begin", { operation }], [kind, { operationID: 1 }]).pending_operations, undefined, kind);
  });

  it("counts positions from the state that a refresh or a rewrite left", () => {
    assert.deepEqual(urns(after(two, ["success", { removeOld: 0 }], ["rebuilt"], ["success", { removeOld: 0 }])), []);
    assert.deepEqual(urns(after(empty, ["write", { newSnapshot: two }], ["success", { removeOld: 1 }])), ["a"]);
  });

  it("names no properties without dependencies after a refresh, as the CLI", () => {
    const given = { manifest: {}, resources: [resource("a"), resource("b", { propertyDependencies: { x: [], y: ["a"] } })] };
    const refreshed = after(given, ["refreshed", { state: resource("a", { propertyDependencies: { x: [] } }), removeOld: 0 }]);
    assert.deepEqual(refreshed.resources, [resource("a"), resource("b", { propertyDependencies: { y: ["a"] } })]);
    assert.deepEqual(after(given).resources, given.resources);
  });

  it("stores what encrypts the secrets", () => {
    const secretsProvider = { type: "passphrase", state: {} };
    assert.deepEqual(after(empty, ["secrets", { secretsProvider }]).secrets_providers, secretsProvider);
  });

  it("fails for what the programs of the benchmark do not cause", () => {
    assert.throws(() => after(two, ["snippets"]), /kind/);
    assert.throws(() => after(two, ["refreshed", { removeOld: 0 }]), /cannot apply: kind 3 of operation 1/);
  });
});
