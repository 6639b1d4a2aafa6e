import assert from "node:assert/strict";
import fc from "fast-check";
import { parameterNames, parameterType } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";
import { buildPath, pathParameterPattern } from "../../sdk/http/path.js";

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

  it("refuses what is not a text, empty, or malformed", () => {
    assert.deepEqual(build(undefined, null).problems, ["accountIdentifier: is required", "domainIdentifier: is required"]);
    assert.deepEqual(build(1).problems, ["accountIdentifier: must be a string"]);
    assert.deepEqual(build("").problems, ["accountIdentifier: must not be empty"]);
    assert.deepEqual(build("\ud800").problems, ["accountIdentifier: must be well-formed text"]);
    assert.deepEqual(buildPath("/v1/webhooks/{toString}", {}).problems, ["toString: is required"]);
  });

  it('refuses "." and ".."', () => {
    for (const step of [".", ".."])
      assert.deepEqual(build(step).problems, ['accountIdentifier: must not be the path step "." or ".."'], step);
  });

  it("refuses parameters that a decoding server would split, and says what to pass instead", () => {
    for (const [value, found] of [
      ["c1/actions/checkout", '"/"'],
      ["a\\b", '"\\\\"'],
      ["c1?", '"?"'],
      ["1035#x", '"#"'],
      ["c1%2Factions", '"%"'],
      ["%2e%2e", '"%"'],
      ["a/../b?c#d", '"/", "?", "#"'],
      ["a\nb", "control characters"],
      ["a\u0000", "control characters"],
      ["\u0085", "control characters"],
    ] as const)
      assert.deepEqual(
        build(value).problems,
        [
          `accountIdentifier: must not contain ${found}: the API would act on another object. Pass the plain identifier, as the API shows it`,
        ],
        value,
      );
  });

  it("refuses them in every operation, whatever surrounds them", () => {
    const forbidden = fc.oneof(
      fc.constantFrom("/", "\\", "?", "#", "%"),
      fc
        .integer({ min: 0, max: 0x9f })
        .filter((code) => code < 0x20 || code > 0x7e)
        .map((code) => String.fromCharCode(code)),
    );
    const places = rows.flatMap(({ path }) =>
      parameterNames(path)
        .filter((name) => parameterType(name) === "string")
        .map((name) => ({ path, name })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), hostile, forbidden, hostile, ({ path, name }, before, character, after) => {
        const sound = Object.fromEntries(
          parameterNames(path).map((each) => [each, parameterType(each) === "integer" ? 100001 : "x"]),
        );
        const { problems } = buildPath(path, { ...sound, [name]: before + character + after });
        assert.equal(problems.length, 1);
        assert.ok(problems[0]!.startsWith(`${name}: must `), problems[0]);
      }),
      { numRuns: 2000 },
    );
  });

  it("accepts dots and everything else that names, numbers and mail addresses may contain", () => {
    for (const name of [
      "example.de",
      "...",
      "a..b",
      ".well-known",
      "a.",
      "*.example.de",
      "münchen.de",
      "xn--mnchen-3ya.de",
      "名前.みんな",
      "shop tag+x@example.de",
      "o'brien!$&*=^_`{|}~-@example.de",
      '"quoted"@example.de',
      "f47ac10b-58cc-4372-a567-0e02b2c3d479",
      "MDEyMzQ1Njc4OQ==",
      "a:b;c,d",
      "😀",
    ])
      assert.deepEqual(build(name), {
        path: `/v1/accounts/${encodeURIComponent(name)}/domains/example.de/authcode`,
        problems: [],
      });
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.domain(), fc.uuid()), (name) => {
        // The grammar of mail addresses allows these in front of the @, where the API cannot tell them from its own.
        fc.pre(!/[/?#%]/.test(name));
        assert.deepEqual(build(name).problems, []);
      }),
    );
  });

  it("accepts exactly what its pattern in the OpenAPI document accepts", () => {
    const pattern = new RegExp(pathParameterPattern, "u");
    const text = fc.oneof(
      fc.string({ unit: "binary" }).filter((each) => !/\p{Surrogate}/u.test(each)),
      fc.string({ unit: fc.constantFrom(".", "a", "/", "\\", "?", "#", "%", "\n", "\u0085", "é") }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const { problems } = buildPath("/v1/webhooks/{webhookIdentifier}", { webhookIdentifier: value });
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
        assert.equal(url.host, "api.example.com");
        assert.equal(url.pathname, path);
        assert.equal(url.search + url.hash, "");
        for (const read of [path, decodeURIComponent(path), decodeURIComponent(decodeURIComponent(path))]) {
          assert.doesNotMatch(read, /[?#\\]/);
          const segments = read.split("/").map((segment) => decodeURIComponent(segment));
          assert.deepEqual(segments, ["", "v1", "accounts", account, "domains", domain, "authcode"]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("never repeats a value in a problem", () => {
    for (const value of ["../SECRET-VALUE", "%2e%2e/SECRET-VALUE", "SECRET-VALUE\ud800/..", "SECRET-VALUE#\n"]) {
      assert.equal(build(value).problems.length, 1);
      assert.ok(!build(value).problems.join().includes("SECRET-VALUE"));
    }
  });
});
