import assert from "node:assert/strict";

const load = () => import("../../tools/versions.mjs");

describe("versions of tools", () => {
  for (const [text, expected] of [
    ["v3.259.0", [3, 259, 0]],
    ["go version go1.26.8 linux/amd64", [1, 26, 8]],
    ["go1.25", [1, 25, 0]],
    ["3.260.0-alpha.1+dirty", [3, 260, 0]],
    ["dev", undefined],
    ["", undefined],
  ] as const) {
    it(`reads ${JSON.stringify(text)}`, async () => {
      const { parseVersion } = await load();
      assert.deepEqual(parseVersion(text), expected);
    });
  }

  for (const [version, minimum, expected] of [
    ["3.216.0", "3.216.0", true],
    ["v3.216.1", "3.216.0", true],
    ["v3.259.0", "3.216.0", true],
    ["v4.0.0", "3.216.0", true],
    ["v3.215.9", "3.216.0", false],
    ["v2.999.0", "3.216.0", false],
    ["go1.25", "1.25.11", false],
    ["go1.26", "1.25.11", true],
    ["20.9.0", "20.18.1", false],
    ["unknown", "3.216.0", false],
  ] as const) {
    it(`${version} is ${expected ? "" : "not "}at least ${minimum}`, async () => {
      const { isAtLeast } = await load();
      assert.equal(isAtLeast(version, minimum), expected);
    });
  }
});
