import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { checkArguments, checkKind } from "../../provider/lifecycle/check.js";
import type { Definition } from "../../provider/definition/definition.js";
import { nameOfObject } from "../../provider/definition/object-name.js";
import type { Properties } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { providerKey, providerText } from "../../provider/values/reserved-properties.js";
import { kinds, labelOf } from "../../provider/values/kinds.js";
import { definitions } from "../support/definitions.js";
import { sampleHandle } from "../support/rehearsal.js";
import { differences } from "../../provider/lifecycle/comparison.js";

const [webhook, domain, virtualAccount] = [definitions.webhook, definitions.domain, definitions.virtualAccount];

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
const shop = { accountIdentifier: "p1", sld: "a", tld: "de" };
const account = { customerNumber: 1, virtualName: "web", description: "d", articleNumber: 3001, password: "planted-secret" };
const blog = { accountIdentifier: "p1", domainIdentifier: "müller.de", name: "a" };

/** What Pulumi puts in place of an output. */
const reported = `https://${pulumi.output("x")}`; // eslint-disable-line @typescript-eslint/no-base-to-string, @typescript-eslint/restrict-template-expressions -- the mistake itself
const json = JSON.stringify({ a: pulumi.output("x") });

/** Valid arguments, with changes that the check refuses. */
type Refused = readonly [changes: Properties, expected: RegExp];

const refused: readonly (readonly [Definition, Properties, readonly Refused[]])[] = [
  [
    webhook,
    hook,
    [
      [{ colour: "red" }, /^colour: unknown argument; known are eventType, /],
      [{ eventtype: "x" }, /^eventtype: unknown argument\. Did you mean eventType\?$/],
      [{ url: undefined }, /^url: required, but missing$/],
      [{ url: 7 }, /^url: must be text$/],
      [{ url: "agency" }, /^url: must be a URL with its scheme/],
      [{ url: "ftp://agency.example/hook" }, /^url: must begin with http/],
      [{ url: `${unknownValue}-x` }, /^url: must be a URL/],
      [{ method: "FETCH" }, /^method: must be one of "GET", "POST"/],
      [{ headers: { "X-A": 7 } }, /^headers\.X-A: must be text$/],
      [{ headers: { "X A": "b" } }, /^headers\["X A"\]: must be named with letters/],
      [{ headers: { "A\r\nB": "c" } }, /^headers\["A\\r\\nB"\]: must be named with letters/],
      [{ headers: { "": "b" } }, /^headers\[""\]: must be named with letters/],
      [{ headers: { A: "b\r\nC: d" } }, /^headers\.A: must not contain control/],
      [{ headers: { A: "\0" } }, /^headers\.A: must not contain control characters/],
      [{ headers: { A: " b" } }, /^headers\.A: must not .*begin or end with white space/],
      [{ headers: { A: "b " } }, /^headers\.A: must not .*begin or end with white space/],
      [{ headers: { A: "M\ufffdller" } }, /^headers\.A: contains U\+FFFD/],
      [{ headers: { A: "********" } }, /^headers: is only a mask/],
      [{ parameters: { key: "a", value: "•••" } }, /^parameters: is only a mask/],
      [{ url: "https://anna:****@agency.example/" }, /^url: is only a mask/],
      [{ "a\nb": 1 }, /^a\\u000ab: unknown argument/],
      [{ parameters: { "a\n\tb": 1 } }, /^parameters\["a\\n\\tb"\]: unknown member$/],
      [{ parameters: { key: "a\nb" } }, /^parameters\.key: must not contain control/],
      [{ parameters: { name: "k" } }, /^parameters\.name: unknown member$/],
      [{ timeouts: { create: "soon" } }, /^timeouts\.create: must be a duration such as/],
    ],
  ],
  [
    domain,
    shop,
    [
      [{ sld: "" }, /^sld: must not be empty$/],
      [{ sld: "https://shop" }, /^sld: must be only a name, without a scheme/],
      [{ tld: ".de" }, /^tld: must not begin or end with a dot/],
      ...["-bad", "bad-", "a.-bad", "bad-.a", "-"].map((sld): Refused => [
        { sld },
        /^sld: must not have a label that begins or ends/,
      ]),
      ...["a_b", "_dmarc", "a!", "a.b,c"].map((sld): Refused => [
        { sld },
        /^sld: must not have a character that no host name has/,
      ]),
      [{ domainNameTransfer: {} }, /^domainNameTransfer: must not be empty: declare authcode or authInfoProcedure/],
      [{ domainNameTransfer: { authcode: "", authInfoProcedure: 1 } }, /^domainNameTransfer\.authcode: must not be empty: /],
      [{ external: true, target: "" }, /^target: must not be empty$/],
      [{ accountIdentifier: "" }, /^accountIdentifier: must not be empty$/],
      [{ handles: {} }, /^handles: must not be empty: declare owner or admin, or leave it out$/],
      [{ sld: "shop.de" }, /^sld: ends in the top-level domain that `tld` declares/],
      [{ sld: "my.shop.DE" }, /^sld: ends in the top-level domain/],
      [{ sld: "shop.co.uk", tld: "co.uk" }, /^sld: ends in the top-level domain/],
      [{ sld: "shop.xn--p1ai", tld: "рф" }, /^sld: ends in the top-level domain/],
    ],
  ],
  [virtualAccount, account, [[{ password: "x".repeat(2000) }, /^password: must have at most 1024 characters/]]],
  [
    definitions.subdomain,
    blog,
    ["blog.müller.de", "BLOG.xn--mller-kva.DE", "müller.de", "a.b.müller.de"].map((name): Refused => [
      { name },
      /^name: must be only the labels below the domain, such as `blog`/,
    ]),
  ],
  ...(["contactPerson", "contractPartner", "billingRecipient"] as const).map((kind) => {
    const contact: readonly Refused[] = [
      [{ country: "Germany" }, /^country: must be a country code of two letters, such as DE$/],
      [{ phone: "0511 123456" }, /^phone: must be country, area and number joined by hyphens/],
    ];
    return [definitions[kind], { customerNumber: 1 }, contact] as const;
  }),
];

