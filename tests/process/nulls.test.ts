import assert from "node:assert/strict";
import { definitions } from "../support/definitions.js";
import { placeOf, seedFor } from "../support/place.js";
import { specimens } from "../support/kinds.js";
import { argumentMistakes } from "../../provider/program/mistakes.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { reasons, rehearseEach, sampleHandle } from "../support/rehearsal.js";

/** What a program can declare that is not an argument of the kind alone. */
const lifecycle = ["adopt", "timeouts"];

const place = placeOf(0, "nulls");

const without = (args: Properties, name: string): Properties =>
  Object.fromEntries(Object.entries(args).filter(([key]) => key !== name));

/** A value with a member that is `null` in each of its objects. */
const withNullMembers = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withNullMembers)
    : typeof value === "object" && value !== null
      ? { ...Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withNullMembers(member)])), nothing: null }
      : value;

describe("null, which is the value of a key without one in YAML,", () => {
  rehearseEach<Kind>(
    { all: kinds, apart: ["subdomain", "webhook"], sandbox: { seed: seedFor([place]), rateLimit: false } },
    (rehearsal, each) => {
      const argsOf = (kind: Kind) => specimens[kind].args(place, rehearsal.sandbox.control);

      for (const kind of each) {
        const names = [...Object.keys(definitions[kind].fields), ...lifecycle];

        it(`is checked like an argument that is left out: ${kind}`, async () => {
          const { provider } = rehearsal;
          const { fields } = definitions[kind];
          const args = { ...argsOf(kind), ...(kind === "domain" && { handles: { owner: sampleHandle } }) };
          assert.deepEqual(await provider.check(kind, withNullMembers(args) as Properties), await provider.check(kind, args));
          assert.deepEqual(argumentMistakes(definitions[kind], withNullMembers({ ...args, adopt: null }) as Properties), []);
          for (const name of names) {
            const left = without(args, name);
            const expected = await provider.check(kind, left);
            assert.deepEqual(await provider.check(kind, { ...left, [name]: null }), expected, name);
            const isMissing = fields[name]?.required === true;
            assert.equal(reasons(expected).startsWith(`${name}: required, but missing`), isMissing, name);
            if (fields[name]?.neededToCreate === true) assert.match(reasons(expected), new RegExp(`needs ${name}\\.`));
          }
        });
      }
    },
  );
});
