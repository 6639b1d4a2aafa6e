import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as hosting from "../../provider/index.js";
import { definitions } from "../support/definitions.js";

type Class = new (name: string, args: unknown, options: unknown) => pulumi.CustomResource;

const costly = Object.values(definitions).filter((definition) => definition.costly === true);

/** The option as Pulumi receives it: only a transformation sees it. */
function told(className: string, protect: unknown): unknown {
  let options: pulumi.ResourceOptions = {};
  const transformations: pulumi.ResourceTransformation[] = [
    ({ opts }) => {
      options = opts;
      return undefined;
    },
  ];
  const type = (hosting as unknown as Readonly<Record<string, Class>>)[className]!;
  new type(className, {}, { protect, transformations });
  return options.protect;
}

describe("the protection of what costs money", () => {
  before(() =>
    pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: name, state: inputs as Record<string, unknown> }),
      call: ({ inputs }) => inputs as Record<string, unknown>,
    }),
  );

  it("is removed only by `false`", () => {
    assert.ok(costly.length >= 2);
    for (const { className } of costly) {
      assert.equal(told(className, false), false);
      for (const value of [undefined, null, true, 0, -0, NaN, 0n, "", "false", [], {}, new Boolean(false), pulumi.output(false)])
        assert.equal(told(className, value), true, `${className} with a ${typeof value}`);
    }
  });
});
