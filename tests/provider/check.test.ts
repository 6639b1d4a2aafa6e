import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { checkArguments, checkKind } from "../../provider/lifecycle/check.js";
import type { Definition } from "../../provider/definition/definition.js";
import { nameOfObject } from "../../provider/definition/object-name.js";
import { domain as domainDefinition } from "../../provider/resources/domain.js";
import { virtualAccount as virtualAccountDefinition } from "../../provider/resources/virtualAccount.js";
import { webhook as webhookDefinition } from "../../provider/resources/webhook.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { providerKey, providerText } from "../../provider/values/reserved-properties.js";
import { kinds, labelOf } from "../../provider/values/kinds.js";
import { definitions } from "../support/definitions.js";
import { sampleHandle } from "../support/rehearsal.js";
import { differences } from "../../provider/lifecycle/comparison.js";

const [webhook, domain, virtualAccount] = [webhookDefinition, domainDefinition, virtualAccountDefinition] as unknown as readonly [
  Definition,
  Definition,
  Definition,
];

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
const account = { customerNumber: 1, virtualName: "web", description: "d", articleNumber: 3001, password: "planted-secret" };

/** What Pulumi puts in place of an output. */
const told = `https://${pulumi.output("x")}`; // eslint-disable-line @typescript-eslint/no-base-to-string, @typescript-eslint/restrict-template-expressions -- the mistake itself
const json = JSON.stringify({ a: pulumi.output("x") });

const joinedCases: readonly (readonly [string, Definition, Record<string, unknown>])[] = [
  ["url", webhook, { ...hook, url: told }],
  ["headers.X-A", webhook, { ...hook, headers: { "X-A": json } }],
  ["accountIdentifier", domain, { accountIdentifier: told, sld: "a", tld: "de" }],
  [
    "handles.owner.street",
    domain,
    { accountIdentifier: "p1", sld: "a", tld: "de", handles: { owner: { ...sampleHandle, street: told } } },
  ],
  ["settings.a.b[1]", definitions.paymentSettings, { customerNumber: 1, settings: { a: { b: ["", told] } } }],
  ["company", definitions.contactPerson, { customerNumber: 1, company: told }],
  ["target", definitions.subdomain, { accountIdentifier: "p1", domainIdentifier: "a.de", name: "a", target: told }],
  ["password", virtualAccount, { ...account, password: told }],
];

