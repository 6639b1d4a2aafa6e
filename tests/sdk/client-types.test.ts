import assert from "node:assert/strict";
import {
  createClient,
  type BinaryContent,
  type Domain,
  type InputOf,
  type operations,
  type ResultOf,
  type Webhook,
  type WebhookInput,
} from "../../sdk/index.js";

// What is proved here is proved by the compiler; nothing is called.
describe("the types of the client", () => {
  const client = createClient({ baseUrl: "https://api.example.com", credentials: { accessToken: "token" } });
  const prove = (..._never: readonly (() => unknown)[]): void => assert.ok(true);

  it("make the input optional if nothing is required, and required otherwise", () => {
    prove(
      () => client.webhooks.list(),
      () => client.webhooks.list(undefined, { fresh: true }),
      () => client.catalogue.searchArticles(),
      () => client.domains.list({ accountIdentifier: "p1" }),
      () => client.gdpr.acceptContract({ contractIdentifier: "1" }),
      // @ts-expect-error The webhook must be named.
      () => client.webhooks.get(),
      // @ts-expect-error The account must be named.
      () => client.domains.list({}),
      // @ts-expect-error The body must be there.
      () => client.webhooks.create({}),
    );
  });

  it("know the types of parameters, queries and bodies", () => {
    prove(
      // @ts-expect-error Customers are numbers.
      () => client.customers.get({ customerNumber: "7" }),
      // @ts-expect-error There is no such query.
      () => client.domains.list({ accountIdentifier: "p1", query: { page: 1 } }),
      // @ts-expect-error There is no query at all, and nothing else to pass.
      () => client.webhooks.list({ limit: 5 }),
      // @ts-expect-error There is no such event.
      () => client.webhooks.create({ body: { eventType: "OTHER", method: "GET", url: "https://a.example" } }),
    );
  });

  it("know the types of results", () => {
    prove(
      async (): Promise<string> => (await client.webhooks.get({ webhookIdentifier: "a" })).url,
      async (): Promise<undefined> => client.webhooks.delete({ webhookIdentifier: "a" }),
      async (): Promise<"available" | "taken"> => client.domains.check({ domainIdentifier: "a.de" }),
      async (): Promise<number> => (await client.webhooks.list().withResponse()).response.status,
      async (): Promise<Webhook[]> => (await client.webhooks.list().withResponse()).data,
      // @ts-expect-error Nothing is known of the answer.
      async (): Promise<string> => client.request("GET", "/v1/x"),
      // A redirect is followed.
      async (): Promise<string | undefined> => (await client.customers.getContactPerson({ customerNumber: 1 })).lastName,
      async (): Promise<BinaryContent> => client.gdpr.renderContractPdf({ contractIdentifier: "a" }),
    );
  });

  it("have names for answers and bodies, and can be derived from the table otherwise", () => {
    const input: InputOf<typeof operations.webhooks.create> = {
      body: {
        eventType: "DOMAIN_REGISTRATION_STATUS",
        method: "POST",
        url: "https://agency.example/hook",
      } satisfies WebhookInput,
    };
    prove(
      async (): Promise<Domain[]> => client.domains.list({ accountIdentifier: "p1" }),
      async (): Promise<Webhook> => client.webhooks.create(input),
      async (): Promise<ResultOf<typeof operations.domains.check>> => "taken",
      // @ts-expect-error A name is a string.
      (): Domain => ({ name: 7, fullname: "a.de", tld: "de" }),
    );
  });

  it("offer `each` only for paged lists", () => {
    prove(
      async () => {
        const listing = client.domains.list.each({ accountIdentifier: "p1" });
        for await (const domain of listing) domain.fullname satisfies string;
        for await (const { items } of listing.pages()) items satisfies readonly Domain[];
        (await listing.toArray()) satisfies Domain[];
      },
      // @ts-expect-error This list comes in one answer.
      (): unknown => client.webhooks.list.each,
    );
  });
});
