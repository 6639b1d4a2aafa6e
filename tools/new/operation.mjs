import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeLists } from "../kinds.mjs";
import { SetupError } from "../report.mjs";
import { complete, containers, create, insert, kindOf, labelOf, logChange, parametersIn, templatesIn } from "./text.mjs";

/**
 * @typedef {{ id: string, area: string, areaSlug: string, method: string }} Fact
 * @typedef {{ name: string, type: string, isOptional: boolean }} Member
 * @typedef {{ id: string, verb: string, method: string, path: string, purpose: string }} Plan
 * @typedef {Record<string, string | undefined>} Options
 */

/** By the word in `--sent` and `--shown`: how models and the sandbox's records write the type, and a value of it. */
const types = /** @type {Record<string, [string, string, string | undefined]>} */ ({
  string: ["z.string()", "text", undefined],
  integer: ["wholeNumber", "z.int()", "1"],
  number: ["z.number()", "z.number()", "1"],
  boolean: ["z.boolean()", "z.boolean()", "true"],
  secret: ["secret(z.string())", "text", undefined],
});

/** By method: the retry class, and what the sources call the operation. */
const usual = /** @type {Record<string, [string, string] | undefined>} */ ({
  GET: ["safe", "read"],
  PUT: ["idempotent", "update"],
  POST: ["ambiguous", "action"],
  DELETE: ["ambiguous", "delete"],
});

const verbs = /** @type {Record<string, { method: string, word: string, ofOne: boolean } | undefined>} */ ({
  list: { method: "GET", word: "list", ofOne: false },
  get: { method: "GET", word: "read", ofOne: true },
  create: { method: "POST", word: "create", ofOne: false },
  update: { method: "PUT", word: "update", ofOne: true },
  delete: { method: "DELETE", word: "delete", ofOne: true },
});

const usage =
  "Name an id, --area, --method (GET, PUT, POST or DELETE), --path (from /v1/) and --purpose (a verb and its objects); or a class, --area, " +
  '--crud (some of list, get, create, update, delete) and the --path of its objects. Members: --sent and --shown, such as "name, size:integer?, password:secret".';

/** @param {string} [text] @returns {Member[]} */
const membersOf = (text = "") =>
  (text.match(/[^,]+/g) ?? []).map((each) => {
    const [, name, type = "string", optional] = /^\s*(\w+)(?::(\w+))?(\?)?\s*$/.exec(each) ?? [];
    if (name === undefined || types[type] === undefined)
      throw new SetupError(
        `${each.trim()} is not a member, such as name, size:integer or note?; types: ${Object.keys(types).join(", ")}.`,
      );
    return { name, type, isOptional: optional !== undefined };
  });

const valuesOf = (/** @type {readonly Member[]} */ members) =>
  members.flatMap(({ name, type, isOptional }) => (isOptional ? [] : [`${name}: ${types[type]?.[2] ?? `"${name}"`}`])).join(", ");

const isSecret = (/** @type {Member} */ { type }) => type === "secret";

/** A schema of the sources. */
const schemaOf = (/** @type {readonly Member[]} */ members, /** @type {boolean} */ isRequest, /** @type {string} */ source) => ({
  type: "object",
  properties: Object.fromEntries(
    members.map((each) => [each.name, isSecret(each) ? { type: "string", "x-secret": true } : { type: each.type }]),
  ),
  ...(isRequest ? { required: members.flatMap(({ name, isOptional }) => (isOptional ? [] : [name])) } : {}),
  "x-source": source,
});

/** @param {string} name @param {Options} options @param {string} label @returns {Plan[]} */
function plansOf(name, { crud, method = "", path = "", purpose = "" }, label) {
  if (!path.startsWith("/v1/")) throw new SetupError(usage);
  if (crud === undefined) {
    if (!/^[a-z]\w+$/.test(name) || usual[method] === undefined || purpose === "") throw new SetupError(usage);
    return [{ id: name, verb: "", method, path, purpose }];
  }
  return crud.split(",").map((each) => {
    const verb = each.trim();
    const how = verbs[verb];
    if (how === undefined || !/^[A-Z]\w+$/.test(name)) throw new SetupError(usage);
    const objects = verb === "list" ? `${label}s` : `${/^([aeiou]|[FLMNRSX][A-Z])/.test(label) ? "an" : "a"} ${label}`;
    return {
      id: `${verb}${name}${verb === "list" ? "s" : ""}`,
      ...{ verb, method: how.method, purpose: `${how.word} ${objects}` },
      path: how.ofOne ? `${path}/{${kindOf(name)}Identifier}` : path,
    };
  });
}

/**
 * Begins operations: their models, rows, records, handlers and tests, and what the sources say.
 *
 * @param {string} root
 * @param {string} name an id, or a class with `crud`
 * @param {Options} options
 */
