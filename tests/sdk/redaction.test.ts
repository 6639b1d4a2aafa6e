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
  it("masks every occurrence and nothing else", () => {
    const secrets = new Secrets(["hunter22"]);
    assert.equal(secrets.redact("hunter22 said hunter22, not hunter2"), `${mask} said ${mask}, not hunter2`);
  });

  it("masks values that are added later", () => {
    const secrets = new Secrets();
    assert.equal(secrets.redact("tok-12345"), "tok-12345");
    secrets.add("tok-12345");
    assert.equal(secrets.redact("tok-12345"), mask);
  });

  it("leaves values that are too short", () => {
    const secrets = new Secrets(["a", "", "abc", undefined]);
    assert.equal(secrets.redact("abc, a cat"), "abc, a cat");
  });

  it("leaves a plain word, which would garble messages and show itself, but not its encoded forms", () => {
    const secrets = new Secrets(["wrong", "früh", "pulumi", "Pixelwerk"]);
    for (const text of ["an argument is missing or wrong, zu früh", "run `pulumi up`", "https://crm.pixelwerk.example/"])
      assert.equal(secrets.redact(text), text);
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

  it("masks the longer of two secrets, and the end of an overlapping one", () => {
    assert.equal(new Secrets(["pass", "password-1"]).redact("x password-1 y"), `x ${mask} y`);
    assert.equal(new Secrets(["abc1ef", "1efghi"]).redact("-abc1efghi-"), `-${mask}-`);
    assert.equal(new Secrets(["abc1efghij", "c1ef"]).redact("-abc1efghij-"), `-${mask}-`);
    assert.equal(new Secrets(["111111"]).redact("111111111"), mask);
  });

  it("masks values as they are, percent-encoded, in JSON and in HTML", () => {
    fc.assert(
      fc.property(distinct, fc.string(), fc.string(), (value, before, after) => {
        const secrets = new Secrets([value]);
        const json = JSON.stringify(value).slice(1, -1);
        const forms = [
          value,
          encodeURIComponent(value),
          encodeURIComponent(value).replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
          encodeURI(value),
          new URLSearchParams({ k: value }).toString().slice(2),
          json,
          json.replaceAll("/", "\\/"),
          json.replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
          json.replace(/[^\u0000-\u007e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).replaceAll("/", "\\/"),
          JSON.stringify(json).slice(1, -1),
          encodeURIComponent(encodeURIComponent(value)),
          escapeHtml(value),
          escapeHtml(escapeHtml(value)),
          escapeHtml(json),
          escapeHtml(JSON.stringify(json).slice(1, -1)),
          encodeURIComponent(json),
          encodeURIComponent(JSON.stringify(json).slice(1, -1)),
          encodeURIComponent(escapeHtml(value)),
          encodeURIComponent(escapeHtml(json)),
          escapeHtml(encodeURIComponent(value)),
          JSON.stringify(escapeHtml(json)).slice(1, -1),
          JSON.stringify(escapeHtml(json)).slice(1, -1).replaceAll("&", "\\u0026"),
        ];
        for (const form of forms) {
          const redacted = secrets.redact(`${before}|${form}|${after}`);
          assert.ok(redacted.includes(`|${mask}|`), form);
        }
      }),
    );
  });

  it("masks values in up to three encodings around each other, whatever each of them leaves as it is", () => {
    const octets = (prefix: string) => (character: string) =>
      Array.from(Buffer.from(character), (octet) => prefix + octet.toString(16).padStart(2, "0")).join("");
    const units = (character: string) =>
      Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
        "",
      );
    // The encoding, and what it has to encode.
    const encodings = [
      [octets("%"), "%"],
      [octets("\\x"), "\\"],
      [units, '\\"'],
      [(character: string) => `&#${character.codePointAt(0)};`, "&<>"],
      [(character: string) => `&#x${character.codePointAt(0)!.toString(16)};`, "&<>"],
    ] as const;
    const layer = fc.record({ encoding: fc.constantFrom(...encodings), also: fc.string({ unit: "grapheme", maxLength: 20 }) });
    const encode = (
      text: string,
      { encoding: [encoded, needed], also }: { encoding: (typeof encodings)[number]; also: string },
    ) => Array.from(text, (character) => ((needed + also).includes(character) ? encoded(character) : character)).join("");
    fc.assert(
      fc.property(
        distinct,
        fc.array(layer, { minLength: 1, maxLength: 3 }),
        fc.string(),
        fc.string(),
        (value, layers, before, after) => {
          const form = layers.reduce(encode, value);
          assert.ok(new Secrets([value]).redact(`${before}|${form}|${after}`).includes(`|${mask}|`), form);
        },
      ),
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

  it("masks path and query of an address, together and alone", () => {
    const secrets = new Secrets(["https://agency.example/hooks/s3cr%2Fet?key=a%26b&to=<c>#part"]);
    const query = "key=a%26b&to=<c>";
    for (const part of [`/hooks/s3cr%2Fet?${query}#part`, "/hooks/s3cr%2Fet", query])
      for (const form of [
        part,
        decodeURIComponent(part),
        escapeHtml(part),
        JSON.stringify(part).slice(1, -1),
        encodeURIComponent(part),
      ])
        assert.equal(secrets.redact(`POST ${form} failed`), `POST ${mask} failed`, form);
    assert.equal(secrets.redact("https://agency.example is away"), "https://agency.example is away");
  });

  it("masks path and query of an address that contains spaces", () => {
    const secrets = new Secrets([" https://agency.example/hooks/s3 cret?key=a b#part of it\n"]);
    for (const part of ["/hooks/s3 cret", "key=a b", "/hooks/s3 cret?key=a b#part of it"])
      for (const form of [part, part.replaceAll(" ", "%20"), part.replaceAll(" ", "+")])
        assert.equal(secrets.redact(`POST ${form} failed`), `POST ${mask} failed`, form);
  });

  it("does not take the value of a parameter for a cookie's, which would mask numbers of customers", () => {
    const secrets = new Secrets(["https://agency.example/hook?customer=110001", "session=110002"]);
    assert.equal(secrets.redact("account p110001 of customer 110001, 110002"), `account p110001 of customer 110001, ${mask}`);
    assert.equal(secrets.redact("GET /hook?customer=110001"), `GET ${mask}`);
  });

  it("masks a query of one word, which can be a key", () => {
    const secrets = new Secrets(["https://agency.example/webhooks?pl4nted"]);
    assert.equal(secrets.redact("GET /webhooks?pl4nted: no pl4nted, no webhooks"), `GET ${mask}: no ${mask}, no webhooks`);
  });

  it("leaves words that are the path of a secret address", () => {
    const secrets = new Secrets(["https://agency.example/webhooks", "https://agency.example/", "https://agency.example/a/?b"]);
    assert.equal(secrets.redact("GET /v1/webhooks/1: no webhooks, b"), "GET /v1/webhooks/1: no webhooks, b");
  });

  it("masks what a value percent-encodes, and leaves octets that are not text", () => {
    const secrets = new Secrets(["p%C3%A4ss%20word", "broken%FF%20one", "100%-sure"]);
    assert.equal(secrets.redact("päss word, päss%20word, p&auml;ss"), `${mask}, ${mask}, p&auml;ss`);
    assert.equal(secrets.redact("broken%FF%20one and 100%-sure"), `${mask} and ${mask}`);
    assert.equal(new Secrets(["%61%20b"]).redact("a b"), "a b");
  });

  it("masks values in HTML entities, and in nested HTML", () => {
    const value = `a&b<c>d"e'f`;
    const secrets = new Secrets([value, value.repeat(300)]);
    const named = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };
    const sets = [named, { ...named, "'": "#39" }, { ...named, "'": "#039" }, { ...named, "'": "#x27" }];
    for (const names of sets)
      for (const text of [value, value.repeat(300)]) {
        const escaped = text.replace(/[&<>"']/g, (character) => `&${names[character as keyof typeof names]};`);
        assert.equal(secrets.redact(`<${escaped}>`), `<${mask}>`);
      }
    assert.equal(secrets.redact("a&AMP;b&LT;c&GT;d&QUOT;e&#x27;f"), mask);
    assert.equal(secrets.redact(escapeHtml(escapeHtml(escapeHtml(value)))), mask);
  });

  it("masks all of a value that ends with the beginning of an encoding", () => {
    for (const [value, text] of [
      ["     %", "%20%20%20%20%20%25"],
      ["secret%", "secret%2525"],
      ["secret&", "secret&amp;"],
      ["secret&", "secret&#38;"],
      ["secret\\", "secret\\\\"],
    ] as const)
      assert.equal(new Secrets([value]).redact(`<${text}>`), `<${mask}>`, text);
  });

  it("masks values of six characters in base64, at any alignment", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[!-~]{6}$/),
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

  it("ends with a thousand secrets and a long text without any of them", () => {
    const secrets = new Secrets(Array.from({ length: 1000 }, (_, index) => `secret-number-${index}-${"x".repeat(20)}`));
    const text = Buffer.from("a message without any of them ".repeat(300)).toString("hex").slice(0, 10_000);
    assert.equal(secrets.redact(text), text);
  });

  it("masks values in base64, at any alignment", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 8, maxLength: 30 }).map((s) => `Zq9${s}`),
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 9 }),
        (value, before, after) => {
          const secrets = new Secrets([value]);
          for (const encoding of ["base64", "base64url"] as const) {
            const header = `Basic ${Buffer.from(`${before}:${value}:${after}`).toString(encoding)}`;
            const redacted = secrets.redact(header);
            assert.ok(redacted.includes(mask));
            const longest = redacted
              .split(mask)
              .map((part) => Buffer.from(part.replace("Basic ", ""), encoding).toString("latin1"));
            assert.ok(longest.every((part) => !part.includes(value)));
          }
        },
      ),
    );
  });

  it("leaves no trace of any of several secrets", () => {
    fc.assert(
      fc.property(
        fc.array(distinct, { minLength: 1, maxLength: 5 }),
        fc.array(fc.string(), { minLength: 6, maxLength: 6 }),
        (known, words) => {
          const text = known.map((value, index) => `${words[index]}${value}`).join("") + words[5]!;
          const redacted = new Secrets(known).redact(text);
          for (const value of known) assert.ok(!redacted.includes(value));
        },
      ),
    );
  });

  it("masks the secrets of one call only for that call", () => {
    const secrets = new Secrets(["always-1"]);
    assert.equal(secrets.including(["only-now"]).redact("always-1 only-now"), `${mask} ${mask}`);
    assert.equal(secrets.redact("always-1 only-now"), `${mask} only-now`);
  });
});

describe("the credentials in a header field", () => {
  const login = Buffer.from("agency:pass-word-1").toString("base64");
  for (const [field, repeated, shown] of [
    ["Bearer tok-123456", "token tok-123456 is not valid", `token ${mask} is not valid`],
    [`Basic ${login}`, "login agency:pass-word-1 is not known", `login ${mask} is not known`],
    [`Basic ${login}`, "password pass-word-1 is wrong", `password ${mask} is wrong`],
    ["session=abc-12345; theme=x", "no session abc-12345", `no session ${mask}`],
    ["Bearer token", "the token is not valid", "the token is not valid"],
  ] as const)
    it(`are masked without what is around them: ${repeated}`, () => assert.equal(new Secrets([field]).redact(repeated), shown));
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
