import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { type Context, createQueues } from "../../provider/runtime/context.js";
import type { Definition } from "../../provider/definition/definition.js";
import { ProviderError } from "../../provider/values/errors.js";
import { customerOf, joinId, splitId, sameHost } from "../../provider/values/ids.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { domain } from "../../provider/resources/domain.js";
import { gdprContact } from "../../provider/resources/gdprContact.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { gdprContractPreset } from "../../provider/resources/gdprContractPreset.js";
import { gdprPdf } from "../../provider/resources/gdprPdf.js";
import { gdprTom } from "../../provider/resources/gdprTom.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import { AnswerError, type Client, createClient, HostingError } from "../../sdk/index.js";
import { actingTexts, assertInert, hostileText } from "../support/hostile.js";
import type { CreatedKind } from "../support/kinds.js";
import { HastyClock } from "../support/kernel.js";
import { startServer, type TestServer } from "../support/server.js";

interface Listed {
  readonly definition: unknown;
  /** Parameters of the kind's listing. */
  readonly scope: object;
  /** An object of the listing with such an identifier. */
  readonly shown: (identifier: string) => object;
  /** The path of its deletion, split at the slashes; `undefined` marks the identifier. */
  readonly path: readonly (string | undefined)[];
}

/** Kinds whose deletion has the object's identifier in its path. No known call names a subdomain, or deletes the other missing kinds. */
type DeletedByPath = Exclude<CreatedKind, "subdomain" | "gdprContact" | "gdprContractPreset" | "gdprTom">;

const contact = { name: "n", street: "s", houseNumber: "1", zipCode: "1", city: "c", mail: "m@example.org" };

const deletable = {
  webhook: {
    definition: webhook,
    scope: {},
    shown: (uid) => ({ uid, eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://a.example" }),
    path: ["", "v1", "webhooks", undefined],
  },
  virtualAccount: {
    definition: virtualAccount,
    scope: { customerNumber: 7 },
    shown: (name) => ({ name, virtualName: "v", description: "d" }),
    path: ["", "v1", "customers", "7", "virtualaccounts", undefined],
  },
  domain: {
    definition: domain,
    scope: { accountIdentifier: "p1" },
    shown: (fullname) => ({ fullname, name: "n", tld: "de" }),
    path: ["", "v1", "accounts", "p1", "domains", undefined],
  },
  applicationToken: {
    definition: applicationToken,
    scope: {},
    shown: (uuid) => ({ uuid, crdate: "2026-01-01", description: "d" }),
    path: ["", "v1", "authentication", "tokens", undefined],
  },
  gdprContract: {
    definition: gdprContract,
    scope: {},
    shown: (_id) => ({ _id, html: "h" }),
    path: ["", "v1", "gdpr", "contracts", undefined],
  },
  gdprPdf: {
    definition: gdprPdf,
    scope: {},
    shown: (_id) => ({ _id, name: "n" }),
    path: ["", "v1", "gdpr", "pdfs", undefined],
  },
} satisfies Record<DeletedByPath, Listed>;

describe("an identifier that the provider shows", () => {
  let server: TestServer;
  let client: Client;
  let answer: unknown;

  before(async () => {
    server = await startServer((request, response) => {
      if (request.method === "GET") return request.url.includes("offset=1") ? [] : answer;
      response.writeHead(204).end();
      return undefined;
    });
    client = createClient({ baseUrl: server.url, credentials: { accessToken: "TOKEN-0123456789" }, retry: { attempts: 1 } });
  });
  after(async () => {
    await client.close();
    await server.close();
  });

  const context = () =>
    ({
      client,
      clock: new HastyClock(),
      settings: { credentials: { accessToken: "t" } },
      warn: () => undefined,
      serialize: createQueues(),
    }) as unknown as Context;

  for (const [kind, { definition: any, scope, shown, path }] of Object.entries<Listed>(deletable))
    it(`leads to that object and no other in a deletion: ${kind}`, async () => {
      const definition = any as Definition;
      let sent = 0;
      await fc.assert(
        fc.asyncProperty(hostileText, async (identifier) => {
          answer = [shown(identifier)];
          let listed;
          try {
            listed = await definition.reading.list(context(), scope);
          } catch (error) {
            return assert.ok(error instanceof HostingError, inspect(error));
          }
          const asked = server.received.length;
          await definition.deletion.delete!(context(), listed[0]!.id, {}).catch((error: unknown) =>
            assert.ok(error instanceof HostingError || error instanceof ProviderError, inspect(error)),
          );
          for (const { method, url } of server.received.slice(asked)) {
            sent++;
            assert.equal(method, "DELETE");
            // As strictly as a server may read it, and as URLs are parsed on the way.
            for (const read of [url, new URL(url, "https://api.example").pathname])
              assert.deepEqual(
                read.split("/").map((segment) => decodeURIComponent(segment)),
                path.map((segment) => segment ?? identifier),
              );
          }
        }),
        { numRuns: 60 },
      );
      assert.ok(sent > 0);
    });

  it("names the same subdomain in the body as the id does", async () => {
    const settings = { subdomainDeletion: "body" };
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, async (shown, name) => {
        answer = [{ name: shown }, { name: "www" }];
        const asked = server.received.length;
        const id = joinId("p1", "example.de", name);
        await subdomain.deletion.delete!({ ...context(), settings } as Context, id, {}).catch((error: unknown) =>
          assert.ok(error instanceof HostingError || error instanceof ProviderError, inspect(error)),
        );
        const written = server.received.slice(asked).filter(({ method }) => method !== "GET");
        for (const { method, url, body } of written)
          assert.deepEqual(
            [method, url, JSON.parse(body)],
            ["DELETE", "/v1/accounts/p1/domains/example.de/subdomains", [{ name }]],
          );
        if (written.length > 0) assert.ok(sameHost(shown, name) || sameHost("www", name));
      }),
      { numRuns: 60 },
    );
  });

  describe("that differs from the requested one", () => {
    const single: Record<string, [definition: unknown, shown: object]> = {
      webhook: [webhook, deletable.webhook.shown("other")],
      gdprContract: [gdprContract, { _id: "other", html: "h" }],
      gdprContractPreset: [gdprContractPreset, { id: "other", name: "n" }],
      gdprContact: [gdprContact, { _id: "other", id: "another", ...contact }],
      gdprPdf: [gdprPdf, { uid: "other", name: "n" }],
      gdprTom: [gdprTom, { _id: 5, content: "c" }],
    };
    for (const [kind, [definition, shown]] of Object.entries(single))
      it(`is not mistaken for it: ${kind}`, async () => {
        answer = shown;
        await assert.rejects((definition as Definition).reading.get!(context(), "asked"), (error: unknown) => {
          assert.ok(error instanceof AnswerError, inspect(error));
          assert.match(error.message, /The provider answered with another .* than the requested one/);
          return true;
        });
      });

    it("is distinguished from a record that shows the requested one under any of its names", async () => {
      answer = { _id: "internal", id: "asked", ...contact };
      assert.notEqual(await gdprContact.reading.get!(context(), "asked"), undefined);
      answer = { ...deletable.webhook.shown(""), uid: undefined };
      assert.notEqual(await webhook.reading.get!(context(), "asked"), undefined);
    });
  });
});

