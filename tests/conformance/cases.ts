import assert from "node:assert/strict";
import fc from "fast-check";
import { type Operation, parameterNames, parameterType } from "../../sdk/operations/operation.js";
import type { Sandbox } from "../../sandbox/index.js";
import { collectionNames, traitsOf } from "../../sandbox/state/collections.js";
import type { OperationId } from "../../sandbox/areas/handler.js";
import { factOf } from "../support/facts.js";
import { arbitraryFromSchema } from "../support/json-schema-arbitrary.js";
import { requestMembers } from "../support/request-members.js";
import type { Api } from "../support/sandbox.js";

/**
 * Requests for every operation, generated from its row and the gathered schemas. What has to fit the objects that exist is
 * said here, and nowhere else.
 */

type Value = string | number;
type Json = Readonly<Record<string, unknown>>;

const pdf = Buffer.from("%PDF-1.4\n%%EOF\n");
const articleNumber = fc.constantFrom(1101, 1102);
const labels = fc.stringMatching(/^[a-z]{1,8}[0-9]{1,4}$/);

/** What a request is made of, before it is written down. */
export interface Input {
  readonly parameters: Existing;
  readonly query: Json;
  readonly body?: unknown;
}

/** Path parameters of objects that the login may see, by name. */
export type Existing = Readonly<Record<string, Value>>;

const newestOf = (objects: { all(): { readonly id: string }[] }): string => objects.all().at(-1)!.id;

/** Names the newest object of each collection whose objects the API names. */
function newest({ control: { store } }: Sandbox): Existing {
  const named = collectionNames.flatMap((name) => {
    const { parameter } = traitsOf(name);
    const id = store[name].all().at(-1)?.id;
    if (parameter === undefined || id === undefined) return [];
    return [[parameter, parameterType(parameter) === "integer" ? Number(id) : id] as const];
  });
  return Object.fromEntries(named);
}

/** Makes one of everything that the seed lacks, and names one of each. */
export async function furnish(api: Api, sandbox: Sandbox): Promise<Existing> {
  const { store, outbox } = sandbox.control;

  await api.expect(201, "createCart");
  const cartIdentifier = newestOf(store.carts);
  await api.expect(200, "addCartItem", { parameters: { cartIdentifier }, body: { identifier: "1101" } });
  await api.expect(200, "requestCartVerification", { parameters: { cartIdentifier }, body: { recipient: "+49 170 1234567" } });
  const verificationCode = /[0-9]+$/.exec(outbox().at(-1)!.text)![0];
  await api.expect(200, "shareCart", { parameters: { cartIdentifier } });
  const template = newestOf(store.carts);

  await api.expect(200, "createWebhook", {
    body: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://example.com/hook" },
  });
  await api.expect(201, "createApplicationToken", { body: { description: "ci" } });
  await api.call("createVirtualAccount", {
    parameters: { customerNumber: 100001 },
    body: { virtualName: "sommer", description: "Sommer", article: { articleNumber: 1101 }, password: "a-password" },
  });
  const virtualAccount = newestOf(store.accounts);

  const [client, recipient] = store.gdprContacts.all();
  const [tom] = store.gdprToms.all();
  const references = { tom: tom!.id, client: client!.id, recipient: recipient!.id };
  await api.expect(201, "createGdprContract", { body: { html: "<p>Text</p>", ...references } });
  await api.expect(201, "createGdprContractPreset", { body: { name: "usual" } });
  await api.expect(201, "uploadGdprPdf", { body: { name: "signed.pdf", pdf: pdf.toString("base64") } });

  const contractOf = (account: string): string => store.contracts.all().find((contract) => contract.account === account)!.id;
  await api.expect(204, "cancelContract", { body: { contract: Number(contractOf("p100002")) } });

  return {
    ...newest(sandbox),
    accountIdentifier: "p100001",
    address: "erika@example.org",
    articleNumber: "1101",
    benefit: "domain",
    cancellationIdentifier: newestOf(store.cancellations),
    cartIdentifier,
    contactIdentifier: client!.id,
    customerNumber: 100001,
    domainIdentifier: "sommer-gartenbau.de",
    installationIdentifier: store.installations.all()[0]!.id,
    invoiceNumber: store.invoices.all().find(({ customerNumber }) => customerNumber === 100001)!.id,
    itemIdentifier: store.carts.get(cartIdentifier)!.items[0]!.id,
    promotionCode: "WELCOME10",
    resellerIdentifier: "5001",
    tomIdentifier: tom!.id,
    topLevelDomainIdentifier: "de",

    // Not in any path by these names.
    contract: Number(contractOf("p100001")),
    recipient: recipient!.id,
    template,
    verificationCode,
    virtualAccount,
  };
}

/** A body in which one member names something that is not there, or not the login's. */
interface Misdirected {
  readonly at: readonly (string | number)[];
  readonly value: unknown;
  readonly status: number;
}

