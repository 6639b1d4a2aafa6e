import assert from "node:assert/strict";
import { argumentsOf } from "../../cli/import/objects.js";
import { SecretPlaces } from "../../cli/import/program/values.js";
import { wantedKinds, select } from "../../cli/import/select.js";
import type { Login } from "../../cli/stack/logins.js";
import type { ObjectKey } from "../../provider/journal/journal-events.js";
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
    ["days", 14, false],
    ["iban", "hidden", true],
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

  const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
  const object = (kind: keyof typeof definitions, id: string, inputs: object) =>
    ({ definition: definitions[kind], found: { id, inputs, outputs: {} } }) as never;
  /** What is selected of these objects, of which an earlier import has declared those with that id. */
  const selected = (
    objects: never[],
    declared?: string,
    elsewhere: (object: ObjectKey) => string | undefined = () => undefined,
  ) =>
    select({
      login: { username: undefined, address: "https://api.example" } as Login,
      listed: { accounts: [], objects, failed: [] },
      isManaged: () => false,
      isDeclared: (_, id) => id === declared,
      isNew: (_, id) => id !== declared,
      elsewhere,
    });
  const ids = ({ objects }: Awaited<ReturnType<typeof selected>>) => objects.map(({ found: { id } }) => id);

  it("is an object of which the API shows a secret only masked", async () => {
    const [shown, masked] = ["a", "********"].map((value) => ({ ...hook, headers: { "X-Key": value } }));
    const found = await selected([object("webhook", "1", shown!), object("webhook", "2", masked!)]);
    assert.deepEqual(ids(found), ["1"]);
    assert.match(found.leftOut[0]!.why, /^the API shows only masks in its headers: .*`adopt: true`$/);
  });

  it("is a token, unless an earlier import has declared it", async () => {
    const token = [object("applicationToken", "5f1e", { description: "CI" })];
    assert.match((await selected(token)).leftOut[0]!.why, /^its token is shown at creation only: .*`ApplicationToken\.get`/);
    assert.deepEqual(ids(await selected(token, "5f1e")), ["5f1e"]);
  });

  it("is not what another stack has, which is named", async () => {
    const elsewhere = ({ kind, id, address }: ObjectKey) => `${kind} ${id} at ${address}`;
    const found = await selected([object("webhook", "1", hook)], undefined, elsewhere);
    assert.deepEqual([ids(found), found.attention[0]!.why], [["1"], "webhook 1 at https://api.example has it, too"]);
    assert.deepEqual((await selected([object("webhook", "1", hook)], "1", elsewhere)).attention, []);
  });

  const partner = { customerNumber: 7, firstName: "Erika", emailAddress: "erika@sommer.example" };
  for (const [title, objects, count] of [
    ["two webhooks", [object("webhook", "1", hook), object("webhook", "2", hook)], 2],
    ["one beside a declared webhook", [object("webhook", "1", hook), object("webhook", "declared", hook)], 1],
    ["a recipient like its partner", [object("contractPartner", "7", partner), object("billingRecipient", "7", partner)], 1],
  ] as const)
    it(`is not what says the same as another object, and it is named: ${title}`, async () => {
      assert.equal((await selected([...objects], "declared")).attention.length, count);
    });
});
