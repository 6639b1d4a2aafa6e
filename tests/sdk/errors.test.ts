import assert from "node:assert/strict";
import { inspect } from "node:util";
import { codeOf, presentableCause } from "../../sdk/http/cause.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import * as errors from "../../sdk/values/errors.js";

const secrets = new Secrets(["hunter22"]);

describe("the cause of an error", () => {
  it("keeps the code and message of a system error", () => {
    const error = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), {
      code: "ECONNREFUSED",
      errno: -111,
      syscall: "connect",
      address: "127.0.0.1",
      port: 1,
    });
    const cause = presentableCause(new AggregateError([error, new Error("another")]), secrets);
    assert.deepEqual(Object.fromEntries(Object.entries(cause!)), {
      code: "ECONNREFUSED",
      errno: -111,
      syscall: "connect",
      address: "127.0.0.1",
      port: 1,
    });
    assert.equal(cause?.message, error.message);
    assert.equal(codeOf(new AggregateError([error])), "ECONNREFUSED");
  });

  it("contains no secret and no received data", () => {
    const error = Object.assign(new Error("Expected HTTP, got hunter22\u001b[31m"), {
      name: "HTTPParserError",
      code: "HPE_INVALID_CONSTANT",
      data: "what the server sent",
    });
    const cause = presentableCause(error, secrets);
    assert.deepEqual([cause?.name, cause?.message], ["HTTPParserError", "Expected HTTP, got [secret]"]);
    assert.doesNotMatch(inspect(cause, { depth: Infinity, showHidden: true }), /hunter22|what the server sent/);
  });

  it("is undefined if there is none", () => {
    for (const error of [undefined, null, "text", new AggregateError(["text"])]) {
      assert.equal(presentableCause(error, secrets), undefined);
      assert.equal(codeOf(error), undefined);
    }
  });
});

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
