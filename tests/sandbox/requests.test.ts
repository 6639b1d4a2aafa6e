import assert from "node:assert/strict";
import fc from "fast-check";
import { parameterNames, parameterType } from "../../sdk/operations/operation.js";
import { buildPath } from "../../sdk/http/path.js";
import { factOf, type FactOperation } from "../support/facts.js";
import { arbitraryFromSchema } from "../support/json-schema-arbitrary.js";
import { requestMembers } from "../support/request-members.js";
import { Api, useSandbox } from "../support/sandbox.js";
import { rows } from "../../sdk/operations/rows.js";

/** Whether a request with this parameter reaches the operation that it names. */
const isSegment = (text: string): boolean => buildPath("/v1/{segment}", { segment: text }).problems.length === 0;

const bodySchema = ({ body, optionalBodyCandidate }: FactOperation) => body?.schema ?? optionalBodyCandidate?.schema;

describe("the sandbox's handling of any request", () => {
  const sandbox = useSandbox({ rateLimit: false });

  /** Identifiers of everything that exists, so that requests hit existing and missing objects. */
  const identifiers = (): string[] => {
    const { store } = sandbox().control;
    return Object.entries(store)
      .filter(([name]) => !["logins", "sessions", "mails", "deliveries"].includes(name))
      .flatMap(([, objects]) => objects.all().map(({ id }) => id))
      .concat("subdomain", "reseller", "WELCOME10");
  };

  /** Creates one of everything that the seed lacks. */
  async function furnish(api: Api): Promise<void> {
    const { _id } = await api.expect<{ _id: string }>(201, "createCart");
    await api.expect(200, "addCartItem", { parameters: { cartIdentifier: _id }, body: { identifier: "1101" } });
    await api.expect(200, "shareCart", { parameters: { cartIdentifier: _id } });
    await api.expect(200, "createWebhook", {
      body: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://example.com/hook" },
    });
    await api.expect(201, "createApplicationToken", { body: { description: "ci" } });
    const [tom] = await api.expect<{ _id: string }[]>(200, "listGdprToms");
    const [contact] = await api.expect<{ _id: string }[]>(200, "listGdprContacts");
    const references = { tom: tom!._id, client: contact!._id, recipient: contact!._id };
    const contract = await api.expect<{ _id: string }>(201, "createGdprContract", { body: { html: "<p>x</p>", ...references } });
    const pdf = await api.call("renderGdprContractPdf", { parameters: { contractIdentifier: contract._id } });
    await api.expect(201, "uploadGdprPdf", { body: { name: "x", pdf: pdf.bytes.toString("base64") } });
    await api.expect(201, "createGdprContractPreset", { body: { name: "x" } });
    const [booked] = await api.expect<{ uid: number }[]>(200, "listContracts", { parameters: { customerNumber: 100002 } });
    await api.expect(204, "cancelContract", { body: { contract: booked!.uid } });
  }

  for (const row of rows) {
    it(`${row.id} answers as its row declares, for any request`, async () => {
      const api = await Api.login(sandbox().url);
      await furnish(api);
      const start = sandbox().control.snapshot();
      const schema = bodySchema(factOf(row.id));
      const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined));
      const bodies =
        schema === undefined
          ? anything
          : fc.oneof(
              { weight: 3, arbitrary: arbitraryFromSchema(schema, { direction: "request", members: requestMembers }) },
              { weight: 1, arbitrary: anything },
            );
      const known = fc.constantFrom(...identifiers());
      const segments = fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: fc.string({ minLength: 1 }) });
      const numbers = fc.oneof(fc.constantFrom(100000, 100001, 100002, 200001), fc.nat());
      const parameters = fc.record(
        Object.fromEntries(
          parameterNames(row.path).map((name): [string, fc.Arbitrary<string | number>] => [
            name,
            parameterType(name) === "integer" ? numbers : segments.filter(isSegment),
          ]),
        ),
      );
      await fc.assert(
        fc.asyncProperty(parameters, bodies, async (named, body) => {
          const answer = await api.call(row.id, {
            parameters: named,
            ...(row.method === "GET" || body === undefined ? {} : { body }),
          });
          assert.doesNotMatch(answer.text, /defect/);
          sandbox().control.restore(start);
        }),
        { numRuns: 20 },
      );
    });
  }
});
