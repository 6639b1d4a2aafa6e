import assert from "node:assert/strict";
import fc from "fast-check";
import { parseHttpDate } from "../../sdk/http/provider-time.js";

describe("http date", () => {
  it("is parsed to the second", () => {
    const seconds = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) / 1000 });
    fc.assert(
      fc.property(seconds, (second) => assert.equal(parseHttpDate(new Date(second * 1000).toUTCString()), second * 1000)),
    );
  });

  it("is undefined for everything else", () => {
    for (const field of [
      undefined,
      "",
      "yesterday",
      "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994",
      "Mon, 06 Nov 1994 08:49:37 GMT",
      "Sun, 31 Feb 2026 08:49:37 GMT",
      "Sun, 06 Nov 1994 25:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 CET",
      "Sun, 06 Xyz 1994 08:49:37 GMT",
      "1794300000",
    ])
      assert.equal(parseHttpDate(field), undefined, field);
  });
});
