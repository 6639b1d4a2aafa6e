import type { GdprIdentifiers } from "../../sdk/models/gdpr.js";
import { customerOf } from "../rules/access.js";
import { timestamp } from "../state/clock.js";
import type { Handlers } from "./handler.js";
import { htmlToText, reserialised } from "../rules/html.js";
import { renderPdf } from "../rules/pdf.js";
import type { GdprContact, GdprContract, GdprContractPreset, GdprPdf, GdprTom, Login } from "../state/records.js";
import { remove } from "../rules/removal.js";
import { Refusal, empty, file, json, message, visible } from "../http/reply.js";
import { present } from "../http/shape.js";
import type { Collection } from "../state/store.js";
import type { World } from "../state/world.js";

interface Owned {
  readonly id: string;
  readonly owner: number;
  readonly created: number;
}

const serverError = (): Refusal => new Refusal(empty(500));

/** Identifier of a record, under the name of the active reading, and its time of creation. */
function head(world: World, record: Owned): GdprIdentifiers & { readonly creationDate: string } {
  const { gdprIdentifier } = world.readings;
  const identifier = gdprIdentifier === "none" ? {} : { [gdprIdentifier]: record.id };
  return { ...identifier, creationDate: timestamp(record.created) };
}

/** Members that every new record begins with. */
const birth = (world: World, login: Login): Owned => ({
  id: world.nextDocumentId(),
  owner: login.customerNumber,
  created: world.now(),
});

const owned = <T extends Owned>(records: Collection<T>, login: Login): T[] =>
  records.filter(({ owner }) => owner === login.customerNumber);

/** A record of the login's customer, or 403. */
function recordOf<T extends Owned>(records: Collection<T>, login: Login, id: string): T {
  const record = records.get(id);
  return visible(record?.owner === login.customerNumber ? record : undefined);
}

function contactForm(world: World, contact: GdprContact) {
  const { id: _, owner: __, created: ___, ...members } = contact;
  return { ...head(world, contact), ...members };
}

const tomForm = (world: World, tom: GdprTom) => ({ ...head(world, tom), content: tom.content });

const presetForm = (world: World, { name, description, config, ...record }: GdprContractPreset) =>
  present({ ...head(world, record), name, description, config });

const pdfForm = (world: World, pdf: GdprPdf) => ({ ...head(world, pdf), name: pdf.name });

const optionalTimestamp = (time: number | undefined): string | undefined => (time === undefined ? undefined : timestamp(time));

function contractForm(world: World, contract: GdprContract) {
  const tom = world.objects.gdprToms.get(contract.tom);
  const client = world.objects.gdprContacts.get(contract.client);
  const recipient = world.objects.gdprContacts.get(contract.recipient);
  return present({
    ...head(world, contract),
    html: contract.html,
    tom: tom && tomForm(world, tom),
    client: client && contactForm(world, client),
    recipient: recipient && contactForm(world, recipient),
    isPartnerContract: contract.isPartnerContract,
    sentDate: optionalTimestamp(contract.sent),
    reminderSentDate: optionalTimestamp(contract.reminded),
    confirmationDate: optionalTimestamp(contract.confirmed),
    contractSigner: contract.signer,
  });
}

/** The contract as PDF. */
function contractPdf(world: World, contract: GdprContract): Uint8Array {
  const { gdprContacts, gdprToms } = world.objects;
  const party = (role: string, id: string): string => {
    const contact = gdprContacts.get(id);
    return contact === undefined
      ? `${role}: unknown`
      : `${role}: ${contact.name}, ${contact.street} ${contact.houseNumber}, ${contact.zipCode} ${contact.city}`;
  };
  const signature =
    contract.confirmed === undefined
      ? "Not concluded yet."
      : `Concluded by ${contract.signer} on ${timestamp(contract.confirmed)}.`;
  return renderPdf("Contract on data processing", [
    party("Principal", contract.client),
    party("Processor", contract.recipient),
    "",
    ...htmlToText(contract.html).split("\n"),
    "",
    "Technical and organisational measures:",
    ...htmlToText(gdprToms.get(contract.tom)?.content ?? "").split("\n"),
    "",
    signature,
  ]);
}

function mailContract(world: World, contract: GdprContract, to: string, subject: string, content: string): void {
  world.post({
    channel: "mail",
    to,
    subject,
    text: content,
    attachment: {
      name: `contract-${contract.id}.pdf`,
      contentType: "application/pdf",
      content: Buffer.from(contractPdf(world, contract)).toString("base64"),
    },
  });
}

