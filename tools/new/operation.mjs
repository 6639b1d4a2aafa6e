import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SetupError } from "../report.mjs";
import { create, format, insert, logChange, marker } from "./text.mjs";

/** @typedef {{ id: string, area: string, areaSlug: string, pathParams: { name: string }[] }} Fact */

/** By method: the status of the answer, and the retry class. */
const usual = /** @type {Record<string, [number, string, string] | undefined>} */ ({
  GET: [200, "safe", "read"],
  PUT: [200, "idempotent", "update"],
  POST: [201, "ambiguous", "create"],
  DELETE: [204, "ambiguous", "delete"],
});

const escaped = (/** @type {string} */ text) => text.replaceAll(/[()]/g, "\\$&");

const testHead = (/** @type {string} */ area) => `import { Api, useSandbox } from "../support/sandbox.js";

describe("the sandbox's ${area} area", () => {
  const sandbox = useSandbox();
  let api: Api;

  beforeEach(async () => {
    api = await Api.login(sandbox().url);
  });
`;

/**
 * Begins an operation: its row, its handler, its test, and what the sources say.
 *
 * @param {string} root
 * @param {string} id
 * @param {Record<string, string>} options
 */
export async function newOperation(root, id, { area = "", method = "", path = "", purpose = "" }) {
  const traits = usual[method];
  if (!/^[a-z]\w+$/.test(id) || traits === undefined || !path.startsWith("/v1/") || purpose === "")
    throw new SetupError(
      "An operation needs an id, --area, --method (GET, PUT, POST or DELETE), --path (from /v1/) and --purpose (a verb and its objects).",
    );
  const facts = /** @type {Fact[]} */ (JSON.parse(await readFile(join(root, "api/operations.json"), "utf8")));
  const beside = facts.filter(({ areaSlug }) => areaSlug === area).at(-1);
  if (beside === undefined)
    throw new SetupError(`There is no area ${area}: there are ${[...new Set(facts.map((each) => each.areaSlug))].join(", ")}.`);
  if (facts.some((each) => each.id === id)) throw new SetupError(`There is an operation ${id} already.`);
  const [status, repeat, kind] = traits;
  const parameters = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => String(name));
  const hasBody = method === "PUT" || method === "POST";

  await insert(
    root,
    `sdk/operations/${area}.ts`,
    /^\};$/gm,
    `  // ${marker} call it as programs will, such as list or createKey: client.${area}.${id}
  ${id}: operation({
    id: "${id}",
    method: "${method}",
    path: "${path}",
    purpose: "${purpose}",${hasBody ? `\n    // ${marker} body: its model, in sdk/models/${area}.ts` : ""}
    // ${marker} the answers by status, with their models, in sdk/models/${area}.ts
    answers: { ${status}: ${status === 204 ? "empty" : "json"}() },
    repeat: "${repeat}",
    // ${marker} how well each part is known: documented, inferred or unknown
    evidence: { status: "documented"${hasBody ? ', body: "documented"' : ""}, answer: "documented" },
  }),
`,
  );
  await insert(
    root,
    `sandbox/areas/${area}.ts`,
    /^\} satisfies Partial<Handlers>;$/gm,
    `
  // ${marker} do what the operation does. Records that the store lacks are declared in sandbox/state/collections.ts
  ${id}: ({ parameters, login }, world) => {
${parameters.includes("accountIdentifier") ? "    const account = accountOf(world, login, parameters.accountIdentifier);\n" : ""}${parameters.includes("customerNumber") ? "    const customer = customerOf(world, login, parameters.customerNumber);\n" : ""}    return ${status === 204 ? "empty(204)" : `json(${status}, [])`};
  },
`,
  );
  const test = `
  it("${marker} ${purpose}: say and try what only ${id} does", async () => {
    await api.expect(${status}, "${id}", { parameters: {} });
  });
`;
  const tests = `tests/sandbox/${area}.test.ts`;
  if (existsSync(join(root, tests))) await insert(root, tests, /^\}\);$/m, test);
  else await create(root, tests, `${testHead(area)}${test}});\n`);

  const table = `\n### ${beside.area}\n`;
  await insert(
    root,
    "api/facts.md",
    new RegExp(`(?<=${escaped(table)}[^#]*\\|---\\|(?:\\n\\|.*)*\\n)(?!\\|)`),
    `| ${method} | ${path} | ${purpose} |\n`,
  );
  const source = "interface.md";
  const schema = null;
  const fact = {
    ...{ id, area: beside.area, areaSlug: area, method, path, purpose, kind },
    pathParams: parameters.map((name) => ({
      name,
      type: name === "customerNumber" ? "integer" : "string",
      required: true,
      source,
    })),
    query: [],
    body: hasBody ? { schema, required: true, contentType: "application/json", source } : null,
    responses: [{ status, schema, description: "success", source }],
    auth: { required: true, scheme: "bearer", source },
    safety: { idempotent: method !== "POST", costsMoney: false, notifies: false, irreversible: false },
    notes: [
      `${marker} query, body and answers with their schemas, and the source of each, as in other entries; then leave out this note`,
    ],
    public: { operationId: id, path },
    source: Object.fromEntries(["route", "purpose", "pathParams", "query", "body", "responses"].map((part) => [part, source])),
  };
  const entry = JSON.stringify([fact], undefined, 1).slice(2, -2);
  await insert(root, "api/operations.json", /\n\]\s*$/g, `,\n${entry}`);
  await logChange(root, "Client", `\`client.${area}\` can ${purpose}.`);
  await format(root, [`sdk/operations/${area}.ts`, `sandbox/areas/${area}.ts`, tests]);
}