describe("arguments", () => {
  const cases: [string, Definition, Record<string, unknown>, RegExp][] = [
    ["an unknown argument", webhook, { ...hook, colour: "red" }, /^colour: unknown argument; known are eventType, /],
    ["a misspelt argument", webhook, { ...hook, eventtype: "x" }, /^eventtype: unknown argument\. Did you mean eventType\?$/],
    ["a missing argument", webhook, { eventType: hook.eventType, method: "POST" }, /^url: required, but missing$/],
    ["a wrong type", webhook, { ...hook, url: 7 }, /^url: must be text$/],
    ["a malformed URL", webhook, { ...hook, url: "agency" }, /^url: must be a URL with its scheme/],
    ["a value outside the enumeration", webhook, { ...hook, method: "FETCH" }, /^method: must be one of "GET", "POST"/],
    ["a wrong member", webhook, { ...hook, headers: { "X-A": 7 } }, /^headers\.X-A: must be text$/],
    [
      "a name of a header field with a space",
      webhook,
      { ...hook, headers: { "X A": "b" } },
      /^headers\["X A"\]: must be named with letters/,
    ],
    [
      "a name that ends the line",
      webhook,
      { ...hook, headers: { "A\r\nB": "c" } },
      /^headers\["A\\r\\nB"\]: must be named with letters/,
    ],
    ["an unknown argument that ends the line", webhook, { ...hook, "a\nb": 1 }, /^a\\u000ab: unknown argument/],
    [
      "an unknown member that ends the line",
      webhook,
      { ...hook, parameters: { "a\n\tb": 1 } },
      /^parameters\["a\\n\\tb"\]: unknown member$/,
    ],
    [
      "a target that no HTTP request reaches",
      webhook,
      { ...hook, url: "ftp://agency.example/hook" },
      /^url: must begin with http/,
    ],
    ["an empty name of a header field", webhook, { ...hook, headers: { "": "b" } }, /^headers\[""\]: must be named with letters/],
    ["a header that ends the line", webhook, { ...hook, headers: { A: "b\r\nC: d" } }, /^headers\.A: must not contain control/],
    [
      "a header with a space before it",
      webhook,
      { ...hook, headers: { A: " b" } },
      /^headers\.A: must not .*begin or end with white space/,
    ],
    [
      "a header with a space after it",
      webhook,
      { ...hook, headers: { A: "b " } },
      /^headers\.A: must not .*begin or end with white space/,
    ],
    ["text in the wrong encoding", webhook, { ...hook, headers: { A: "M\ufffdller" } }, /^headers\.A: contains U\+FFFD/],
    ["a header with NUL", webhook, { ...hook, headers: { A: "\0" } }, /^headers\.A: must not contain control characters/],
    ["a key with a line end", webhook, { ...hook, parameters: { key: "a\nb" } }, /^parameters\.key: must not contain control/],
    ["an unknown member", webhook, { ...hook, parameters: { name: "k" } }, /^parameters\.name: unknown member$/],
    ["an empty name", domain, { accountIdentifier: "p1", sld: "", tld: "de" }, /^sld: must not be empty$/],
    [
      "a scheme",
      domain,
      { accountIdentifier: "p1", sld: "https://shop", tld: "de" },
      /^sld: must be only a name, without a scheme/,
    ],
    ["a leading dot", domain, { accountIdentifier: "p1", sld: "shop", tld: ".de" }, /^tld: must not begin or end with a dot/],
    ...["-bad", "bad-", "a.-bad", "bad-.a", "-"].map((sld): [string, Definition, Record<string, unknown>, RegExp] => [
      `a label such as ${sld}`,
      domain,
      { accountIdentifier: "p1", sld, tld: "de" },
      /^sld: must not have a label that begins or ends with a hyphen/,
    ]),
    ...joinedCases.map(([place, definition, args]): [string, Definition, Record<string, unknown>, RegExp] => [
      `an output that is joined to a text, in ${place}`,
      definition,
      args,
      new RegExp(
        `^${place.replace(/[[\]]/g, "\\$&")}: contains an output that was joined to a text .* Use \`pulumi\\.interpolate\``,
      ),
    ]),
    ...["a_b", "_dmarc", "a!", "a.b,c"].map((sld): [string, Definition, Record<string, unknown>, RegExp] => [
      `a name such as ${sld} that no host has`,
      domain,
      { accountIdentifier: "p1", sld, tld: "de" },
      /^sld: must not have a character that no host name has, such as an underscore$/,
    ]),
    [
      "an empty object as a transfer",
      domain,
      { accountIdentifier: "p1", sld: "a", tld: "de", domainNameTransfer: {} },
      /^domainNameTransfer: must not be empty: declare authcode or authInfoProcedure, or leave it out$/,
    ],
    [
      "an empty transfer code",
      domain,
      { accountIdentifier: "p1", sld: "a", tld: "de", domainNameTransfer: { authcode: "", authInfoProcedure: 1 } },
      /^domainNameTransfer\.authcode: must not be empty: declare the code of the present registrar, or leave it out$/,
    ],
    [
      "an empty directory of an external domain",
      domain,
      { accountIdentifier: "p1", sld: "a", tld: "de", external: true, target: "" },
      /^target: must not be empty$/,
    ],
    ["an empty account", domain, { accountIdentifier: "", sld: "a", tld: "de" }, /^accountIdentifier: must not be empty$/],
    [
      "an empty object as contacts",
      domain,
      { accountIdentifier: "p1", sld: "a", tld: "de", handles: {} },
      /^handles: must not be empty: declare owner or admin, or leave it out$/,
    ],
    ...[
      ["shop.de", "de"],
      ["my.shop.DE", "de"],
      ["shop.co.uk", "co.uk"],
      ["shop.xn--p1ai", "рф"],
    ].map(([sld, tld]): [string, Definition, Record<string, unknown>, RegExp] => [
      `a name such as ${sld} that ends in its top-level domain ${tld}`,
      domain,
      { accountIdentifier: "p1", sld, tld },
      /^sld: ends in the top-level domain that `tld` declares: write only the name before it, such as `example`$/,
    ]),
    [
      "a long password",
      virtualAccount,
      { ...account, password: "x".repeat(2000) },
      /^password: must have at most 1024 characters/,
    ],
    ...(["contactPerson", "contractPartner", "billingRecipient"] as const).flatMap(
      (kind): [string, Definition, Record<string, unknown>, RegExp][] => [
        [
          `a country that is no code, of a ${labelOf(kind)}`,
          definitions[kind],
          { customerNumber: 1, country: "Germany" },
          /^country: must be a country code of two letters, such as DE$/,
        ],
        [
          `a telephone number of another form, of a ${labelOf(kind)}`,
          definitions[kind],
          { customerNumber: 1, phone: "0511 123456" },
          /^phone: must be country, area and number joined by hyphens, such as \+49-511-123456$/,
        ],
      ],
    ),
    ["a malformed timeout", webhook, { ...hook, timeouts: { create: "soon" } }, /^timeouts\.create: must be a duration such as/],
  ];
  for (const [what, definition, news, expected] of cases)
    it(`refuse ${what} and name the property`, () => {
      const [problem] = checkArguments(definition, {}, news);
      assert.match(problem ?? "no problem", expected);
    });

  it("are accepted if valid", () => {
    assert.deepEqual(
      checkArguments(webhook, {}, { ...hook, headers: { "X-A": "b" }, adopt: true, timeouts: { create: "1m30s" } }),
      [],
    );
    for (const sld of ["müller", "xn--mller-kva", "a-b", "a--b", "*", "*.a"])
      assert.deepEqual(checkArguments(domain, {}, { accountIdentifier: "p1", sld, tld: "co.uk" }), [], sld);
    for (const [sld, tld] of [
      ["shop.co", "uk"],
      ["shop.uk", "co.uk"],
      ["de", "de"],
      ["my-de", "de"],
    ])
      assert.deepEqual(checkArguments(domain, {}, { accountIdentifier: "p1", sld, tld }), [], sld);
  });

  it("never repeat a value, because it can be a secret", () => {
    const wrong = { ...account, password: ["planted-secret"], customerNumber: "planted-secret", description: 7 };
    assert.doesNotMatch(checkArguments(virtualAccount, {}, wrong).join("\n"), /planted-secret/);
  });
});

