import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { actingTexts, assertInert, hostileJson, hostileText } from "../support/hostile.js";
import { InitFailure } from "../support/provider-calls.js";
import { ProviderProcess } from "../support/provider-process.js";
import { login, messageOf, reasons, rehearse, samples } from "../support/rehearsal.js";
import { json, startServer, type Handler, type TestServer } from "../support/server.js";
import { shortened, spelledOut } from "../../sdk/redaction/text.js";

/** Everything that a user sees of a call: reasons, error, and output of the process. */
const longest = 10_000;

const assertShowable = (text: string): void => {
  assertInert(text);
  assert.ok(text.length < longest, `${text.length} characters`);
};

describe("a provider process and a server whose text would control a terminal", function () {
  this.timeout(60_000);

  let server: TestServer;
  let provider: ProviderProcess;
  let answer: Handler;

  before(async () => {
    server = await startServer((request, ...rest) =>
      request.url === "/v1/authenticate"
        ? { token: "TOKEN-0123456789", expires: "2099-01-01T00:00:00Z" }
        : answer(request, ...rest),
    );
    provider = await ProviderProcess.start();
    await provider.configure({ "hosting:baseUrl": server.url, ...login });
  });
  after(async () => {
    try {
      await provider.stop();
    } finally {
      await server.close();
    }
  });

  /** A call that fails, with an error and output that are safe to print. */
  async function failure(call: Promise<unknown>): Promise<string> {
    const error: unknown = await call.then(
      (result) => assert.fail(`it should have failed, and gave ${inspect(result)}`),
      (reason: unknown) => reason,
    );
    const { message } = error as Error;
    assertShowable(message);
    if (error instanceof InitFailure) for (const reason of error.reasons) assertShowable(reason);
    assertShowable(await provider.printed());
    return message;
  }

  const webhooks = samples.webhook;
  const shown = (uid: string) => ({ ...webhooks, uid });

  // The client's tests try each character; these try all together, and those that matter at the start of a line.
  for (const acting of [actingTexts.join(" "), ...actingTexts.filter((text) => text.includes("\n"))]) {
    const title = shortened(spelledOut(JSON.stringify(acting)), 40);

    it(`escapes it in errors: ${title}`, async () => {
      for (const body of [{ message: acting }, { msg: `x ${acting}`.repeat(300) }, { reason: acting }]) {
        answer = (_, response) => json(response, 400, body);
        assert.match(await failure(provider.read("webhook", "a")), /could not be read\. listWebhooks .* status 400/);
        assert.match(await failure(provider.delete("webhook", "a", shown("a"))), /was not deleted\. listWebhooks .* status 400/);
        assert.match(await failure(provider.create("webhook", webhooks)), /was not created\. listWebhooks .* status 400/);
      }
    });

    it(`escapes it in identifiers and names: ${title}`, async () => {
      answer = () => Array.from({ length: 50 }, (_, index) => shown(`${index}${acting}`));
      assert.match(await failure(provider.create("webhook", webhooks)), /already exists \(0.* and 30 more\)/s);
      answer = () => [{ name: "n", [acting]: 1, ["x".repeat(100_000)]: 2 }];
      assert.match(await failure(provider.create("gdprContractPreset", { name: "n" })), /contains no identifier of the preset/);
    });

    it(`escapes it in a stack's own properties: ${title}`, async () => {
      answer = (_, response) => json(response, 403, { msg: "access denied" });
      const state = { ...webhooks, url: acting, eventType: acting };
      assert.match(await failure(provider.read("webhook", acting, state)), /could not be read/);
      const checked = await provider.check("webhook", { ...webhooks, [acting]: 1, headers: { [acting]: 1 } });
      assert.ok(checked.failures.length > 0);
      assertShowable(reasons(checked));
      assertShowable(await provider.printed());
    });
  }
});

describe("a provider process and a damaged state", function () {
  this.timeout(120_000);

  const rehearsal = rehearse({ sandbox: { rateLimit: false } });

  const internals =
    /Cannot (read|convert|set|destructure|mix)|is not (a function|iterable|defined|an object|a constructor)|call stack|Invalid (time|array|string)|\bNaN\b|undefined/;

  /** Never waits. */
  const timeouts = { create: "0s", update: "0s", delete: "0s" };

  it("keeps running and reports the problem in its own words", async () => {
    const { provider, sandbox } = rehearsal;
    const id = fc.oneof(
      hostileText.filter((text) => text !== ""),
      fc.constantFrom("100001", "100001/p100001", "p100001/sommer-gartenbau.de", "p100001/sommer-gartenbau.de/www"),
    );
    const properties = (kind: Kind) => {
      const sound = (samples as Readonly<Record<string, Properties>>)[kind] ?? {};
      const names = [...Object.keys(sound), "customerNumber", "name", "content", "uid", "__unfinished", "__echo", "__declared"];
      return fc.record(
        Object.fromEntries(names.map((name) => [name, fc.oneof(hostileJson, fc.constant(sound[name] ?? 100001))])),
        {
          requiredKeys: [],
        },
      );
    };
    for (const kind of kinds)
      await fc.assert(
        fc.asyncProperty(id, properties(kind), properties(kind), async (stored, olds, declared) => {
          const [state, news] = [
            { ...olds, timeouts },
            { ...declared, timeouts },
          ];
          for (const call of [
            () => provider.check(kind, news, state).then((checked) => assertShowable(reasons(checked))),
            () => provider.diff(kind, stored, state, news),
            () => provider.read(kind, stored, state),
            () => provider.update(kind, stored, state, news),
            () => provider.delete(kind, stored, state),
          ])
            await call().catch((error: unknown) => {
              if (error instanceof assert.AssertionError) throw error;
              const { message } = error as Error;
              assertShowable(message);
              assert.doesNotMatch(message, internals);
              assert.doesNotMatch(message, /did not answer|did not name|UNAVAILABLE|Connection dropped/);
            });
        }),
        { numRuns: 6 },
      );
    assertShowable((await provider.printed()).slice(0, longest - 1));
    const asking: readonly (string | undefined)[] = ["authenticate", "checkDomainAvailability"];
    const orders = sandbox.control.journal
      .requests()
      .filter(({ method, operation }) => method === "POST" && !asking.includes(operation));
    assert.deepEqual(orders, []);
    assert.match(await messageOf(provider.read("domain", "a/b/c")), /The id .* is invalid/);
  });
});
