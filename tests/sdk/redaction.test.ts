import { randomUUID } from "node:crypto";
import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import { secret } from "../../sdk/models/schema.js";
import { WebhookInput } from "../../sdk/models/webhooks.js";
import { mask } from "../../sdk/redaction/mask.js";
import { Secrets, secretValues } from "../../sdk/redaction/redaction.js";
import { isMaskable } from "../../sdk/redaction/secret-forms.js";

/** Values with everything that the encodings treat specially. */
const values = fc.oneof(
  fc.string({ minLength: 4, maxLength: 40 }),
  fc.string({ unit: "grapheme", minLength: 4, maxLength: 20 }),
  fc
    .array(fc.constantFrom("&", "<", ">", '"', "'", "/", "\\", "%", "+", " ", "\n", "ä", "€", "p", "7", "(", "!"), {
      minLength: 4,
      maxLength: 20,
    })
    .map((c) => c.join("")),
);

/** Values that cannot appear in the surrounding words by chance. */
const distinct = values.map((value) => `Zq9${value}9qZ`);

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c]!);

describe("redaction of text", () => {
  const html = `a&b<c>d"e'f`;
  const planted = "https://agency.example/hooks/s3cr%2Fet?key=a%26b&to=<c>#part";
  const login = Buffer.from("agency:pass-word-1").toString("base64");
  for (const [title, known, text, expected] of [
    [
      "every occurrence and nothing else",
      ["hunter22"],
      "hunter22 said hunter22, not hunter2",
      `${mask} said ${mask}, not hunter2`,
    ],
    ["nothing of values that are too short", ["a", "", "abc", undefined], "abc, a cat", "abc, a cat"],
    ["no plain word", ["wrong", "früh"], "an argument is missing or wrong, zu früh", "an argument is missing or wrong, zu früh"],
    ["no plain word in another case", ["Pixelwerk"], "https://crm.pixelwerk.example/", "https://crm.pixelwerk.example/"],
    ["the longer of two secrets", ["pass", "password-1"], "x password-1 y", `x ${mask} y`],
    ["the end of an overlapping one", ["abc1ef", "1efghi"], "-abc1efghi-", `-${mask}-`],
    ["one within another", ["abc1efghij", "c1ef"], "-abc1efghij-", `-${mask}-`],
    ["one that overlaps itself", ["111111"], "111111111", mask],
    ["path and query of an address", [planted], "POST /hooks/s3cr%2Fet?key=a%26b&to=<c>#part failed", `POST ${mask} failed`],
    ["no host of an address", [planted], "https://agency.example is away", "https://agency.example is away"],
    [
      "no number of a parameter as a cookie's",
      ["https://a.example/hook?customer=110001"],
      "p110001 of 110001",
      "p110001 of 110001",
    ],
    ["the value of a cookie", ["session=110002"], "110002", mask],
    [
      "a query of one word, which can be a key",
      ["https://a.example/webhooks?pl4nted"],
      "GET /webhooks?pl4nted: no pl4nted",
      `GET ${mask}: no ${mask}`,
    ],
    ["no words of a path", ["https://a.example/webhooks", "https://a.example/a/?b"], "/v1/webhooks/1, b", "/v1/webhooks/1, b"],
    ["what a value percent-encodes", ["p%C3%A4ss%20word"], "päss word, päss%20word, p&auml;ss", `${mask}, ${mask}, p&auml;ss`],
    ["octets that are not text", ["broken%FF%20one", "100%-sure"], "broken%FF%20one and 100%-sure", `${mask} and ${mask}`],
    ["nothing that is too short once decoded", ["%61%20b"], "a b", "a b"],
    ["entities in any case", [html], "a&AMP;b&LT;c&GT;d&QUOT;e&#x27;f", mask],
    ["nested HTML", [html], escapeHtml(escapeHtml(escapeHtml(html))), mask],
    ["an encoded end of an encoding", ["     %"], "<%20%20%20%20%20%25>", `<${mask}>`],
    ["an end encoded twice", ["secret%"], "<secret%2525>", `<${mask}>`],
    ["an end that is an entity", ["secret&"], "<secret&amp;>, <secret&#38;>", `<${mask}>, <${mask}>`],
    ["an end that is escaped", ["secret\\"], "<secret\\\\>", `<${mask}>`],
    ["a token without its scheme", ["Bearer tok-123456"], "token tok-123456 is not valid", `token ${mask} is not valid`],
    ["a login without its scheme", [`Basic ${login}`], "login agency:pass-word-1", `login ${mask}`],
    ["a password alone", [`Basic ${login}`], "password pass-word-1 is wrong", `password ${mask} is wrong`],
    ["one of several cookies", ["session=abc-12345; theme=x"], "no session abc-12345", `no session ${mask}`],
    ["spaces as plus signs", ["pass word-1"], "k=pass+word-1", `k=${mask}`],
    ["no word that is a token", ["Bearer token"], "the token is not valid", "the token is not valid"],
  ] as const)
    it(`masks ${title}`, () => assert.equal(new Secrets(known).redact(text), expected));

  it("masks values that are added later, and those of one call only for that call", () => {
    const secrets = new Secrets();
    assert.equal(secrets.including(["tok-12345"]).redact("tok-12345"), mask);
    assert.equal(secrets.redact("tok-12345"), "tok-12345");
    secrets.add("tok-12345");
    assert.equal(secrets.redact("tok-12345"), mask);
  });

  it("masks encoded forms of a plain word, and the word as a value", () => {
    const secrets = new Secrets(["wrong", "früh", "Pixelwerk"]);
    assert.deepEqual(secrets.scrub({ name: "pixelwerk", password: "pixelwerk" }), { name: "pixelwerk", password: mask });
    for (const form of ["%77rong", "w\\u0072ong", "fr%C3%BCh", "77726f6e67"])
      assert.equal(secrets.redact(`<${form}>`), `<${mask}>`, form);
    assert.ok(!secrets.redact(Buffer.from("abcwrong").toString("base64")).includes("d3Jvbm"));
  });

  it("masks everything of a safe length wherever it occurs, and short values that are no words", () => {
    const real = ["correcthorse", "korrektpferd batterie", "pix3lwerk", "pixelWerk", "PIXELWERK", "pixel-werk", randomUUID()];
    for (const value of ["ab12", "a-b-", "12345", ...real])
      assert.equal(new Secrets([value]).redact(`x${value}x`), `x${mask}x`, value);
    for (const value of ["ab12", ...real]) assert.ok(isMaskable(value), value);
    for (const value of ["wrong", "Wrong", "abc", "1", "pixelwerk"]) assert.ok(!isMaskable(value), value);
  });

  it("masks values as long as files, in their usual spellings", () => {
    const file = '<p class="a">Überlassung & mehr</p>\n'.repeat(10_000);
    const secrets = new Secrets([file]);
    const writings = [file, JSON.stringify(file).slice(1, -1), encodeURIComponent(file), Buffer.from(file).toString("base64")];
    for (const writing of writings) assert.equal(secrets.redact(`before ${writing} after`), "before [secret] after");
    assert.equal(secrets.redact("a text without it"), "a text without it");
  });

  it("masks values in up to three encodings around each other, whatever each of them leaves as it is", () => {
    const octets = (prefix: string) => (character: string) =>
      Array.from(Buffer.from(character), (octet) => prefix + octet.toString(16).padStart(2, "0")).join("");
    const units = (character: string) =>
      character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    /** Encodes some characters: those that it has to, and others. */
    const some =
      (encoded: (character: string) => string, needed: string) =>
      (text: string, others: string): string =>
        Array.from(text, (each) => ((needed + others).includes(each) ? encoded(each) : each)).join("");
    const json = (text: string) => JSON.stringify(text).slice(1, -1);
    const encodings = [
      some(octets("%"), "%"),
      some(octets("\\x"), "\\"),
      some(units, '\\"'),
      some((character) => `&#${character.codePointAt(0)};`, "&<>"),
      some((character) => `&#x${character.codePointAt(0)!.toString(16)};`, "&<>"),
      (text: string) => encodeURIComponent(text),
      (text: string) => encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
      encodeURI,
      json,
      (text: string) => json(text).replaceAll("/", "\\/"),
      escapeHtml,
    ];
    const layer = fc.tuple(fc.constantFrom(...encodings), fc.string({ unit: "grapheme", maxLength: 20 }));
    fc.assert(
      fc.property(distinct, fc.array(layer, { maxLength: 3 }), fc.string(), fc.string(), (value, layers, before, after) => {
        const form = layers.reduce((text, [encode, others]) => encode(text, others), value);
        assert.ok(new Secrets([value]).redact(`${before}|${form}|${after}`).includes(`|${mask}|`), form);
      }),
      { numRuns: 500 },
    );
  });

  it("masks values in upper and lower case, also encoded", () => {
    const secrets = new Secrets(['Pass-Wörd "7"', "Schlüssel&Co"]);
    for (const value of ['Pass-Wörd "7"', "Schlüssel&Co"])
      for (const text of [value.toUpperCase(), value.toLowerCase()])
        for (const form of [text, JSON.stringify(text).slice(1, -1), escapeHtml(text), encodeURIComponent(text)])
          assert.equal(secrets.redact(`<${form}>`), `<${mask}>`, form);
  });

  it("masks values beyond ASCII composed, decomposed, and read in another encoding", () => {
    const utf8 = (text: string, encoding: string) => new TextDecoder(encoding).decode(Buffer.from(text));
    for (const value of ["Pässwörd-ß", "Pässwörd-ß".normalize("NFD"), "geheim-€-東京", "ﬁnesse-Å-Åå", "lost-\ufffd-sign"]) {
      const secrets = new Secrets([value]);
      for (const form of [value, value.normalize("NFC"), value.normalize("NFD")])
        for (const text of [form, utf8(form, "windows-1252"), Buffer.from(form).toString("latin1")])
          for (const written of [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), escapeHtml(text)])
            assert.equal(secrets.redact(`<${written}>`), `<${mask}>`, written);
    }
    const secrets = new Secrets(["Pässwörd-ß"]);
    assert.equal(secrets.redact(new TextDecoder().decode(Buffer.from("<Pässwörd-ß>", "latin1"))), `<${mask}>`);
  });

  it("masks values in hexadecimal digits, with any separators", () => {
    const octets = (value: string, each: (hex: string) => string, between = "") =>
      Array.from(Buffer.from(value), (octet) => each(octet.toString(16).padStart(2, "0"))).join(between);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 6, maxLength: 20 }), (value) => {
        const secrets = new Secrets([value]);
        const dumps = ["", " ", ":", "-", ", ", ",0x"].map((between) => octets(value, (hex) => hex, between));
        const escaped = ["%", "\\x", "\\\\x", "%25"].map((mark) => octets(value, (hex) => mark + hex));
        for (const form of [...dumps, ...escaped])
          for (const text of [form, form.toUpperCase().replaceAll("X", "x")])
            assert.equal(secrets.redact(`<${text}>`), `<${mask}>`, text);
        const surrounded = Buffer.from(`{"password":"${value}"}`).toString("hex");
        assert.ok(!secrets.redact(surrounded).includes(octets(value, (hex) => hex)));
      }),
    );
  });

  it("masks path and query of an address, together and alone, in any form", () => {
    const spaced = " https://agency.example/hooks/s3 cret?key=a b#part of it\n";
    for (const [address, parts] of [
      [planted, ["/hooks/s3cr%2Fet?key=a%26b&to=<c>#part", "/hooks/s3cr%2Fet", "key=a%26b&to=<c>"]],
      [spaced, ["/hooks/s3 cret", "key=a b", "/hooks/s3 cret?key=a b#part of it"]],
    ] as const)
      for (const part of parts)
        for (const form of [
          part,
          decodeURIComponent(part),
          escapeHtml(part),
          JSON.stringify(part).slice(1, -1),
          encodeURIComponent(part),
          ...(address === spaced ? [part.replaceAll(" ", "%20"), part.replaceAll(" ", "+")] : []),
        ])
          assert.equal(new Secrets([address]).redact(`POST ${form} failed`), `POST ${mask} failed`, form);
  });

  it("masks values in base64, at any alignment", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.stringMatching(/^[!-~]{6}$/),
          fc.string({ minLength: 8, maxLength: 30 }).map((text) => `Zq9${text}`),
        ),
        fc.string({ unit: "binary-ascii", maxLength: 9 }),
        fc.string({ unit: "binary-ascii", maxLength: 9 }),
        fc.constantFrom("base64" as const, "base64url" as const),
        (value, before, after, encoding) => {
          const encoded = Buffer.from(before + value + after).toString(encoding);
          const parts = new Secrets([value]).redact(encoded).split(mask);
          assert.ok(parts.length > 1, encoded);
          assert.ok(parts.every((part) => !Buffer.from(part, encoding).toString("latin1").includes(value)));
        },
      ),
    );
  });
});