export const gdpr = {
  listGdprContracts: ({ login }, world) =>
    json(
      200,
      owned(world.objects.gdprContracts, login).map((contract) => contractForm(world, contract)),
    ),

  createGdprContract: ({ body, login }, world) => {
    const { gdprContracts, gdprContacts, gdprToms } = world.objects;
    const belongs = (record: Owned | undefined): boolean => record?.owner === login.customerNumber;
    const references = [gdprToms.get(body.tom), gdprContacts.get(body.client), gdprContacts.get(body.recipient)];
    if (!references.every(belongs)) throw serverError();
    const contract = gdprContracts.insert({
      ...birth(world, login),
      html: world.readings.html === "verbatim" ? body.html : reserialised(body.html),
      tom: body.tom,
      client: body.client,
      recipient: body.recipient,
      isPartnerContract: body.isPartnerContract ?? false,
    });
    return json(201, contractForm(world, contract));
  },

  getGdprContract: ({ parameters, login }, world) =>
    json(200, contractForm(world, recordOf(world.objects.gdprContracts, login, parameters.contractIdentifier))),

  deleteGdprContract: ({ parameters, login }, world) => {
    const contract = recordOf(world.objects.gdprContracts, login, parameters.contractIdentifier);
    if (contract.confirmed !== undefined) throw new Refusal(message(409, "the contract is already concluded"));
    world.objects.gdprContracts.delete(contract.id);
    return empty(204);
  },

  acceptGdprContract: ({ parameters, body, login }, world) => {
    const { gdprContracts, gdprContacts } = world.objects;
    const contract = recordOf(gdprContracts, login, parameters.contractIdentifier);
    if (contract.confirmed !== undefined) throw new Refusal(message(400, "the contract is already accepted"));
    const signer = body?.contractSigner ?? login.id;
    const concluded = gdprContracts.update(contract.id, { confirmed: world.now(), signer });
    if (body?.email === true) {
      for (const party of [contract.client, contract.recipient]) {
        const mail = gdprContacts.get(party)?.mail;
        if (mail !== undefined) mailContract(world, concluded, mail, "Your contract", "The contract is concluded.");
      }
    }
    return empty(204);
  },

  renderGdprContractPdf: ({ parameters, login }, world) =>
    file("application/pdf", contractPdf(world, recordOf(world.objects.gdprContracts, login, parameters.contractIdentifier))),

  mailGdprContract: ({ parameters, body, login }, world) => {
    const { gdprContracts, gdprContacts } = world.objects;
    const contract = recordOf(gdprContracts, login, parameters.contractIdentifier);
    if (contract.confirmed !== undefined) throw new Refusal(empty(400));
    const link = `https://hosting.example/gdpr/confirm/${contract.id}`;
    const content = body?.content ?? "Please confirm the contract: {{link}}";
    const to = body?.mailTo ?? gdprContacts.get(contract.recipient)?.mail ?? login.emailAddress;
    const sent = gdprContracts.update(contract.id, { sent: world.now() });
    mailContract(world, sent, to, "A contract for you", content.replaceAll("{{link}}", link));
    return empty(204);
  },

  listGdprContractPresets: ({ login }, world) =>
    json(
      200,
      owned(world.objects.gdprContractPresets, login).map((preset) => presetForm(world, preset)),
    ),

  createGdprContractPreset: ({ body, login }, world) => {
    const { gdprContractPresets } = world.objects;
    const existing = owned(gdprContractPresets, login).find(({ name }) => name === body.name);
    const reading = world.readings.presetWithExistingName;
    if (existing !== undefined && reading === "refused") throw serverError();
    const begun = existing !== undefined && reading === "overwrite" ? existing : birth(world, login);
    const { id, owner, created } = begun;
    const preset = gdprContractPresets.insert(present({ id, owner, created, ...body }));
    return json(201, presetForm(world, preset));
  },

  getGdprContractPreset: ({ parameters, login }, world) =>
    json(200, presetForm(world, recordOf(world.objects.gdprContractPresets, login, parameters.contractPresetIdentifier))),

  listGdprPdfs: ({ login }, world) =>
    json(
      200,
      owned(world.objects.gdprPdfs, login).map((pdf) => pdfForm(world, pdf)),
    ),

  uploadGdprPdf: ({ body, login }, world) => {
    const content = Buffer.from(body.pdf, "base64");
    if (!content.subarray(0, 5).equals(Buffer.from("%PDF-"))) throw serverError();
    const pdf = { ...birth(world, login), name: body.name, content: content.toString("base64") };
    return json(201, pdfForm(world, world.objects.gdprPdfs.insert(pdf)));
  },

  getGdprPdf: ({ parameters, login }, world) =>
    json(200, pdfForm(world, recordOf(world.objects.gdprPdfs, login, parameters.pdfIdentifier))),

  deleteGdprPdf: ({ parameters, login }, world) => {
    const pdf = recordOf(world.objects.gdprPdfs, login, parameters.pdfIdentifier);
    world.objects.gdprPdfs.delete(pdf.id);
    return empty(204);
  },

  downloadGdprPdf: ({ parameters, login }, world) => {
    const pdf = recordOf(world.objects.gdprPdfs, login, parameters.pdfIdentifier);
    return file("application/pdf", Buffer.from(pdf.content, "base64"));
  },

  listGdprContacts: ({ query, login }, world) =>
    json(
      200,
      owned(world.objects.gdprContacts, login)
        .filter(({ type }) => query.type === undefined || type === query.type)
        .map((contact) => contactForm(world, contact)),
    ),

  createGdprContact: ({ body, login }, world) => {
    const contact = world.objects.gdprContacts.insert({ ...birth(world, login), ...present(body) });
    return json(201, contactForm(world, contact));
  },

  getGdprContact: ({ parameters, login }, world) =>
    json(200, contactForm(world, recordOf(world.objects.gdprContacts, login, parameters.contactIdentifier))),

  listGdprToms: ({ login }, world) =>
    json(
      200,
      owned(world.objects.gdprToms, login).map((tom) => tomForm(world, tom)),
    ),

  createGdprTom: ({ body, login }, world) => {
    const tom = world.objects.gdprToms.insert({ ...birth(world, login), content: body.content ?? "" });
    return json(201, tomForm(world, tom));
  },

  getGdprTom: ({ parameters, login }, world) =>
    json(200, tomForm(world, recordOf(world.objects.gdprToms, login, parameters.tomIdentifier))),

  deleteGdprCustomer: ({ parameters, login }, world) => {
    remove(world, "customers", customerOf(world, login, parameters.customerNumber).id);
    return empty(204);
  },
} satisfies Partial<Handlers>;