/** What a row and its schemas do not tell. */
interface Particulars {
  readonly parameters?: (existing: Existing) => Existing;
  /** Members whose values have to fit, as {@link arbitraryFromSchema} takes them. */
  readonly members?: (existing: Existing) => Readonly<Record<string, fc.Arbitrary<unknown> | undefined>>;
  /** The whole body, where no schema fits what the sandbox takes. */
  readonly body?: (existing: Existing) => fc.Arbitrary<unknown>;
  /** Answers to path parameters that name nothing, by parameter; 403 for all others. */
  readonly unknown?: Readonly<Record<string, number>>;
  readonly misdirected?: readonly Misdirected[];
}

const unknownTemplate = { at: ["htmlTemplate"], value: "no-such", status: 400 };
const templates = { "Email.htmlTemplate": fc.constantFrom("plain", "newsletter_with_header") };

const particulars: { readonly [Id in OperationId]?: Particulars } = {
  authenticate: {
    members: () => ({
      "AuthenticationRequest.username": fc.constant("reseller"),
      "AuthenticationRequest.password": fc.constant("sandbox-password"),
    }),
    misdirected: [
      { at: ["username"], value: "nobody", status: 403 },
      { at: ["password"], value: "wrong", status: 403 },
    ],
  },
  createVirtualAccount: {
    members: () => ({
      "VirtualAccountInput.article": fc.record({ articleNumber }),
      "VirtualAccountInput.virtualName": labels,
      "VirtualAccountInput.password": fc.string({ minLength: 1 }),
    }),
    misdirected: [{ at: ["article", "articleNumber"], value: 999999, status: 400 }],
  },
  deleteVirtualAccount: { parameters: ({ virtualAccount }) => ({ accountIdentifier: virtualAccount! }) },

  registerDomain: {
    members: () => ({ "DomainRegistration.sld": labels, "DomainRegistration.tld": fc.constantFrom("de", "com") }),
    misdirected: [
      { at: ["sld"], value: "not a label", status: 400 },
      { at: ["tld"], value: "..", status: 400 },
    ],
  },
  getDomainAuthCode: { unknown: { domainIdentifier: 404 } },
  checkDomainAvailability: { parameters: () => ({ domainIdentifier: "free.de" }), unknown: { domainIdentifier: 410 } },
  createSubdomains: {
    body: () =>
      fc.uniqueArray(fc.record({ name: labels, target: fc.string() }, { requiredKeys: ["name"] }), {
        minLength: 1,
        maxLength: 3,
        selector: ({ name }) => name,
      }),
    misdirected: [{ at: [0, "name"], value: "blog", status: 400 }],
  },
  deleteSubdomain: {
    body: () => fc.constant([{ name: "blog" }]),
    misdirected: [{ at: [0, "name"], value: "no-such", status: 400 }],
  },

  cancelContract: {
    members: ({ contract }) => ({
      "CancellationRequest.contract": fc.constant(contract),
      "CancellationRequest.domains": fc.array(
        fc.record(
          { domain: fc.constant("sommer-gartenbau.de"), cancellationDate: fc.integer(), transfer: fc.boolean() },
          { requiredKeys: ["domain"] },
        ),
        { maxLength: 2 },
      ),
    }),
    misdirected: [{ at: ["contract"], value: 999999, status: 403 }],
  },

  requestOffer: {
    members: () => ({ "OfferRequestArticle.articleNumber": articleNumber }),
    misdirected: [{ at: ["articles", "main", "articleNumber"], value: 999999, status: 400 }],
  },
  createCartFromTemplate: { parameters: ({ template }) => ({ cartIdentifier: template! }) },
  updateCart: {
    members: ({ cartIdentifier }) => ({
      "Cart._id": fc.constant(cartIdentifier),
      "Cart.items": fc.array(fc.record({ articleNumber }), { minLength: 1, maxLength: 3 }),
    }),
    misdirected: [
      { at: ["_id"], value: "no-such", status: 400 },
      { at: ["items", 0, "articleNumber"], value: 999999, status: 400 },
    ],
  },
  addCartItem: {
    members: () => ({ "CartItemInput.identifier": articleNumber.map(String) }),
    misdirected: [{ at: ["identifier"], value: "no-such", status: 400 }],
  },
  addCartDomain: { members: () => ({ "DomainItemInput.name": labels.map((label) => `${label}.de`) }) },
  requestCartVerification: { body: () => fc.record({ recipient: fc.stringMatching(/^\+49 1[0-9]{2} [0-9]{5,8}$/) }) },
  verifyCart: {
    body: ({ verificationCode }) => fc.record({ verificationCode: fc.constant(verificationCode) }),
    misdirected: [{ at: ["verificationCode"], value: "wrong", status: 400 }],
  },

  orderTestAccount: {
    members: () => ({ "Software.identifier": fc.constantFrom("wordpress", "typo3") }),
    misdirected: [{ at: ["software", "identifier"], value: "no-such", status: 400 }],
  },

  validatePromotionCode: { unknown: { promotionCode: 400 } },
  convertBankData: {
    body: () =>
      fc.record({
        bankAccountNumber: fc.stringMatching(/^[1-9][0-9]{0,9}$/),
        bankCode: fc.stringMatching(/^[1-8][0-9]{7}$/),
      }),
    misdirected: [{ at: ["bankCode"], value: "none", status: 400 }],
  },

  createGdprContract: {
    members: ({ tomIdentifier, contactIdentifier, recipient }) => ({
      "CreateGDPRContractRequest.tom": fc.constant(tomIdentifier),
      "CreateGDPRContractRequest.client": fc.constant(contactIdentifier),
      "CreateGDPRContractRequest.recipient": fc.constant(recipient),
    }),
    misdirected: ["tom", "client", "recipient"].map((member) => ({ at: [member], value: "no-such", status: 500 })),
  },
  uploadGdprPdf: {
    members: () => ({
      "UploadGDPRPDFRequest.pdf": fc.uint8Array().map((bytes) => Buffer.concat([pdf, bytes]).toString("base64")),
    }),
    misdirected: [{ at: ["pdf"], value: Buffer.from("no PDF").toString("base64"), status: 500 }],
  },

  createTicket: {
    members: () => ({
      "TicketInput.customer": fc.constant({ customernumber: 100001 }),
      "TicketInput.account": fc.constant({ name: "p100001" }),
    }),
    misdirected: [
      { at: ["customer", "customernumber"], value: 200001, status: 403 },
      { at: ["account", "name"], value: "p200001", status: 403 },
    ],
  },

  sendMailToAddress: { unknown: { address: 400 }, members: () => templates, misdirected: [unknownTemplate] },
  sendMailToCustomer: { members: () => templates, misdirected: [unknownTemplate] },
};