describe("redaction of data", () => {
  it("masks members by name, in any spelling, and known values everywhere", () => {
    const secrets = new Secrets(["hunter22"]);
    const data = {
      token: "t",
      "auth-code": "a",
      authCode: { deep: 1 },
      authcode: ["x"],
      Authorization: "Bearer x",
      password: null,
      name: "hunter22!",
      list: [{ jwt: "j", note: "fine" }, 7, null],
      hunter22: true,
    };
    assert.deepEqual(secrets.scrub(data), {
      token: mask,
      "auth-code": mask,
      authCode: mask,
      authcode: mask,
      Authorization: mask,
      password: null,
      name: `${mask}!`,
      list: [{ jwt: mask, note: "fine" }, 7, null],
      [mask]: true,
    });
  });

  it("masks what the schema marks as secret", () => {
    const webhook = { url: "https://a.example", headers: { "X-Key": "k" }, parameters: { key: "k", value: "v" } };
    assert.deepEqual(new Secrets().scrub(webhook, WebhookInput), {
      url: "https://a.example",
      headers: mask,
      parameters: { key: "k", value: mask },
    });
  });

  it("masks the login and the query of an address", () => {
    const webhook = { eventType: "x", method: "POST", url: "https://ci:planted@a.example/hook?key=planted-key" };
    assert.deepEqual(new Secrets().scrub(webhook, WebhookInput), { ...webhook, url: `https://${mask}@a.example/hook?${mask}` });
    assert.deepEqual(secretValues(WebhookInput, webhook), ["planted", "ci:planted", "planted-key"]);
    const url = "https://ci:planted@a.example/services/T0SECRET";
    const shown = `https://${mask}@a.example/${mask}`;
    assert.deepEqual(new Secrets().scrub({ ...webhook, url }, WebhookInput), { ...webhook, url: shown });
    const secrets = new Secrets(secretValues(WebhookInput, { ...webhook, url }));
    assert.ok(!secrets.redact(`POST ${url} failed; /services/T0SECRET?`).includes("T0SECRET"));
    assert.deepEqual(secretValues(WebhookInput, { ...webhook, url: "https://a.example/@x" }), []);
  });

  it("collects the values that the schema marks", () => {
    const schema = z.object({
      a: secret(z.string()).optional(),
      b: z.array(z.object({ c: secret(z.record(z.string(), z.string())).nullable(), d: z.string() })),
      e: z.union([z.string(), z.object({ f: secret(z.string()) })]),
    });
    const data = {
      a: "one",
      b: [
        { c: { x: "two", y: "three" }, d: "plain" },
        { c: null, d: "plain" },
      ],
      e: { f: "four" },
    };
    assert.deepEqual(secretValues(schema, data), ["one", "two", "three", "four"]);
    assert.deepEqual(secretValues(schema, "nonsense"), []);
    assert.deepEqual(secretValues(schema, { a: ["odd"], b: "odd", e: 1 }), ["odd"]);
  });
});
