import assert from "node:assert/strict";
import type { Definition } from "../../provider/definition/definition.js";
import type { Properties } from "../../provider/values/properties.js";
import { namesIn } from "../../tools/generate/resource-sections.js";
import { resourcesOf } from "../../tools/generate/resources-page.js";
import { readSources } from "../../tools/generate/source.js";
import type { Kind } from "../../provider/values/kinds.js";
import { isSingleton, specimens } from "../support/kinds.js";

/** An object that these arguments declare, as a listing shows it. */
const shown = (inputs: Properties) => ({
  id: "1",
  inputs,
  outputs: "sld" in inputs ? { fullname: `${String(inputs["sld"])}.${String(inputs["tld"])}` } : {},
});

/** Arguments that identify such an object: those that select the listing, and those that are compared in it. */
function deciding({ identity: { scope }, fields }: Definition, kind: Kind, isSame: Definition["identity"]["matches"]): string[] {
  const { valid, rest, other } = specimens[kind];
  const one: Properties = { ...valid, ...rest };
  for (const args of [one, other])
    assert.deepEqual(Object.keys(args).sort(), Object.keys(fields).sort(), `tests/support/kinds/${kind}.ts: all arguments`);
  assert.ok(isSame(shown(one), one), kind);
  const compared = Object.keys(one).filter((name) => !isSame(shown(one), { ...one, [name]: other[name] }));
  return [...new Set([...scope, ...compared])].sort();
}

describe("the natural keys in the reference", function () {
  this.timeout(60_000);

  it("are the properties that identify an object", () => {
    for (const { source, definition } of resourcesOf(readSources())) {
      const { tags } = source.doc;
      const { kind } = definition;
      if (isSingleton(kind)) {
        assert.equal(tags["key"], undefined, source.className);
        continue;
      }
      const {
        identity: { matches, adopts },
      } = definition;
      assert.deepEqual(namesIn(tags["key"]).sort(), deciding(definition, kind, matches), `${source.className}: @key`);
      assert.deepEqual(
        namesIn(tags["adopted"]).sort(),
        adopts === undefined ? [] : deciding(definition, kind, adopts),
        `${source.className}: @adopted`,
      );
    }
  });
});
