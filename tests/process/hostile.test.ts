import assert from "node:assert/strict";
import { inspect } from "node:util";
import { actingTexts, assertInert } from "../support/hostile.js";
import { InitFailure } from "../support/provider-calls.js";
import { ProviderProcess } from "../support/provider-process.js";
import { login, reasons, samples } from "../support/rehearsal.js";
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
