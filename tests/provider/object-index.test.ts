import assert from "node:assert/strict";
import fc from "fast-check";
import { type ObservedObject, mayAdopt } from "../../provider/definition/definition.js";
import { indexOf } from "../../provider/lifecycle/find.js";
import type { Properties } from "../../provider/values/properties.js";
import { definitions } from "../support/definitions.js";
import { samples } from "../support/rehearsal.js";

const objectWith = (id: string, inputs: Properties): ObservedObject => ({ id, inputs, outputs: {} });

/** Texts of which several mean the same to one kind or another. */
const spellings = [
  "news",
  "NEWS",
  "news.",
  " news ",
  "münchen",
  "xn--mnchen-3ya",
  "https://agency.example/hook",
  "HTTPS://Agency.example:443/hook",
  "https://agency.example/Hook",
  "http://[",
  "",
];

const indexed = Object.values(definitions).filter(({ identity }) => identity.sharedArgument !== undefined);

describe("the index of a listing", () => {
  for (const definition of indexed)
    it(`leaves out no ${definition.label} that arguments match or may adopt, however they are spelled`, () => {
      const argument = definition.identity.sharedArgument!;
      const sample = (samples as Readonly<Record<string, Properties>>)[definition.kind]!;
      const shown = fc.constantFrom<unknown>(...spellings, undefined, null, 7);
      const hits = { count: 0 };
      fc.assert(
        fc.property(fc.array(shown, { maxLength: 8 }), fc.constantFrom(...spellings), (values, declared) => {
          const listing = values.map((value, index) => objectWith(`x/y/${index}`, { ...sample, [argument]: value }));
          const inputs = { ...sample, [argument]: declared };
          const wanted = listing.filter(
            (found) => definition.identity.matches(found, inputs) || mayAdopt(definition, found, inputs),
          );
          hits.count += wanted.length;
          const alike = indexOf(listing).alike(definition, inputs);
          assert.deepEqual(
            wanted.filter((found) => !alike.includes(found)),
            [],
          );
        }),
      );
      assert.ok(hits.count > 0, "some match");
    });
});
