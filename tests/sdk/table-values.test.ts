import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { rows } from "../../sdk/operations/rows.js";
import { factOperations } from "../support/facts.js";
import { arbitraryFromSchema } from "../support/json-schema-arbitrary.js";

const rowOf = new Map(rows.map((row) => [row.id, row]));

const runs = { numRuns: 40 };

const accepts = (schema: z.ZodType, value: unknown): void => {
  const outcome = schema.safeParse(value);
  assert.ok(outcome.success, outcome.error && z.prettifyError(outcome.error));
};

/** Answers are bytes on the wire: what JSON cannot hold does not count. */
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Whether a list that answers a creation names what was created. */
const namesSomething = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/** Requests are sent by `tests/conformance`, through the client. */
describe("any value that the sources allow", () => {
  for (const fact of factOperations) {
    const row = rowOf.get(fact.id)!;
    for (const response of fact.responses) {
      const answer = row.answers[response.status ?? response.assumedStatus!]!;
      if (response.schema === null || !("schema" in answer) || answer.schema === undefined) continue;
      const { schema } = answer;
      it(`is decoded as answer ${response.status ?? "assumed"} of ${fact.id}`, () => {
        fc.assert(
          fc.property(
            arbitraryFromSchema(response.schema!, { direction: "answer" })
              .map(throughJson)
              .filter((value) => row.repeat === "safe" || response.schema!.type !== "array" || namesSomething(value)),
            (value) => accepts(schema, value),
          ),
          runs,
        );
      });
    }
  }
});
