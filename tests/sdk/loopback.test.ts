import assert from "node:assert/strict";
import { isLoopback } from "../../sdk/values/loopback.js";

describe("loopback", () => {
  it("is localhost, 127.0.0.0/8 and ::1, in a URL or as an address to listen on", () => {
    for (const host of ["localhost", "127.0.0.1", "127.8.9.10", "::1", "[::1]", new URL("http://127.1:4010").hostname])
      assert.equal(isLoopback(host), true, host);
  });

  it("is no name that may resolve to another machine", () => {
    for (const host of [
      "",
      "127.example",
      "127.0.0.1.example",
      "localhost.example",
      "a.localhost",
      "0.0.0.0",
      "[::]",
      "192.0.2.7",
    ])
      assert.equal(isLoopback(host), false, host);
  });
});