export async function newOperations(root, name, options) {
  const { area = "", source = "unknown" } = options;
  const isCrud = options["crud"] !== undefined;
  const className = name.charAt(0).toUpperCase() + name.slice(1);
  const kind = kindOf(className);
  const label = options["label"] ?? labelOf(className);
  const plans = plansOf(name, options, label);
  const read = (/** @type {string} */ path) => readFile(join(root, path), "utf8");
  const facts = /** @type {Fact[]} */ (JSON.parse(await read("api/operations.json")));
  const beside = facts.filter(({ areaSlug }) => areaSlug === area).at(-1);
  if (beside === undefined)
    throw new SetupError(`There is no area ${area}: there are ${[...new Set(facts.map((each) => each.areaSlug))].join(", ")}.`);
  const known = plans.find(({ id }) => facts.some((each) => each.id === id));
  if (known !== undefined) throw new SetupError(`There is an operation ${known.id} already.`);

  const [sent, set] = [membersOf(options["sent"]), membersOf(options["shown"])];
  const kept = sent.filter((each) => !isSecret(each));
  const secrets = sent.filter(isSecret).map(({ name: member }) => `${member}: _${member}`);
  const shown = isCrud ? [...set, ...kept] : set;
  const [input, output] = isCrud ? [`${className}Input`, className] : [`${className}Request`, `${className}Answer`];
  const [models, handlers, collections] = [`sdk/models/${area}.ts`, `sandbox/areas/${area}.ts`, "sandbox/state/collections.ts"];
  const existing = (await read(models)) + (await read(handlers)) + (await read(collections));
  const isSent = (/** @type {{ verb: string }} */ { verb }) => (isCrud ? /^(create|update)$/.test(verb) : sent.length > 0);
  const isShown = (/** @type {{ verb: string }} */ { verb }) => (isCrud ? verb !== "delete" : shown.length > 0);
  const needsInput = plans.some(isSent) && !existing.includes(`const ${input} `);
  const needsOutput = plans.some(isShown) && !existing.includes(`const ${output} `);
  if ((needsInput && sent.length === 0) || (needsOutput && shown.length === 0)) throw new SetupError(usage);

  const scope = parametersIn(options["path"] ?? "");
  const container = containers[scope.at(-1) ?? ""];
  const { owner, value, form, example } = container ?? { owner: "login", value: "login.id", form: "text", example: '"reseller"' };
  const identifier = set.find(({ name: member }) => /^(_?id|uuid|uid|\w*Identifier)$/.test(member));
  const others = set.filter((each) => each !== identifier);
  const placed = scope.map((each) => `${each}: ${containers[each]?.example ?? '"1"'}`).join(", ");
  const idOf = (/** @type {string} */ verb) => plans.find((each) => each.verb === verb)?.id;
  const declared = (/** @type {Member} */ { name: member, type, isOptional }, /** @type {0 | 1} */ at) =>
    `${member}: ${types[type]?.[at]}${isOptional ? ".optional()" : ""}`;
  const holes = {
    ...{
      input,
      output,
      area,
      kind,
      label,
      owner,
      ownerValue: value,
      ownerForm: form,
      ownerExample: example,
      records: `${kind}s`,
    },
    inputMembers: sent.map((each) => `${declared(each, 0)}.describe("NEW: what ${each.name} is")`).join(", "),
    outputMembers: shown
      .map((each) =>
        isCrud && sent.includes(each)
          ? `${each.name}: optional(${input}.shape.${each.name})`
          : `${each.name}: optional(${types[each.type]?.[0]}).describe("NEW: what ${each.name} is")`,
      )
      .join(", "),
    within: container?.within,
    recordMembers: [...kept, ...others.map((each) => ({ ...each, isOptional: true }))]
      .map((each) => declared(each, 1))
      .join(", "),
    example: valuesOf(kept),
    secrets: secrets.length > 0 ? secrets.join(", ") : undefined,
    stored: secrets.length > 0 ? "stored" : "body",
    hidden: identifier === undefined ? "id: __, " : "id, ",
    identified: identifier && `${identifier.name}: ${identifier.type === "string" ? "id" : "Number(id)"}, `,
    parameterTypes: [...scope, `${kind}Identifier`]
      .map((each) => `readonly ${each}: ${each === "customerNumber" ? "number" : "string"}`)
      .join("; "),
    parameters: scope.length === 0 ? undefined : "parameters, ",
    set: others.map((each) => each.name).join(", ") || undefined,
    purposes: plans.map(({ purpose }) => purpose).join(", "),
    sent: `{ ${valuesOf(sent)} }`,
    placed,
    ...Object.fromEntries(Object.keys(verbs).map((verb) => [verb, idOf(verb)])),
    one: plans.some(({ verb }) => verbs[verb]?.ofOne) ? "" : undefined,
    ...{ inPlace: placed && "...parameters, ", call: placed && "parameters, " },
    listArguments: placed && ", { parameters }",
    expected: idOf("create") === undefined ? "[listed[0]]" : "[created]",
  };
  const fill = await templatesIn("operation.txt");
  const text = (/** @type {string} */ template, more = {}) => fill(template, { ...holes, ...more });

  const writeJson = (/** @type {string} */ path, /** @type {object} */ value) =>
    writeFile(join(root, path), `${JSON.stringify(value, undefined, 1)}\n`);
  const schemas = /** @type {{ $defs: Record<string, object> }} */ (JSON.parse(await read("api/schemas.json")));

  const tests = `tests/sandbox/${area}.test.ts`;
  if (!existsSync(join(root, tests))) await create(root, tests, text("test head"));
  if (needsInput) {
    await insert(root, models, /$/g, text("input model"));
    schemas.$defs[input] = schemaOf(sent, true, source);
  }
  if (needsOutput) {
    await insert(root, models, /$/g, text("answer model"));
    schemas.$defs[output] = schemaOf(shown, false, source);
  }
  if (isCrud && !existing.includes(`const ${kind}Form `)) {
    await insert(root, collections, /^\};$/m, text("collection"));
    await insert(root, handlers, /^export const \w+ = \{$/m, text("form"));
  }
  if (holes.one !== undefined && !existing.includes(`function ${kind}Of(`))
    await insert(root, handlers, /^export const \w+ = \{$/m, text("one"));
  const evidence = source === "unknown" ? "unknown" : "documented";
  const schema = (/** @type {string} */ model) => ({ $ref: `schemas.json#/$defs/${model}` });
  const entries = [];
  for (const { verb, ...plan } of plans) {
    const [repeat = "", word] = usual[plan.method] ?? [];
    const [body, answers] = [isSent({ verb }) ? input : undefined, isShown({ verb })];
    const status = verb === "create" ? 201 : answers ? 200 : 204;
    const [answer, answerSchema] =
      verb === "list"
        ? [`json(list(${output}), "the ${label}s")`, { type: "array", items: schema(output) }]
        : answers
          ? [`json(${output}, "the ${label}")`, schema(output)]
          : [`empty("${verb === "delete" ? "deleted" : "done"}")`, null];
    const reply = answers ? `json(${status}, {})` : `empty(${status})`;
    const whole = plan.method === "PUT" ? "" : undefined;
    const parts = {
      ...plan,
      repeat,
      body,
      whole,
      answer,
      reply,
      status: String(status),
      evidence,
      bodyEvidence: body && `body: "${evidence}", `,
    };
    await insert(root, `sdk/operations/${area}.ts`, /^\};$/gm, text("row", parts));
    await insert(root, handlers, /^\} satisfies Partial<Handlers>;$/gm, text(`handler ${verb || "other"}`, parts));
    if (!isCrud) await insert(root, tests, /$/g, text("test of one", parts));
    await insert(
      root,
      "api/facts.md",
      new RegExp(`(?<=\n### ${beside.area.replaceAll(/[()]/g, "\\$&")}\n[^#]*\\|---\\|(?:\\n\\|.*)*\\n)(?!\\|)`),
      `| ${plan.method} | ${plan.path} | ${plan.purpose} |\n`,
    );
    const type = (/** @type {string} */ parameter) => (parameter === "customerNumber" ? "integer" : "string");
    entries.push({
      ...{ id: plan.id, area: beside.area, areaSlug: area, method: plan.method, path: plan.path, purpose: plan.purpose },
      kind: verb === "create" ? verb : word,
      pathParams: parametersIn(plan.path).map((each) => ({ name: each, type: type(each), required: true, source })),
      query: [],
      body: body === undefined ? null : { schema: schema(body), required: true, contentType: "application/json", source },
      responses: [
        {
          ...(source === "unknown" ? { status: null, assumedStatus: status } : { status }),
          ...{ schema: answerSchema, description: "success", source },
        },
      ],
      auth: { required: true, scheme: "bearer", source },
      safety: { idempotent: plan.method !== "POST", costsMoney: false, notifies: false, irreversible: false },
      notes: [],
      public: null,
      source: { route: source, purpose: source, pathParams: source, query: source, body: source, responses: source },
    });
  }
  if (isCrud) await insert(root, tests, /$/g, text("test"));
  await writeJson("api/operations.json", [...facts, ...entries]);
  await writeJson("api/schemas.json", schemas);
  await logChange(root, "Client", `\`client.${area}\` can ${holes.purposes}.`);
  await writeLists(root);
  await complete(root, ["sdk", "sandbox"], [models, `sdk/operations/${area}.ts`, collections, handlers, tests]);
}
