import assert from "node:assert/strict";
import fc from "fast-check";
import prettier from "prettier";
import { runInNewContext } from "node:vm";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { domain } from "../../provider/resources/domain.js";
import { gdprContact } from "../../provider/resources/gdprContact.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { gdprTom } from "../../provider/resources/gdprTom.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import { ofAnyKind } from "../../provider/definition/definition.js";
import { codeOf, declarationCode, Expression, variableFor } from "../../cli/import/program/code.js";
import { importLine } from "../../cli/import/program/files.js";
import { withChosen, naturalName, namesFor } from "../../cli/import/names.js";
import { actingTexts, hostileText } from "../support/hostile.js";

const tokens = (...given: readonly (readonly [id: string, description: string])[]) =>
  given.map(([id, description]) => ({
    definition: ofAnyKind(applicationToken),
    found: { id, inputs: { description }, outputs: {} },
  }));

describe("code of hosting import", () => {
  const values: Readonly<Record<string, unknown>> = {
    texts: { plain: "a", quotes: 'say "yes"', both: `"'`, apostrophe: "it's", lines: "a\nb\\", empty: "" },
    "long texts": { key: "x".repeat(90), of: "x".repeat(90), longer: "x".repeat(70), "not a name": "y".repeat(80) },
    "long references": {
      reference: new Expression(`${"domainOfTheGardener".repeat(4)}.domainIdentifier`),
      secret: new Expression(`config.requireSecret("${"postAgencyExampleHook".repeat(3)}")`),
    },
    nesting: { inner: { a: 1, b: { c: [true, false, null] } }, flat: { a: 1, b: "2" }, none: {}, no: [] },
    lists: {
      short: [1, 2, 3],
      numbers: Array.from({ length: 60 }, (_, index) => index * 1000),
      texts: Array.from({ length: 9 }, (_, index) => `number ${index}`),
      objects: [{ a: 1 }, { a: 2 }],
      larger: [
        { a: 1, b: 2 },
        { a: 2, b: 3 },
      ],
    },
    names: { "2024": {}, größe: {}, "shop-1": { target: "/shop" }, valid_1: {}, short: new Expression("short") },
  };

  for (const [name, args] of Object.entries(values))
    it(`is formatted as Prettier does: ${name}`, async () => {
      for (const variable of [undefined, "resource", "aVeryLongNameOfAConstantForAResource"])
        for (const options of [undefined, { deletedWith: new Expression("domain") }]) {
          const declaration = { variable, className: "Webhook", name: "hook", args: args as Record<string, unknown> };
          const code = `${declarationCode(options === undefined ? declaration : { ...declaration, options })}\n`;
          assert.equal(await prettier.format(code, { parser: "typescript" }), code);
        }
    });

  it("cannot be left by a text, nor hide anything", () => {
    for (const text of [
      '"); process.exit(1); ("',
      "\u202etxt",
      "\u0000\u001b[31m",
      "</script>",
      "${process.exit(1)}",
      '\'"\'"""',
    ]) {
      const code = codeOf(text, 0, 0);
      assert.equal(runInNewContext(code), text);
      assert.match(code, /^[ -~]*$/);
    }
  });

  it("declares a member of any name", () => {
    const args = Object.fromEntries(["__proto__", "constructor", "a b"].map((name) => [name, { target: "/" }]));
    const declared = runInNewContext(`(${codeOf(args, 0, 0)})`) as object;
    assert.deepEqual(Object.getOwnPropertyNames(declared).sort(), ["__proto__", "a b", "constructor"]);
  });

  it("imports a file whose name holds quotes", () => {
    assert.equal(importLine(`accounts/a";x.ts`, false), `import './accounts/a";x';`);
    assert.equal(importLine("login.ts", true), 'import "./login.js";');
  });

  it("names constants", () => {
    assert.deepEqual(["garden-of-sommer.de", "Bäckerei Müller", "2024-x", "p100001"].map(variableFor), [
      "gardenOfSommerDe",
      "backereiMuller",
      "_2024X",
      "p100001",
    ]);
  });
});