describe("an id", () => {
  it("has exactly the parts from which it was built", () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 2, maxLength: 2 }), (parts) => {
        assert.deepEqual(Object.values(splitId(joinId(...parts), "a", "b")), parts);
      }),
    );
  });

  it("with missing or extra parts is invalid, and is quoted safely", () => {
    for (const id of ["", "a", "a/b/c", "a/b/", "//", "x/".repeat(100_000), ...actingTexts])
      assert.throws(
        () => splitId(id, "account", "domain"),
        (error: Error) => {
          assert.ok(error instanceof ProviderError);
          assert.match(error.message, /is invalid: it must have the form account\/domain/);
          assert.ok(error.message.length < 500);
          assertInert(error.message);
          return true;
        },
      );
  });

  it("has the customer number as digits only", () => {
    assert.equal(customerOf("100001"), 100001);
    for (const id of [
      "",
      "0",
      "-1",
      "0100001",
      "1e5",
      "0x10",
      " 1",
      "1 ",
      "+1",
      "1.0",
      "1/2",
      "９",
      "9007199254740993",
      "NaN",
      "null",
    ])
      assert.throws(() => customerOf(id), ProviderError, id);
  });
});

describe("a host name", () => {
  it("differs from one that only starts with it or equals it after unescaping", () => {
    for (const other of [
      "example.de/x",
      "example.de?x",
      "example.de#x",
      "example.de:80",
      "%65xample.de",
      "x@example.de",
      "example.de\\x",
      "exa mple.de",
    ])
      assert.ok(!sameHost("example.de", other), other);
    assert.ok(sameHost("example.de/x", "EXAMPLE.de/x"));
    assert.ok(sameHost("MÜNCHEN.de.", "xn--mnchen-3ya.de"));
    assert.ok(sameHost("*.example.de", "*.EXAMPLE.de"));
  });
});