/** Places of an output that is joined to a text. */
const joined: readonly (readonly [place: string, Definition, Properties])[] = [
  ["url", webhook, { ...hook, url: reported }],
  ["headers.X-A", webhook, { ...hook, headers: { "X-A": json } }],
  ["accountIdentifier", domain, { ...shop, accountIdentifier: reported }],
  ["handles.owner.street", domain, { ...shop, handles: { owner: { ...sampleHandle, street: reported } } }],
  ["settings.a.b[1]", definitions.paymentSettings, { customerNumber: 1, settings: { a: { b: ["", reported] } } }],
  ["company", definitions.contactPerson, { customerNumber: 1, company: reported }],
  ["target", definitions.subdomain, { ...blog, target: reported }],
  ["password", virtualAccount, { ...account, password: reported }],
];

const accepted: readonly (readonly [Definition, Properties, readonly Properties[]])[] = [
  [webhook, hook, [{ headers: { "X-A": "b", B: "a***", C: "**" }, adopt: true, timeouts: { create: "1m30s" } }]],
  [domain, { ...shop, tld: "co.uk" }, ["müller", "xn--mller-kva", "a-b", "a--b", "*", "*.a", "shop.uk"].map((sld) => ({ sld }))],
  [domain, shop, [{ sld: "shop.co", tld: "uk" }, { sld: "de" }, { sld: "my-de" }]],
  [definitions.subdomain, blog, ["blog", "a.b", "xmüller.de", "de", "müller.de.blog", unknownValue].map((name) => ({ name }))],
  [definitions.subdomain, blog, [{ name: "blog.müller.de", domainIdentifier: unknownValue }]],
];

describe("arguments", () => {
  for (const [definition, valid, rows] of refused)
    for (const [changes, expected] of rows)
      it(`of a ${definition.label} are refused: ${expected.source}, ${JSON.stringify(changes).slice(0, 60)}`, () => {
        assert.match(checkArguments(definition, {}, { ...valid, ...changes })[0] ?? "no problem", expected);
      });

  for (const [place, definition, args] of joined)
    it(`are refused if an output is joined to a text, in ${place}`, () => {
      const [problem = ""] = checkArguments(definition, {}, args);
      assert.ok(problem.startsWith(`${place}: contains an output that was joined to a text`), problem);
      assert.match(problem, /Use `pulumi\.interpolate`/);
    });

  it("are accepted if valid", () => {
    for (const [definition, valid, rows] of accepted)
      for (const changes of rows) assert.deepEqual(checkArguments(definition, {}, { ...valid, ...changes }), []);
  });

  it("are refused if nested deeper than any real one, without a stack overflow", () => {
    const deep = JSON.parse('{"a":['.repeat(50_000) + "]}".repeat(50_000)) as unknown;
    assert.deepEqual(checkArguments(webhook, {}, { ...hook, headers: deep }), ["headers: is nested deeper than 100 levels"]);
  });

  it("never repeat a value, because it can be a secret", () => {
    const wrong = { ...account, password: ["planted-secret"], customerNumber: "planted-secret", description: 7 };
    assert.doesNotMatch(checkArguments(virtualAccount, {}, wrong).join("\n"), /planted-secret/);
  });
});

