import assert from "node:assert/strict";
import fc from "fast-check";
import { buildPath } from "../../sdk/path.js";

const template = "/v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/authcode";
const build = (accountIdentifier: unknown, domainIdentifier: unknown = "example.de") =>
  buildPath(template, { accountIdentifier, domainIdentifier });

/** Text in which everything that could lead out of a segment is likely. */
const hostile = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        ".",
        "..",
        "/",
        "\\",
        "%",
        "%2e",
        "%2E",
        "%2f",
        "%252e",
        "%5c",
        "?",
        "#",
        ";",
        "a",
        " ",
        "\u0000",
        "\n",
        "é",
        "𝄞",
      ),
    )
    .map((parts) => parts.join("")),
);

const undone = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

describe("path of a request", () => {
  it("holds each parameter in its place", () => {
    assert.deepEqual(build("p1", "münchen.de"), { path: "/v1/accounts/p1/domains/m%C3%BCnchen.de/authcode", problems: [] });
    assert.deepEqual(build("p1", "a/b?c#d").path, "/v1/accounts/p1/domains/a%2Fb%3Fc%23d/authcode");
  });

  it("takes whole numbers for customers and nothing else", () => {
    const customer = (customerNumber: unknown) => buildPath("/v1/customers/{customerNumber}", { customerNumber });
    assert.equal(customer(12345).path, "/v1/customers/12345");
    for (const wrong of ["12345", 1.5, NaN, Infinity, 2 ** 53, 12n, true, {}, []])
      assert.deepEqual(customer(wrong).problems, ["customerNumber: must be a whole number"]);
    assert.deepEqual(customer(undefined).problems, ["customerNumber: is required"]);
  });

  it("refuses what is no text, empty, or no well-formed text", () => {
    assert.deepEqual(build(undefined, null).problems, ["accountIdentifier: is required", "domainIdentifier: is required"]);
    assert.deepEqual(build(1).problems, ["accountIdentifier: must be a string"]);
    assert.deepEqual(build("").problems, ["accountIdentifier: must not be empty"]);
    assert.deepEqual(build("\ud800").problems, ["accountIdentifier: must be well-formed text"]);
    assert.deepEqual(buildPath("/v1/webhooks/{toString}", {}).problems, ["toString: is required"]);
  });

  it("refuses steps through the path, however they are encoded", () => {
    const steps = [
      ".",
      "..",
      "%2e",
      "%2E%2e",
      "%252e%252e",
      "..%2fwebhooks",
      "a/../b",
      "a\\..\\b",
      "%2e%2e%5c",
      "./a",
      "%2e%zz/..",
    ];
    for (const step of steps)
      assert.deepEqual(build(step).problems, ['accountIdentifier: must not be or contain the path step "." or ".."'], step);
  });

  it("allows dots within names", () => {
    for (const name of ["example.de", "...", "a..b", ".well-known", "a."]) assert.deepEqual(build(name).problems, [], name);
  });

  it("keeps every parameter in its segment, whatever it holds", () => {
    fc.assert(
      fc.property(hostile, hostile, (account, domain) => {
        const { path, problems } = build(account, domain);
        if (problems.length > 0) return;
        const url = new URL(path, "https://api.example.com");
        const segments = url.pathname.split("/");
        assert.equal(url.host, "api.example.com");
        assert.equal(url.pathname, path);
        assert.equal(url.search + url.hash, "");
        assert.equal(segments.length, 7);
        assert.deepEqual([undone(segments[3]!), undone(segments[5]!)], [account, domain]);
        assert.deepEqual([segments[1], segments[2], segments[4], segments[6]], ["v1", "accounts", "domains", "authcode"]);
        // A server on the way that undoes the encoding once more must not find a step either.
        assert.ok(
          !undone(undone(path))
            .split(/[/\\]/)
            .some((part) => part === "." || part === ".."),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("never repeats a value in a problem", () => {
    fc.assert(
      fc.property(fc.constantFrom("../SECRET-VALUE", "%2e%2e/SECRET-VALUE", "SECRET-VALUE\ud800/.."), (value) => {
        assert.ok(!build(value).problems.join().includes("SECRET-VALUE"));
      }),
    );
  });
});
