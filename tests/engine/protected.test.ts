import assert from "node:assert/strict";
import { definitions } from "../support/definitions.js";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const isCostly = ({ type }: ResourceSpec): boolean =>
  Object.values(definitions).some(({ className, costly }) => className === type && costly === true);

/** One resource of each billed kind. */
const declared = (name: string, options: NonNullable<ResourceSpec["options"]>): ResourceSpec[] => [
  {
    type: "VirtualAccount",
    name,
    args: { customerNumber: 100001, articleNumber: 1101, virtualName: name, description: name, password: "Sandbox-password-1" },
    options,
  },
  { type: "Domain", name, args: { accountIdentifier: "p100001", sld: `costly-${name}`, tld: "de" }, options },
];

describe("what costs money, on the real engine", function () {
  this.timeout(10 * commandTimeout);

  it("is protected unless the program says `protect: false`, even if it says `undefined` or the parent is not protected", async () => {
    const stack = await Stack.create();
    try {
      const plain = declared("plain", {});
      assert.deepEqual(plain.filter(isCostly).length, Object.values(definitions).filter(({ costly }) => costly === true).length);
      const resources: ResourceSpec[] = [
        { type: "Component", name: "open", options: { protect: false } },
        { type: "Component", name: "unsaid", options: { protect: null } },
        ...plain,
        ...declared("undefined", { protect: null, additionalSecretOutputs: null }),
        ...declared("in-open", { parent: "open" }),
        ...declared("in-open-undefined", { parent: "open", protect: null }),
        ...declared("in-unsaid", { parent: "unsaid", protect: null }),
        ...declared("unprotected", { protect: false }),
      ];
      await stack.declare({ resources });
      succeeded(await stack.up());
      const stored = (await stack.export()).resources;
      const isProtected = ({ type, name }: ResourceSpec) =>
        stored.find(({ urn }) => urn.endsWith(`:${type}::${name}`))?.protect ?? false;
      const costly = resources.filter(isCostly);
      assert.deepEqual(
        costly.map((each) => [each.type, each.name, isProtected(each)]),
        costly.map((each) => [each.type, each.name, each.name !== "unprotected"]),
      );

      await stack.declare({ resources: resources.filter(({ name }) => name !== "undefined") });
      failed(await stack.preview(), /protected/);
    } finally {
      await stack.dispose();
    }
  });
});