/** Whether requests of an operation name anything. */
export const namesSomething = (row: Operation): boolean =>
  parameterNames(row.path).length > 0 || particulars[row.id as OperationId]?.misdirected !== undefined;

/** The requests that an operation is tried with. */
export class Case {
  readonly #particulars: Particulars;
  readonly #parameters: Existing;

  constructor(
    readonly row: Operation,
    private readonly existing: Existing,
  ) {
    this.#particulars = particulars[row.id as OperationId] ?? {};
    const named = { ...existing, ...this.#particulars.parameters?.(existing) };
    this.#parameters = Object.fromEntries(
      parameterNames(row.path).map((name) => {
        assert.ok(
          named[name] !== undefined,
          `${row.id}: ${name} names nothing; let it be the parameter of a collection, or furnish it`,
        );
        return [name, named[name]];
      }),
    );
  }

  /** Requests that the sandbox has to accept. */
  valid(): fc.Arbitrary<Input> {
    return this.#inputs(false);
  }

  /** One request with every member that it can have. */
  complete(): Input {
    return fc.sample(this.#inputs(true), { numRuns: 1, seed: 112 })[0]!;
  }

  /** Requests in which one name stands for nothing, or for what is another's, and the status that answers them. */
  *misdirected(): Generator<{ readonly what: string; readonly input: Input; readonly status: number }> {
    const foreign: Existing = { customerNumber: 200001, accountIdentifier: "p200001", domainIdentifier: "keller.de" };
    for (const name of Object.keys(this.#parameters)) {
      const nothing = parameterType(name) === "integer" ? 999999 : "no-such";
      for (const value of new Set([nothing, foreign[name] ?? nothing])) {
        const input = this.complete();
        const status = this.#particulars.unknown?.[name] ?? 403;
        yield { what: `${name} ${value}`, input: { ...input, parameters: { ...input.parameters, [name]: value } }, status };
      }
    }
    for (const { at, value, status } of this.#particulars.misdirected ?? []) {
      const input = this.complete();
      yield { what: `${at.join(".")} ${String(value)}`, input: { ...input, body: replaced(input.body, at, value) }, status };
    }
  }

  #inputs(complete: boolean): fc.Arbitrary<Input> {
    const members = { ...requestMembers, ...this.#particulars.members?.(this.existing) };
    const from = (schema: Parameters<typeof arbitraryFromSchema>[0]) =>
      arbitraryFromSchema(schema, { direction: "request", members, complete });
    const { row } = this;
    const { query, body, optionalBodyCandidate } = factOf(row.id);

    const properties = Object.fromEntries(query.map(({ name, required: _, ...schema }) => [name, schema]));
    const queries = from({ type: "object", properties }) as fc.Arbitrary<Json>;

    const given = this.#particulars.body?.(this.existing);
    const schema = body?.schema ?? optionalBodyCandidate?.schema;
    const bodies = given ?? (schema === undefined ? fc.constant(undefined) : from(schema));
    const mayBeLeftOut = row.body?._zod.optin === "optional" && !complete;

    return fc
      .record({ query: queries, body: mayBeLeftOut ? fc.option(bodies, { nil: undefined }) : bodies })
      .map((input) => ({ parameters: this.#parameters, ...input }));
  }
}

/** A copy in which the value at a place is another; undefined leaves it out. */
export function replaced(body: unknown, at: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = at;
  if (step === undefined) return value;
  if (Array.isArray(body))
    return body.map((element: unknown, index) => (index === step ? replaced(element, rest, value) : element));
  return { ...(body as Json), [step]: replaced((body as Json)[step], rest, value) };
}