describe("names of hosting import", () => {
  const of = (accountIdentifier: string, sld: string) => ({ accountIdentifier, sld, tld: "de" });
  const hook = (url: string) => ({ eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url });
  for (const [definition, inputs, expected] of [
    [domain, of("p1", "Größe"), "xn--gre-6ka8i.de"],
    [webhook, hook("https://a:b@agency.example/h?x=1"), "post-agency.example-h"],
    [webhook, hook("https://agency.example/h?token=planted#planted"), "post-agency.example-h"],
    [webhook, hook("https://chat.example/hooks/planted0123456789planted"), "post-chat.example-hooks"],
    [applicationToken, { description: "Deployment of the shop" }, "deployment-of-the-shop"],
    [gdprTom, { content: "Access control: locked rooms. Backups: daily, kept." }, "access-control-locked-rooms-backups"],
    [gdprTom, { content: "<h1>Measures</h1>\n<ul><li>Access &amp; keys</li></ul>" }, "measures-access-keys"],
    [gdprContract, { html: "<p>", tom: "a", client: "b", recipient: "c" }, "gdpr-contract"],
    [gdprContact, { name: "Meier on Tour of customer 5" }, "meier-on-tour-of-customer-5"],
    [virtualAccount, { customerNumber: 1, virtualName: "Shop of Wonders" }, "shop-of-wonders"],
    [subdomain, { accountIdentifier: "p1", domainIdentifier: "on.de", name: "of" }, "of.on.de"],
  ] as const)
    it(`are what people would choose: ${expected}`, () => {
      assert.equal(naturalName(ofAnyKind<never, never, never>(definition as never), { id: "1", inputs, outputs: {} }), expected);
    });

  it("have nothing that acts or hides, whatever an object is called", () => {
    const assertName = (text: string) => {
      for (const definition of [ofAnyKind(gdprContact), ofAnyKind(gdprTom), ofAnyKind(applicationToken)]) {
        const inputs = { name: text, content: text, description: text };
        const name = naturalName(definition, { id: "1", inputs, outputs: {} });
        assert.match(name, /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,58}[\p{L}\p{N}])?$/u, JSON.stringify(text));
      }
    };
    for (const text of actingTexts) assertName(text);
    fc.assert(fc.property(hostileText, fc.string({ maxLength: 80 }), (one, other) => assertName(`${one}<b>${other}`)));
  });

  it("come from what a title mentions, if an object has no name of its own", () => {
    const contact = (id: string, name: string) => ({
      definition: ofAnyKind(gdprContact),
      found: { id, inputs: { name }, outputs: {} },
    });
    const inputs = { html: "<p>", tom: "a", client: "b", recipient: "c" };
    const contract = { definition: ofAnyKind(gdprContract), found: { id: "d", inputs, outputs: {} } };
    const objects = [contract, contact("c", "Winter Agentur"), contact("b", "Bäckerei Albrecht")];
    assert.equal(namesFor(objects, { given: new Map(), isTaken: () => false }).get(contract), "gdpr-contract-bäckerei-albrecht");
  });

  it("collide in the same way each time, whatever the order, and stay as they were", () => {
    const objects = tokens(["b", "CI"], ["a", "CI!"], ["c", "ci"]);
    const free = () => false;
    const byId = (names: ReadonlyMap<(typeof objects)[number], string>) =>
      Object.fromEntries(Array.from(names, ([{ found }, name]) => [found.id, name] as const).sort());
    const expected = { a: "ci", b: "ci-2", c: "ci-3" };
    assert.deepEqual(byId(namesFor(objects, { given: new Map(), isTaken: free })), expected);
    assert.deepEqual(byId(namesFor([...objects].reverse(), { given: new Map(), isTaken: free })), expected);
    const earlier = new Map([[JSON.stringify(["applicationToken", "c"]), "ci"]]);
    assert.deepEqual(byId(namesFor(objects, { given: earlier, isTaken: free })), { a: "ci-2", b: "ci-3", c: "ci" });
    assert.deepEqual(byId(namesFor(objects, { given: new Map(), isTaken: (_, name) => name === "ci" })), {
      a: "ci-2",
      b: "ci-3",
      c: "ci-4",
    });
  });

  describe("that a person chooses", () => {
    const imported = tokens(["a", "CI"], ["b", "Backup"], ["c", "Old"]).map((each) => ({
      ...each,
      args: {},
      customerNumber: undefined,
    }));
    const keyOf = (id: string) => JSON.stringify(["applicationToken", id]);
    const known = { given: new Map([[keyOf("c"), "old"]]), isTaken: (_: string, name: string) => name === "taken" };
    const choosing = (...chosen: readonly (readonly [id: string, name: string])[]) => {
      const objects = chosen.map(([id, name]) => ({ kind: "applicationToken", id, name }));
      return namesFor(imported, withChosen(known, { path: "names.json", objects }, imported));
    };

    it("win over natural ones, and leave earlier ones", () => {
      const names = choosing(["a", "backup"], ["c", "old"]);
      assert.deepEqual([...imported.map((each) => names.get(each))], ["backup", "backup-2", "old"]);
    });

    for (const [reason, ...chosen] of [
      [/applicationToken x: this import does not declare it/, ["x", "any"]],
      [/applicationToken c: it keeps its name, old/, ["c", "new"]],
      [/applicationToken a: it has two names/, ["a", "one"], ["a", "two"]],
      [/applicationToken b: another ApplicationToken has the name one/, ["a", "one"], ["b", "one"]],
      [/applicationToken a: another ApplicationToken has the name taken/, ["a", "taken"]],
      ...["", "a::b", "\u202ea", "a".repeat(101)].map((name) => [/applicationToken a: its name must/, ["a", name]] as const),
    ] as const)
      it(`are refused: ${JSON.stringify(chosen)}`, () => {
        assert.throws(() => choosing(...(chosen as (readonly [string, string])[])), reason);
      });
  });
});
