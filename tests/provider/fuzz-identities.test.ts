import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { type Context, createQueues } from "../../provider/runtime/context.js";
import { ProviderError } from "../../provider/values/errors.js";
import { customerOf, joinId, splitId, sameHost } from "../../provider/values/ids.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { definitions } from "../support/definitions.js";
import { kinds } from "../../provider/values/kinds.js";
import { pick } from "../../provider/values/properties.js";
import { parameterNames } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";
import { AnswerError, type Client, createClient, HostingError } from "../../sdk/index.js";
import { actingTexts, assertInert, hostileText } from "../support/hostile.js";
import { specimens } from "../support/kinds.js";
import { HastyClock } from "../support/kernel.js";
import { startServer, type TestServer } from "../support/server.js";

/** Kinds whose deletion has the object's identifier in its path, with that path. No known call names a subdomain. */
const deletable = kinds.flatMap((kind) => {
  const { answer, requests } = specimens[kind];
  const row = rows.find(({ id }) => id === requests.delete);
  return row === undefined || answer === undefined || kind === "subdomain" ? [] : [{ kind, answer, path: row.path }];
});

/** Where the listing of a kind lies. */
const scopes: Readonly<Record<string, string | number>> = { customerNumber: 7, accountIdentifier: "p1" };

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

  for (const { kind, answer: shown, path } of deletable)
    it(`leads to that object and no other in a deletion: ${kind}`, async () => {
      const definition = definitions[kind];
      const scope = pick(scopes, definition.identity.scope);
      const parameters = parameterNames(path);
      const expected = (identifier: string) =>
        path.split("/").map((segment) => {
          const name = /^\{(\w+)\}$/.exec(segment)?.[1];
          if (name === undefined) return segment;
          return name === parameters.at(-1) ? identifier : String(scope[name]);
        });
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
                expected(identifier),
              );
          }
        }),
        { numRuns: 60 },
      );
      if (sent > 0) return;
      // Where an identifier is a number, no text is one, and nothing was sent for any.
      answer = [shown(7 as unknown as string)];
      assert.equal((await definition.reading.list(context(), scope)).length, 1);
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
    for (const kind of kinds.filter((each) => definitions[each].reading.get !== undefined))
      for (const shown of kind === "gdprTom" ? ["other", 5] : ["other"])
        it(`is not mistaken for it: ${kind}${typeof shown === "number" ? " by its number" : ""}`, async () => {
          answer = specimens[kind].answer!(shown as string);
          await assert.rejects(
            definitions[kind].reading.get!(context(), joinId(...definitions[kind].idParts.map(() => "7"))),
            (error: unknown) => {
              assert.ok(error instanceof AnswerError, inspect(error));
              assert.match(error.message, /The provider answered with another .* than the requested one/);
              return true;
            },
          );
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
    for (const id of [..."|0|-1|0100001|1e5|0x10| 1|1 |+1|1.0|1/2|９|9007199254740993|NaN|null".split("|")])
      assert.throws(() => customerOf(id), ProviderError, id);
  });
});
