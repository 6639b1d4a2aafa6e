import assert from "node:assert/strict";
import { Api, useSandbox } from "../support/sandbox.js";

const day = 86_400_000;

describe("the sandbox's GDPR records", () => {
  const sandbox = useSandbox();
  let api: Api;

  beforeEach(async () => {
    api = await Api.login(sandbox().url);
  });

  const references = async () => {
    const [tom] = await api.expect<{ _id: string }[]>(200, "listGdprToms");
    const contacts = await api.expect<{ _id: string; type: string; mail: string }[]>(200, "listGdprContacts");
    return { tom: tom!._id, client: contacts[1]!._id, recipient: contacts[0]!._id, mail: contacts[0]!.mail };
  };
  const create = async () => {
    const { mail, ...body } = await references();
    const contract = await api.expect<{ _id: string }>(201, "createGdprContract", {
      body: { html: "<p>We <b>agree</b>.</p>", ...body },
    });
    return { id: contract._id, parameters: { contractIdentifier: contract._id }, mail };
  };

  it("include contracts that are drafted, sent, reminded of and concluded, and are then permanent", async () => {
    const { id, parameters, mail } = await create();
    const read = async () => api.expect<Record<string, unknown>>(200, "getGdprContract", { parameters });
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
    await api.expect(204, "mailGdprContract", { parameters, body: { content: "Here: {{link}}" } });
    const sent = sandbox().control.outbox().at(-1)!;
    assert.deepEqual([sent.to, sent.text], [mail, `Here: https://hosting.example/gdpr/confirm/${id}`]);
    assert.match(Buffer.from(sent.attachment!.content, "base64").toString("latin1"), /^%PDF-/);
    assert.ok("sentDate" in (await read()));
    sandbox().control.advance(15 * day);
    api = await Api.login(sandbox().url);
    assert.ok("reminderSentDate" in (await read()));
    await api.expect(204, "acceptGdprContract", { parameters, body: { contractSigner: "Ada Winter", email: true } });
    const concluded = await read();
    assert.equal(concluded["contractSigner"], "Ada Winter");
    assert.ok("confirmationDate" in concluded);
    await api.expect(400, "acceptGdprContract", { parameters, body: { contractSigner: "Ada Winter" } });
    await api.expect(400, "mailGdprContract", { parameters });
    await api.expect(409, "deleteGdprContract", { parameters });
    await read();
  });

  it("delete a contract that is not concluded", async () => {
    const { parameters } = await create();
    assert.equal((await api.expect<object[]>(200, "listGdprContracts")).length, 1);
    await api.expect(204, "deleteGdprContract", { parameters });
    await api.expect(403, "deleteGdprContract", { parameters });
    assert.equal(await api.expect(200, "listGdprContracts"), null);
  });

  it("answer 500 to references that do not exist or belong to another", async () => {
    const { mail: _, ...body } = await references();
    await api.expect(500, "createGdprContract", { body: { html: "x", ...body, tom: "unknown" } });
    const other = await Api.login(sandbox().url, "agency", "agency-password");
    await other.expect(500, "createGdprContract", { body: { html: "x", ...body } });
    await api.expect(400, "createGdprContract", { body: { ...body } });
  });

  it("print contracts, and return uploaded PDFs unchanged", async () => {
    const { parameters } = await create();
    const printed = await api.call("renderGdprContractPdf", { parameters });
    assert.equal(printed.status, 200);
    const body = { name: "signed.pdf", pdf: printed.bytes.toString("base64") };
    const pdf = await api.expect<{ _id: string; name: string }>(201, "uploadGdprPdf", { body });
    assert.deepEqual(Object.keys(pdf).sort(), ["_id", "creationDate", "name"]);
    const pdfIdentifier = pdf._id;
    assert.deepEqual(await api.expect(200, "getGdprPdf", { parameters: { pdfIdentifier } }), pdf);
    assert.deepEqual(await api.expect(200, "listGdprPdfs"), [pdf]);
    const download = await api.call("downloadGdprPdf", { parameters: { pdfIdentifier } });
    assert.ok(download.bytes.equals(printed.bytes));
    await api.expect(204, "deleteGdprPdf", { parameters: { pdfIdentifier } });
    await api.expect(403, "downloadGdprPdf", { parameters: { pdfIdentifier } });
    await api.expect(500, "uploadGdprPdf", { body: { name: "x", pdf: Buffer.from("not a PDF").toString("base64") } });
  });

  it("keep contacts, TOMs and presets permanently, separate for each login's customer", async () => {
    const contactInput = {
      name: "N",
      street: "S",
      houseNumber: "1",
      zipCode: "1",
      city: "C",
      mail: "n@n.example",
      type: "client",
    };
    const made = await api.expect<{ _id: string }>(201, "createGdprContact", { body: contactInput });
    const parameters = { contactIdentifier: made._id };
    assert.deepEqual(await api.expect(200, "getGdprContact", { parameters }), made);
    const clients = await api.expect<{ type: string }[]>(200, "listGdprContacts", { query: { type: "client" } });
    assert.deepEqual(new Set(clients.map(({ type }) => type)), new Set(["client"]));
    const tom = await api.expect<{ _id: string }>(201, "createGdprTom", { body: { content: "Locks" } });
    assert.deepEqual(await api.expect(200, "getGdprTom", { parameters: { tomIdentifier: tom._id } }), tom);
    const preset = await api.expect<{ _id: string }>(201, "createGdprContractPreset", {
      body: { name: "Standard", config: { deep: { null: null, list: [1] } } },
    });
    const presetParameters = { contractPresetIdentifier: preset._id };
    assert.deepEqual(await api.expect(200, "getGdprContractPreset", { parameters: presetParameters }), preset);
    assert.deepEqual((preset as unknown as { config: unknown }).config, { deep: { null: null, list: [1] } });
    assert.deepEqual(await api.expect(200, "listGdprContractPresets"), [preset]);
    const other = await Api.login(sandbox().url, "agency", "agency-password");
    await other.expect(403, "getGdprContact", { parameters });
    assert.equal(await other.expect(200, "listGdprContractPresets"), null);
  });

  it("are deleted with their customer, and everything below it", async () => {
    await create();
    await api.expect(403, "deleteGdprCustomer", { parameters: { customerNumber: 200001 } });
    await api.expect(204, "deleteGdprCustomer", { parameters: { customerNumber: 100001 } });
    await api.expect(403, "getCustomer", { parameters: { customerNumber: 100001 } });
    assert.equal(sandbox().control.store.domains.get("sommer-gartenbau.de"), undefined);
    await api.expect(204, "deleteGdprCustomer", { parameters: { customerNumber: 100000 } });
    assert.equal((await api.send("GET", "/v1/gdpr/contacts")).status, 503);
    assert.deepEqual(sandbox().control.store.gdprContacts.all(), []);
  });
});