describe("an unknown value", () => {
  const valid: fc.Arbitrary<Record<string, unknown>> = fc.record({
    eventType: fc.constant(hook.eventType),
    method: fc.constantFrom("GET", "PUT"),
    url: fc.webUrl(),
    headers: fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.string().map((text) => text.trim()),
      { minKeys: 1 },
    ),
    parameters: fc.record({ key: fc.string(), value: fc.string() }),
  });

  it("passes every check at any depth", () => {
    fc.assert(
      fc.property(valid, fc.constantFrom("eventType", "method", "url", "headers", "parameters"), fc.nat(), (args, name, pick) => {
        assert.deepEqual(checkArguments(webhook, {}, { ...args, [name]: unknownValue }), []);
        const nested = name === "headers" ? "headers" : "parameters";
        const keys = Object.keys(args[nested] as object);
        const member = { ...(args[nested] as object), [keys[pick % keys.length]!]: unknownValue };
        assert.deepEqual(checkArguments(webhook, {}, { ...args, [nested]: member }), []);
      }),
    );
  });

  it("does not hide other wrong values", () => {
    fc.assert(
      fc.property(valid, fc.constantFrom("method", "url"), (args, wrong) => {
        const news = { ...args, [wrong]: 7, parameters: { key: unknownValue, other: 1 } };
        const problems = checkArguments(webhook, {}, news);
        assert.equal(problems.length, 2, problems.join("; "));
      }),
    );
  });

  it("is only the exact sentinel, not a text that contains it", () => {
    assert.equal(checkArguments(webhook, {}, { ...hook, url: `${unknownValue}-x` }).length, 1);
  });
});