describe("an unknown value", () => {
  it("does not hide other wrong values", () => {
    for (const wrong of ["method", "url"])
      assert.equal(checkArguments(webhook, {}, { ...hook, [wrong]: 7, parameters: { key: unknownValue, other: 1 } }).length, 2);
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
        const messages = [text, { [text]: text }, [{ [text]: text }]]
          .flatMap((value) => checkArguments(definition, {}, { [name]: value, [text]: value, timeouts: { [text]: text } }))
          .concat(
            definition.identity.title(everything),
            nameOfObject({ ...definition, identity: { ...definition.identity, parse: () => ({}) } }, text, everything),
          );
        for (const each of messages) assert.doesNotMatch(each, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe("a title", () => {
  it("shows each unknown argument as unknown", () => {
    for (const { kind, fields, identity } of Object.values(definitions)) {
      const unknown = Object.fromEntries(Object.keys(fields).map((name) => [name, unknownValue]));
      assert.match(identity.title(unknown), /^[^?]*\(not known yet\)[^?]*$/, kind);
    }
    assert.equal(domain.identity.title({ ...shop, sld: unknownValue }), "(not known yet).de of account p1");
  });
});

describe("a change", () => {
  it("of what the API cannot change is refused with the solution that works", () => {
    const [problem] = checkArguments(virtualAccount, account, { ...account, articleNumber: 3002 });
    assert.match(problem ?? "", /^articleNumber: the API cannot change it, .* and order a new, billed one\. .*explain fixed`/);
    const [hidden] = checkArguments(domain, shop, { ...shop, handles: { owner: sampleHandle } });
    assert.match(hidden ?? "", /^handles: .*`ignoreChanges: \["handles"\]`/);
  });

  it("together with the identity creates a new object, where everything may differ", () => {
    assert.deepEqual(checkArguments(virtualAccount, account, { ...account, virtualName: "other", articleNumber: 3002 }), []);
  });

  const transfer = { ...shop, sld: "shop", domainNameTransfer: { authcode: "a" } };
  const changes: readonly (readonly [Definition, Properties, Properties, { update?: string[]; replace?: string[] }])[] = [
    [domain, transfer, { ...transfer, sld: "SHOP", domainNameTransfer: { authcode: "b" } }, {}],
    [domain, transfer, { ...transfer, tld: "at" }, { replace: ["tld"] }],
    [domain, { ...shop, sld: "müller" }, { ...shop, sld: "xn--mller-kva" }, {}],
    [webhook, { ...hook, headers: { a: "b" } }, hook, { update: ["headers"] }],
    [webhook, { ...hook, headers: {} }, hook, {}],
    [webhook, hook, { ...hook, url: "HTTPS://AGENCY.example:443/hook" }, {}],
  ];
  it("follows the policy of its field, in any spelling", () => {
    for (const [definition, olds, news, { update = [], replace = [] }] of changes)
      assert.deepEqual(differences(definition, olds, news), { update, replace, fixed: [] });
  });
});

describe("an entry of the state that an alias with another type names", () => {
  for (const kind of kinds)
    it(`is refused before its id is used, ${kind}`, () => {
      const definition = definitions[kind];
      for (const other of kinds.filter((each) => each !== kind)) {
        const olds = { [providerKey]: providerText(other) };
        const [message = "", ...others] = checkArguments(definition, olds, { colour: "red" });
        assert.deepEqual(others, []);
        assert.ok(message.startsWith(`The state has an entry of another kind for this ${labelOf(kind)}: ${labelOf(other)}. `));
        assert.throws(() => checkKind(definition, olds), { message });
      }
    });

  it("is accepted if its text names this kind, or none of this package", () => {
    for (const text of [undefined, 7, "exports.handler=()=>({})", providerText(""), `${providerText("webhook")}//1`]) {
      assert.deepEqual(checkArguments(webhook, { ...hook, [providerKey]: text }, hook), []);
      checkKind(webhook, { ...hook, [providerKey]: text });
    }
  });
});
