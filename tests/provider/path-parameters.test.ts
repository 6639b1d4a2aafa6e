import assert from "node:assert/strict";
import fc from "fast-check";
import { HostingError } from "../../sdk/index.js";
import { ProviderError } from "../../provider/values/errors.js";
import { joinId } from "../../provider/values/ids.js";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { domain } from "../../provider/resources/domain.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { gdprPdf } from "../../provider/resources/gdprPdf.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import { rehearseKernel, type SomeDefinition } from "../support/kernel.js";

/** Kinds whose ids become path parameters, with ids that contain a text. */
const kinds: readonly (readonly [definition: unknown, id: (text: string) => string])[] = [
  [webhook, (text) => text],
  [applicationToken, (text) => text],
  [gdprContract, (text) => text],
  [gdprPdf, (text) => text],
  [domain, (text) => joinId(text, "sommer-gartenbau.de")],
  [domain, (text) => joinId("p100001", text)],
  [subdomain, (text) => joinId(text, "sommer-gartenbau.de", "www")],
  [subdomain, (text) => joinId("p100001", text, "www")],
  [virtualAccount, (text) => joinId(100001, text)],
];

describe("an id that the gateway would read as more of the path", () => {
  const rehearsal = rehearseKernel({ rateLimit: false }, { subdomainDeletion: "body" });
  const requests = () => rehearsal.sandbox.control.journal.requests();

  const existing = fc.constantFrom("p100001", "sommer-gartenbau.de", "1035", "a");
  const forbidden = fc.constantFrom("/", "\\", "?", "#", "%", "/actions/checkout", "#x", "?x=1", "%2F", "\n", "\u0000");
  const texts = fc.tuple(existing, forbidden, fc.constantFrom("", "x", "www")).map((parts) => parts.join(""));

  for (const [definition, id] of kinds) {
    const { kind } = definition as SomeDefinition;
    it(`changes nothing when imported and deleted, and appears in no path: ${kind} ${id("…")}`, async () => {
      const kernel = rehearsal.kernel(definition as SomeDefinition);
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          rehearsal.sandbox.control.journal.clear();
          for (const call of [() => kernel.read(id(text), {}), () => kernel.delete(id(text), {})])
            await call().catch((error: unknown) => assert.ok(error instanceof ProviderError || error instanceof HostingError));
          const sent = requests().filter(({ operation }) => operation !== "authenticate");
          assert.deepEqual(
            sent.filter(({ method }) => method !== "GET"),
            [],
          );
          for (const { path } of sent) assert.ok(!/%(2f|5c|3f|23|25|0)/i.test(path), path);
        }),
        { numRuns: 30 },
      );
    });
  }
});