describe("text from the program in a message", () => {
  const hostile = fc.string({
    unit: fc.constantFrom("a", ".", "\n", "\r", "\t", "\0", "\u001b[31m", "\u009b", "\u202e", "\u2028", "\u200b"),
    minLength: 1,
    maxLength: 8,
  });

  it("neither ends the line nor controls a terminal, for any kind and argument", () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), hostile, fc.nat(), (kind, text, choice) => {
        const definition = definitions[kind];
        const names = Object.keys(definition.fields);
        const name = names[choice % names.length]!;
        const everything = Object.fromEntries(names.map((each) => [each, text]));
        const said = [text, { [text]: text }, [{ [text]: text }]]
          .flatMap((value) => checkArguments(definition, {}, { [name]: value, [text]: value, timeouts: { [text]: text } }))
          .concat(
            definition.identity.title(everything),
            nameOfObject({ ...definition, identity: { ...definition.identity, parse: () => ({}) } }, text, everything),
          );
        for (const each of said) assert.doesNotMatch(each, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe("a title", () => {
  it("shows each unknown argument as unknown", () => {
    const unknown = (definition: Definition) =>
      definition.identity.title(Object.fromEntries(Object.keys(definition.fields).map((name) => [name, unknownValue])));
    for (const kind of kinds) assert.match(unknown(definitions[kind]), /^[^?]*\(not known yet\)[^?]*$/, kind);
    const known = { accountIdentifier: unknownValue, sld: "site", tld: "de" };
    assert.equal(domain.identity.title(known), "site.de of account (not known yet)");
    assert.equal(
      domain.identity.title({ ...known, accountIdentifier: "p1", sld: unknownValue }),
      "(not known yet).de of account p1",
    );
  });
});

describe("a change", () => {
  it("of what the API cannot change is refused with a solution", () => {
    const [problem] = checkArguments(virtualAccount, account, { ...account, articleNumber: 3002 });
    assert.match(
      problem ?? "",
      /^articleNumber: the API cannot change it, .*virtual account web of customer 1 and order a new, billed one\. .*explain fixed`/,
    );
  });

  it("of what the API neither changes nor shows names the one solution that works", () => {
    const handles = { owner: sampleHandle };
    const base = { accountIdentifier: "p1", sld: "shop", tld: "de" };
    const [problem] = checkArguments(domain, base, { ...base, handles });
    assert.match(problem ?? "", /^handles: .*`ignoreChanges: \["handles"\]`/);
  });

  it("together with the identity creates a new object, where everything may differ", () => {
    assert.deepEqual(checkArguments(virtualAccount, account, { ...account, virtualName: "other", articleNumber: 3002 }), []);
  });

  it("follows the policy of its field", () => {
    const base = { accountIdentifier: "p1", sld: "shop", tld: "de", domainNameTransfer: { authcode: "a" } };
    assert.deepEqual(differences(domain, base, { ...base, sld: "SHOP", domainNameTransfer: { authcode: "b" } }), {
      update: [],
      replace: [],
      fixed: [],
    });
    assert.deepEqual(differences(domain, base, { ...base, tld: "at" }).replace, ["tld"]);
    assert.deepEqual(differences(webhook, { ...hook, headers: { a: "b" } }, hook).update, ["headers"]);
    assert.deepEqual(differences(webhook, { ...hook, headers: {} }, hook).update, []);
    assert.deepEqual(differences(webhook, hook, { ...hook, url: "HTTPS://AGENCY.example:443/hook" }).update, []);
  });

  it("of international names compares both forms", () => {
    const base = { accountIdentifier: "p1", sld: "müller", tld: "de" };
    assert.deepEqual(differences(domain, base, { ...base, sld: "xn--mller-kva" }).replace, []);
  });
});

describe("an entry of the state that an alias with another type names", () => {
  for (const kind of kinds)
    it(`is refused before its id is used, ${kind}`, () => {
      const definition = definitions[kind];
      for (const other of kinds) {
        const olds = { [providerKey]: providerText(other) };
        const [problem = "", ...others] = checkArguments(definition, olds, { colour: "red" });
        if (other === kind) {
          assert.doesNotMatch(problem, /of another kind/);
          checkKind(definition, olds);
          continue;
        }
        assert.deepEqual(others, []);
        assert.match(
          problem,
          new RegExp(`^The state has an entry of another kind for this ${labelOf(kind)}: ${labelOf(other)}\\. `),
        );
        assert.match(problem, /explain other-kind`\.$/);
        assert.throws(() => checkKind(definition, olds), { message: problem });
      }
    });

  it("is accepted if its text names no kind of this package", () => {
    for (const text of [undefined, 7, "exports.handler=()=>({})", providerText("")]) {
      assert.deepEqual(checkArguments(webhook, { ...hook, [providerKey]: text }, hook), []);
      checkKind(webhook, { ...hook, [providerKey]: text });
    }
    assert.deepEqual(checkArguments(webhook, { ...hook, [providerKey]: `${providerText("webhook")}//1` }, hook), []);
  });
});
