import assert from "node:assert/strict";
import { argumentsOf } from "../../cli/import/objects.js";
import { definitions } from "../../proofs/matrix/definitions.js";

describe("what an import declares of an object", () => {
  it("omits what a program need not declare and cannot declare as the API shows it", () => {
    const shown = { customerNumber: 1, lastName: "Sommer", country: "DE", phone: "0511 123456", zip: "" };
    assert.deepEqual(argumentsOf(definitions.contractPartner, { id: "1", inputs: shown, outputs: {} }), {
      customerNumber: 1,
      lastName: "Sommer",
      country: "DE",
    });
  });
});
