import assert from "node:assert/strict";
import fc from "fast-check";
import { buildPath, pathParameterPattern } from "../../sdk/http/path.js";

const template = "/v1/accounts/{accountIdentifier}/domains/{domainIdentifier}/authcode";
const build = (accountIdentifier: unknown, domainIdentifier: unknown = "example.de") =>
  buildPath(template, { accountIdentifier, domainIdentifier });

/** Text in which everything that could lead out of a segment is likely. */
const hostile = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(...Array.from("./\\%?#; a\u0000\né𝄞"), ...[".", "..", "%2e", "%2E", "%2f", "%252e", "%5c"]),
  }),
);

describe("path of a request", () => {
  it("encodes each parameter in its segment", () => {
    assert.deepEqual(build("p1", "münchen.de"), { path: "/v1/accounts/p1/domains/m%C3%BCnchen.de/authcode", problems: [] });
  });

  it("accepts only whole numbers for customers", () => {
    const customer = (customerNumber: unknown) => buildPath("/v1/customers/{customerNumber}", { customerNumber });
    assert.equal(customer(12345).path, "/v1/customers/12345");
    for (const wrong of ["12345", 1.5, NaN, Infinity, 2 ** 53, 12n, true, {}, []])
      assert.deepEqual(customer(wrong).problems, ["customerNumber: must be a whole number"]);
    assert.deepEqual(customer(undefined).problems, ["customerNumber: is required"]);
  });

  const foreign = "the API would act on another object. Pass the plain identifier, as the API shows it";
  for (const [value, problem] of [
    [undefined, "is required"],
    [null, "is required"],
    [1, "must be a string"],
    ["", "must not be empty"],
    ["\ud800", "must be well-formed text"],
    [".", 'must not be the path step "." or ".."'],
    ["..", 'must not be the path step "." or ".."'],
    ["c1/actions/checkout", `must not contain "/": ${foreign}`],
    ["a\\b", `must not contain "\\\\": ${foreign}`],
    ["%2e%2e", `must not contain "%": ${foreign}`],
    ["a/../SECRET?c#d", `must not contain "/", "?", "#": ${foreign}`],
    ["SECRET\nb", `must not contain control characters: ${foreign}`],
    ["\u0085", `must not contain control characters: ${foreign}`],
  ] as const)
    it(`refuses ${JSON.stringify(value)}, and never repeats it`, () => {
      assert.deepEqual(build(value).problems, [`accountIdentifier: ${problem}`]);
    });

  it("takes no inherited member for a parameter", () => {
    assert.deepEqual(buildPath("/v1/webhooks/{toString}", {}).problems, ["toString: is required"]);
  });

  it("accepts dots and everything else that names, numbers and mail addresses may contain", () => {
    const names =
      "example.de ... a..b .well-known a. *.example.de münchen.de xn--mnchen-3ya.de 名前.みんな MDEyMzQ1Njc4OQ== a:b;c,d 😀";
    const addresses = ["shop tag+x@example.de", "o'brien!$&*=^_`{|}~-@example.de", '"quoted"@example.de'];
    for (const name of [...names.split(" "), ...addresses])
      assert.deepEqual(build(name), {
        path: `/v1/accounts/${encodeURIComponent(name)}/domains/example.de/authcode`,
        problems: [],
      });
  });

  it("accepts exactly what its pattern in the OpenAPI document accepts", () => {
    const pattern = new RegExp(pathParameterPattern, "u");
    const text = fc.oneof(
      fc.string({ unit: "binary" }).filter((each) => !/\p{Surrogate}/u.test(each)),
      fc.string({ unit: fc.constantFrom(".", "a", "/", "\\", "?", "#", "%", "\n", "\u0085", "é") }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const { problems } = build(value);
        assert.equal(pattern.test(value), problems.length === 0);
        const isRefused = ["", ".", ".."].includes(value) || /[/\\?#%]|\p{Cc}/u.test(value);
        assert.equal(problems.length > 0, isRefused);
      }),
    );
  });

  it("keeps every parameter in its segment, however often the path is decoded", () => {
    fc.assert(
      fc.property(hostile, hostile, (account, domain) => {
        const { path, problems } = build(account, domain);
        if (problems.length > 0) return;
        const url = new URL(path, "https://api.example.com");
        assert.deepEqual([url.host, url.pathname, url.search + url.hash], ["api.example.com", path, ""]);
        for (const read of [path, decodeURIComponent(path), decodeURIComponent(decodeURIComponent(path))]) {
          const segments = read.split("/").map((segment) => decodeURIComponent(segment));
          assert.deepEqual(segments, ["", "v1", "accounts", account, "domains", domain, "authcode"]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
