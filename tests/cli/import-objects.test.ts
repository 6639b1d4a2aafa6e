import assert from "node:assert/strict";
import { argumentsOf } from "../../cli/import/objects.js";
import { SecretPlaces } from "../../cli/import/program/values.js";
import { wantedKinds, select } from "../../cli/import/select.js";
import type { Login } from "../../cli/stack/logins.js";
import { definitions } from "../support/definitions.js";

describe("what an import declares of an object", () => {
  it("omits what a program need not declare and cannot declare as the API shows it", () => {
    const shown = { customerNumber: 1, lastName: "Sommer", country: "DE", phone: "0511 123456", zip: "" };
    assert.deepEqual(argumentsOf(definitions.contractPartner, { id: "1", inputs: shown, outputs: {} }), {
      customerNumber: 1,
      lastName: "Sommer",
      country: "DE",
    });
  });
});

describe("settings of a customer that an import declares", () => {
  it("are not empty", () => {
    const settings = { paymentMethod: "invoice", iban: "", mandate: null };
    const found = { id: "1", inputs: { customerNumber: 1, settings }, outputs: {} };
    assert.deepEqual(argumentsOf(definitions.paymentSettings, found)["settings"], { paymentMethod: "invoice" });
    const billing = { id: "1", inputs: { customerNumber: 1, vatID: "" }, outputs: {} };
    assert.deepEqual(argumentsOf(definitions.billingSettings, billing), { customerNumber: 1 });
  });

  for (const [name, value, isSecret] of [
    ["paymentMethod", "invoice", false],
    ["paymentMethod", "DIRECT_DEBIT", false],
    ["days", 14, false],
    ["active", true, false],
    ["iban", "hidden", true],
    ["mandate", "M-2031-7", true],
    ["account", 1234567, true],
    ["bank", { holder: "Sommer", iban: "DE1" }, true],
  ] as const)
    it(`are ${isSecret ? "" : "not "}secret: ${name} ${JSON.stringify(value)}`, () => {
      const args = { customerNumber: 1, settings: { [name]: value } };
      const found = { id: "1", inputs: args, outputs: {} };
      const definition = definitions.paymentSettings;
      const places = new SecretPlaces();
      const written = places.withoutSecrets({ definition, found, args, customerNumber: 1, name: "c", file: "c.ts" });
      assert.equal(places.taken.length, isSecret ? 1 : 0);
      if (!isSecret) assert.deepEqual(written, args);
    });
});

describe("what an import leaves out", () => {
  it("is what belongs to the login, if customers are named and kinds are not", async () => {
    assert.ok((await wantedKinds(undefined)).names.includes("webhook"));
    const { names, ofLogin, isListed } = await wantedKinds(undefined, ["gdprTom"], true);
    assert.deepEqual([names.includes("webhook"), isListed("webhook"), isListed("domain")], [false, false, true]);
    assert.deepEqual(
      [ofLogin.includes("webhook"), ofLogin.includes("gdprTom"), ofLogin.includes("domain")],
      [true, false, false],
    );
    assert.deepEqual((await wantedKinds(["webhook"], [], true)).ofLogin, []);
  });

  it("is an object of which the API shows a secret only masked", async () => {
    const shown = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
    const object = (id: string, headers: object) =>
      ({ definition: definitions.webhook, found: { id, inputs: { ...shown, headers }, outputs: { uid: id } } }) as never;
    const { objects, leftOut } = await select({
      login: { username: undefined } as Login,
      listed: {
        accounts: [],
        objects: [object("1", { "X-Key": "a" }), object("2", { "X-Key": "********" })],
        failed: [],
      },
      isManaged: () => false,
      isDeclared: () => false,
      isNew: () => true,
      elsewhere: () => undefined,
    });
    assert.deepEqual(
      objects.map(({ found: { id } }) => id),
      ["1"],
    );
    assert.match(leftOut.map(({ why }) => why).join(), /^the API shows only masks in its headers: .*`adopt: true`$/);
  });

  it("is not what another stack has, which is named", async () => {
    const shown = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
    const object = { definition: definitions.webhook, found: { id: "1", inputs: shown, outputs: { uid: "1" } } } as never;
    const selected = (isDeclared: boolean) =>
      select({
        login: { username: undefined, address: "https://api.example" } as Login,
        listed: { accounts: [], objects: [object], failed: [] },
        isManaged: () => false,
        isDeclared: () => isDeclared,
        isNew: () => !isDeclared,
        elsewhere: ({ kind, id, address }) => `${kind} ${id} at ${address}`,
      });
    const { objects, attention } = await selected(false);
    assert.equal(objects.length, 1);
    assert.deepEqual(
      attention.map(({ why }) => why),
      ["webhook 1 at https://api.example has it, too"],
    );
    assert.deepEqual((await selected(true)).attention, []);
  });

  it("is what says the same as another object, and both are named", async () => {
    const shown = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
    const partner = { customerNumber: 7, firstName: "Erika", emailAddress: "erika@sommer.example" };
    const object = (kind: "webhook" | "applicationToken" | "contractPartner" | "billingRecipient", id: string, inputs: object) =>
      ({ definition: definitions[kind], found: { id, inputs, outputs: {} } }) as never;
    const attentionTo = async (...objects: never[]) => {
      const { attention } = await select({
        login: { username: undefined } as Login,
        listed: { accounts: [], objects, failed: [] },
        isManaged: () => false,
        isDeclared: (_, id) => id === "declared",
        isNew: (_, id) => id !== "declared",
        elsewhere: () => undefined,
      });
      return attention.map(({ what }) => what);
    };
    assert.equal((await attentionTo(object("webhook", "1", shown), object("webhook", "2", shown))).length, 2);
    assert.equal(
      (await attentionTo(object("webhook", "1", shown), object("webhook", "2", { ...shown, method: "GET" }))).length,
      0,
    );
    assert.equal((await attentionTo(object("webhook", "1", shown), object("webhook", "declared", shown))).length, 1);
    const token = { description: "CI" };
    assert.equal((await attentionTo(object("applicationToken", "1", token), object("applicationToken", "2", token))).length, 2);
    const repeated = await attentionTo(object("contractPartner", "7", partner), object("billingRecipient", "7", partner));
    assert.deepEqual(repeated.length, 1);
    assert.match(repeated[0]!, /^billing recipient /);
  });

  it("is a token, unless an earlier import has declared it", async () => {
    const token = { id: "5f1e", inputs: { description: "CI" }, outputs: { uuid: "5f1e", crdate: 0 } };
    const objects = [{ definition: definitions.applicationToken, found: token }] as never;
    const selected = (isDeclared: boolean) =>
      select({
        login: { username: undefined } as Login,
        listed: { accounts: [], objects, failed: [] },
        isManaged: () => false,
        isDeclared: () => isDeclared,
        isNew: () => !isDeclared,
        elsewhere: () => undefined,
      });
    assert.match((await selected(false)).leftOut[0]!.why, /^its token is shown at creation only: .*`ApplicationToken\.get`/);
    assert.equal((await selected(true)).objects.length, 1);
  });
});
