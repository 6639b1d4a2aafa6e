import assert from "node:assert/strict";
import { inspect } from "node:util";
import * as errors from "../../sdk/values/errors.js";

describe("errors", () => {
  it("keep their names if a minifier renames their classes", () => {
    for (const [name, Class] of Object.entries(errors)) {
      const renamed = { $a: class extends (Class as abstract new (message: string) => Error) {} }.$a;
      const error = new renamed("it failed");
      assert.equal(error.name, name);
      assert.ok(inspect(error).includes(name));
    }
  });
});
