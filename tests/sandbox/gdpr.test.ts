import assert from "node:assert/strict";
import { useApi } from "../support/sandbox.js";

const day = 86_400_000;

describe("the sandbox's GDPR records", () => {
  const { call, control, expect, pass, send, stranger } = useApi();

  const references = async () => {
    const [tom] = await expect<{ _id: string }[]>(200, "listGdprToms");
    const contacts = await expect<{ _id: string; type: string; mail: string }[]>(200, "listGdprContacts");
    return { tom: tom!._id, client: contacts[1]!._id, recipient: contacts[0]!._id, mail: contacts[0]!.mail };
  };
  const create = async () => {
    const { mail, ...body } = await references();
    const contract = await expect<{ _id: string }>(201, "createGdprContract", {
      body: { html: "<p>We <b>agree</b>.</p>", ...body },
    });
    return { id: contract._id, parameters: { contractIdentifier: contract._id }, mail };
  };

  it("include contracts that are drafted, sent, reminded of and concluded, and are then permanent", async () => {
    const { id, parameters, mail } = await create();
    const read = async () => expect<Record<string, unknown>>(200, "getGdprContract", { parameters });
    const draft = await read();
    assert.equal((draft["tom"] as { content: string }).content.startsWith("Access"), true);
    assert.deepEqual(Object.keys(draft).sort(), [
      "_id",
      "client",
      "creationDate",
      "html",
      "isPartnerContract",
      "recipient",
      "tom",
    ]);
    await expect(204, "mailGdprContract", { parameters, body: { content: "Here: {{link}}" } });
    const sent = control().outbox().at(-1)!;
    assert.deepEqual([sent.to, sent.text], [mail, `Here: https://hosting.example/gdpr/confirm/${id}`]);
    assert.match(Buffer.from(sent.attachment!.content, "base64").toString("latin1"), /^%PDF-/);
    assert.ok("sentDate" in (await read()));
    await pass(15 * day);
    assert.ok("reminderSentDate" in (await read()));
    await expect(204, "acceptGdprContract", { parameters, body: { contractSigner: "Ada Winter", email: true } });
    const concluded = await read();
    assert.equal(concluded["contractSigner"], "Ada Winter");
    assert.ok("confirmationDate" in concluded);
    await expect(400, "acceptGdprContract", { parameters, body: { contractSigner: "Ada Winter" } });
    await expect(400, "mailGdprContract", { parameters });
    await expect(409, "deleteGdprContract", { parameters });
    await read();
  });

  it("refuse references that belong to another", async () => {
    const { mail: _, ...body } = await references();
    await (await stranger()).expect(500, "createGdprContract", { body: { html: "x", ...body } });
  });

  it("print contracts, and return uploaded PDFs unchanged", async () => {
    const { parameters } = await create();
    const printed = await call("renderGdprContractPdf", { parameters });
    assert.equal(printed.status, 200);
    const body = { name: "signed.pdf", pdf: printed.bytes.toString("base64") };
    const pdf = await expect<{ _id: string; name: string }>(201, "uploadGdprPdf", { body });
    assert.deepEqual(Object.keys(pdf).sort(), ["_id", "creationDate", "name"]);
    const pdfIdentifier = pdf._id;
    assert.deepEqual(await expect(200, "getGdprPdf", { parameters: { pdfIdentifier } }), pdf);
    assert.deepEqual(await expect(200, "listGdprPdfs"), [pdf]);
    const download = await call("downloadGdprPdf", { parameters: { pdfIdentifier } });
    assert.ok(download.bytes.equals(printed.bytes));
    await expect(204, "deleteGdprPdf", { parameters: { pdfIdentifier } });
    await expect(403, "downloadGdprPdf", { parameters: { pdfIdentifier } });
  });

  it("keep contacts, TOMs and presets permanently, separate for each login's customer", async () => {
    const address = { name: "N", street: "S", houseNumber: "1", zipCode: "1", city: "C", mail: "n@n.example", type: "client" };
    const config = { deep: { null: null, list: [1] } };
    const made: { readonly _id: string }[] = [];
    for (const [kind, name, body] of [
      ["Contact", "contactIdentifier", address],
      ["Tom", "tomIdentifier", { content: "Locks" }],
      ["ContractPreset", "contractPresetIdentifier", { name: "Standard", config }],
    ] as const) {
      const record = await expect<{ _id: string }>(201, `createGdpr${kind}`, { body });
      assert.deepEqual(record, { ...record, ...body });
      assert.deepEqual(await expect(200, `getGdpr${kind}`, { parameters: { [name]: record._id } }), record);
      made.push(record);
    }
    assert.deepEqual(await expect(200, "listGdprContractPresets"), [made[2]]);
    const clients = await expect<{ type: string }[]>(200, "listGdprContacts", { query: { type: "client" } });
    assert.deepEqual(new Set(clients.map(({ type }) => type)), new Set(["client"]));
    const other = await stranger();
    await other.expect(403, "getGdprContact", { parameters: { contactIdentifier: made[0]!._id } });
    assert.equal(await other.expect(200, "listGdprContractPresets"), null);
  });

  it("are deleted with their customer, and everything below it", async () => {
    await create();
    await expect(204, "deleteGdprCustomer", { parameters: { customerNumber: 100001 } });
    await expect(403, "getCustomer", { parameters: { customerNumber: 100001 } });
    assert.equal(control().store.domains.get("sommer-gartenbau.de"), undefined);
    await expect(204, "deleteGdprCustomer", { parameters: { customerNumber: 100000 } });
    assert.equal((await send("GET", "/v1/gdpr/contacts")).status, 503);
    assert.deepEqual(control().store.gdprContacts.all(), []);
  });
});
