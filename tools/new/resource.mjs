import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { classNameOf, writeKinds } from "../kinds.mjs";
import { SetupError } from "../report.mjs";
import { setUp } from "../setup.mjs";
import { create, format, logChange, marker } from "./text.mjs";

/**
 * A schema of zod, as far as the stubs need it.
 *
 * @typedef {{ type: string, innerType?: Schema, in?: Schema }} Definition
 * @typedef {{ _zod: { def: Definition, optin?: string, optout?: string }, shape?: Record<string, Schema> }} Schema
 * @typedef {{ kind: string, schema?: Schema }} Answer
 * @typedef {{ id: string, path: string, body?: Schema, answers: Record<number, Answer>, evidence: { body?: string, answer: string } }} Operation
 * @typedef {{ area: string, name: string, operation: Operation }} Row
 */

/** Containers by the path parameter that names them: its schema, how a place of the matrix names it, and an example. */
const containers = /** @type {Record<string, { schema: string, place: string, example: string }>} */ ({
  customerNumber: { schema: "customerNumber", place: "customerNumber", example: "100001" },
  accountIdentifier: { schema: "accountIdentifier", place: "account", example: '"p100001"' },
  domainIdentifier: { schema: "hostLabels", place: "domain", example: '"sommer-gartenbau.de"' },
});

const parametersOf = (/** @type {Operation} */ { path }) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => String(name));

/** @param {Schema} schema @returns {Schema} without what makes it optional, or tolerant of another form */
const inner = (schema) => {
  const within = schema._zod.def.innerType ?? schema._zod.def.in;
  return within === undefined ? schema : inner(within);
};

const answerOf = (/** @type {Operation} */ { answers }) =>
  Object.values(answers).find((answer) => answer.kind === "json")?.schema;

/** A value of a type, for examples and mocks. */
const valueOf = (/** @type {Schema} */ schema, word = "a") =>
  ({ string: `"${word}"`, int: "1", number: "1", boolean: String(word === "a"), enum: `"${marker} one"` })[
    inner(schema)._zod.def.type
  ] ?? "{}";

const typeOf = (/** @type {Schema} */ schema) =>
  ({ string: "string", int: "number", number: "number", boolean: "boolean" })[inner(schema)._zod.def.type] ?? "unknown";

/**
 * A source with the imports that it uses.
 *
 * @param {readonly (readonly string[])[]} imports names and the files that they come from
 * @param {string} source
 */
function withImports(imports, source) {
  const used = imports.filter(([name = ""]) =>
    new RegExp(`\\b${name.replace(/^.* /, "")}\\b`).test(source.replaceAll(/: "[^"]*"/g, "")),
  );
  const files = [...new Set(used.map(([, file]) => file))];
  const from = files.map((file) => {
    const names = used.filter((each) => each[1] === file).map(([name]) => name);
    return `import { ${names.join(", ")} } from "${String(file)}";\n`;
  });
  return `${from.join("")}\n${source}`;
}

/**
 * Begins a kind of resource: its definition with its class, and its specimen, from the operations of the table.
 *
 * @param {string} root
 * @param {string} className
 * @param {Record<string, string>} options
 */
export async function newResource(root, className, options) {
  if (!/^[A-Z][A-Za-z]+$/.test(className)) throw new SetupError("A resource needs the name of its class, such as CronJob.");
  await setUp({ beforeBuild: writeKinds });
  const load = createRequire(join(root, "dist", "sdk", "index.js"));
  const { tableRows } = /** @type {{ tableRows: Row[] }} */ (load("./operations/rows.js"));
  const verbs = /** @type {const} */ (["list", "get", "create", "update", "delete"]);
  const row = Object.fromEntries(
    verbs.map((verb) => {
      const names = options[verb] === undefined ? [`${verb}${className}`, `${verb}${className}s`] : [options[verb]];
      return [verb, tableRows.find(({ operation }) => names.includes(operation.id))];
    }),
  );
  const { list, get, create: creation, update, delete: deletion } = row;
  if (list === undefined || creation === undefined)
    throw new SetupError(
      `A resource needs an operation that lists its objects and one that creates them: add them first (\`npm run new -- operation list${className}s\`), ` +
        "or name them: `--list <id> --create <id>`.",
    );
  const { area } = creation;
  const scope = parametersOf(list.operation);
  const foreign = scope.find((name) => containers[name] === undefined);
  if (foreign !== undefined) throw new SetupError(`No kind contains objects by ${foreign}.`);
  const kind = className.charAt(0).toLowerCase() + className.slice(1);
  const label = className.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
  const path = `provider/resources/${kind}.ts`;
  if (existsSync(join(root, path))) throw new SetupError(`${path} exists already.`);

  /** @type {Map<unknown, string>} */
  const models = new Map();
  for (const file of (await readdir(join(root, "dist/sdk/models"))).filter((name) => name === `${area}.js`))
    for (const [name, value] of Object.entries(/** @type {object} */ (load(`./models/${file}`)))) models.set(value, name);
  const { partsOf } = /** @type {{ partsOf: (schema: Schema) => Schema[] }} */ (load("./models/schema.js"));
  /** @type {(schema: Schema | undefined) => Schema | undefined} */
  const objectIn = (schema) =>
    schema === undefined || schema.shape !== undefined
      ? schema
      : partsOf(schema)
          .map(objectIn)
          .find((part) => part !== undefined);
  const body = objectIn(creation.operation.body);
  const shown = objectIn(answerOf(list.operation)) ?? /** @type {Schema} */ ({ _zod: { def: { type: "object" } } });
  const bodyName = models.get(body) ?? "Input";
  const answerName = models.get(shown) ?? "Answer";
  const fields = Object.entries(body?.shape ?? {});
  const names = fields.map(([name]) => name);
  const outputs = Object.entries(shown.shape ?? {}).filter(([name]) => !names.includes(name) && !scope.includes(name));
  const key = names[0] ?? "name";
  const identifier = outputs.map(([name]) => name).find((name) => /^(_?id|uid|uuid|.*Identifier)$/.test(name)) ?? key;
  const policy = update === undefined ? "replace" : "update";
  const parts = [...scope, identifier];
  const args = (/** @type {readonly string[]} */ given) => `{ ${given.join(", ")} }`;
  const call = (/** @type {Row} */ { name, operation }) => {
    const parameters = parametersOf(operation).map((parameter, index) => {
      const value =
        parameter === "customerNumber" ? `Number(parts(id).customerNumber)` : `parts(id).${parts[index] ?? identifier}`;
      return `${parameter}: ${value}`;
    });
    return `client.${name}(${args([...parameters, ...(operation.body === undefined ? [] : ["body"])])})`;
  };
  const placed = scope.length === 0 ? "" : `${scope.join(", ")}, `;
  const defaulted = scope.map((name) => `${name} = ${name === "customerNumber" ? "NaN" : '""'}`).join(", ");
  const evidence = creation.operation.evidence.body ?? "unknown";

  await create(
    root,
    path,
    withImports(
      [
        ["type z", "zod"],
        [`type ${answerName} as Answer`, `../../sdk/models/${area}.js`],
        [bodyName, `../../sdk/models/${area}.js`],
        ["define", "../definition/definition.js"],
        ...["optional", "optionalOutput", "output", "required"].map((name) => [name, "../definition/field.js"]),
        ["ifThere", "../lifecycle/find.js"],
        ...["type ArgsOf", "resourceClass"].map((name) => [name, "../program/resource-class.js"]),
        ["inNothing", "../shared/containers.js"],
        ...[...new Set(scope.map((name) => containers[name]?.schema ?? ""))].map((name) => [name, "../shared/schemas.js"]),
        ...["joinId", "splitId"].map((name) => [name, "../values/ids.js"]),
        ...["deleted", "left"].map((name) => [name, "../values/removals.js"]),
      ],
      `const fields = {
${scope.map((name) => `  /** ${marker} what ${name} is. */\n  ${name}: required("replace", ${containers[name]?.schema ?? ""}, { evidence: "documented" }),\n`).join("")}${fields
        .map(([name, schema]) => {
          const isOptional = schema._zod.optin === "optional";
          const of = `${bodyName}.shape.${name}${isOptional ? ".unwrap()" : ""}`;
          return `  /** ${marker} what ${name} is, and what a change does${isOptional ? ". Default: what its absence means" : ""}. */\n  ${name}: ${isOptional ? "optional" : "required"}("${policy}", ${of}, { evidence: "${evidence}" }),\n`;
        })
        .join("")}} as const;

const outputs = {
${outputs.map(([name, schema]) => `  /** ${marker} what ${name} is. */\n  ${name}: ${schema._zod.optout === "optional" ? "optionalOutput" : "output"}<${typeOf(schema)}>("${list.operation.evidence.answer}"),\n`).join("")}} as const;

/** Arguments of a {@link ${className}}. */
export interface ${className}Args extends ArgsOf<typeof fields> {}

const parts = (id: string) => splitId(id, ${parts.map((part) => `"${part}"`).join(", ")});

const found = (${placed === "" ? "" : `scope: ${args(scope.map((name) => `readonly ${name}: ${name === "customerNumber" ? "number" : "string"}`)).replaceAll(", readonly", "; readonly")}, `}shown: z.output<typeof Answer>) => ({
  id: joinId(${scope.map((name) => `scope.${name}, `).join("")}shown.${identifier}),
  inputs: { ${placed === "" ? "" : "...scope, "}${names
    .filter((name) => shown.shape?.[name] !== undefined)
    .map((name) => `${name}: shown.${name}`)
    .join(", ")} },
  outputs: { ${outputs.map(([name]) => `${name}: shown.${name}`).join(", ")} },
});

export const ${kind} = define({
  kind: "${kind}",
  // ${marker} its name in messages
  label: "${label}",
  removal: ${deletion === undefined ? "left" : "deleted"},
  idParts: [${parts.map((part) => `"${part}"`).join(", ")}],
  mock: ({ number }) => ({ ${outputs.map(([name, schema]) => `${name}: ${typeOf(schema) === "number" ? "number" : typeOf(schema) === "string" ? "String(number)" : valueOf(schema)}`).join(", ")} }),
  fields,
  outputs,

  identity: {
    title: ({ ${key} }) => (${key} === undefined ? "" : \`"\${String(${key})}"\`),
${scope.length === 0 ? "    ...inNothing,\n" : `    parse: (id) => ({ ${scope.map((name) => `${name}: ${name === "customerNumber" ? "Number(parts(id).customerNumber)" : `parts(id).${name}`}`).join(", ")} }),\n    scope: [${scope.map((name) => `"${name}"`).join(", ")}],\n`}    // ${marker} which arguments tell one object from another; the same as @key below
    matches: (shown, { ${key} }) => shown.inputs.${key} === ${key},
  },

  reading: {
    async list({ client }${scope.length === 0 ? "" : `, { ${defaulted} }`}) {
      return (await client.${list.name}(${scope.length === 0 ? "" : args(scope)})).map((each) => found(${scope.length === 0 ? "" : `${args(scope)}, `}each));
    },
${get === undefined ? "" : `    get: ({ client }, id) => ifThere(${call(get)}.then((shown) => found(${scope.length === 0 ? "" : "parts(id), "}shown))),\n`}  },

  async create({ client }, { ${placed}...body }) {
    return found(${scope.length === 0 ? "" : `${args(scope)}, `}await client.${creation.name}(${args([...parametersOf(creation.operation), "body"])}));
  },
${update === undefined ? "" : `  async update({ client }, id, { ${scope.map((name) => `${name}: _${name}, `).join("")}...body }) {\n    return found(${scope.length === 0 ? "" : "parts(id), "}await ${call(update)});\n  },\n`}
  deletion: ${deletion === undefined ? `{ undeletable: "The API cannot delete a ${label}, so it stays at the provider." }` : `{\n    async delete({ client }, id) {\n      await ${call(deletion)};\n    },\n  }`},
});

/**
 * ${marker} what the resource is, in a sentence.
 *
 * @remarks ${marker} what the API cannot do with it, or leave this line out.
 * @id \`${parts.join("/")}\`
 * @key ${[...scope, key].join(", ")}${deletion === undefined ? "" : `\n * @deletion ${marker} what its deletion takes with it, such as: Deleted; nothing else depends on it.`}
 * @example
 * \`\`\`ts
 * import * as hosting from "pulumi-hosting";
 *
 * new hosting.${className}("example", { ${[...scope.map((name) => `${name}: ${containers[name]?.example ?? ""}`), ...fields.filter(([, schema]) => schema._zod.optin !== "optional").map(([name, schema]) => `${name}: ${valueOf(schema)}`)].join(", ")} });
 * \`\`\`
 */
export class ${className} extends resourceClass(${kind}) {}
`,
    ),
  );

  const declared = (/** @type {string} */ word, /** @type {(name: string) => string} */ within) =>
    args([
      ...scope.map((name) => `${name}: ${within(name)}`),
      ...fields.map(([name, schema]) => `${name}: ${valueOf(schema, word)}`),
    ]);
  const inPlace = (/** @type {string} */ name) => `place.${containers[name]?.place ?? ""}`;
  const request = (/** @type {string} */ verb, /** @type {Row | undefined} */ of) =>
    of === undefined
      ? ""
      : `    ${verb}: (place${parametersOf(of.operation).length > scope.length ? ", id" : ""}) => ({ operation: "${of.operation.id}", parameters: { ${parametersOf(
          of.operation,
        )
          .map((name) => `${name}: ${scope.includes(name) ? inPlace(name) : 'id.split("/").at(-1)!'}`)
          .join(", ")} } }),\n`;
  await create(
    root,
    `tests/support/kinds/${kind}.ts`,
    `import { asPresent, specimen } from "../specimen.js";

export const ${kind} = specimen({
  // ${marker} valid arguments of an object that the default seed lacks (sandbox/seeds/default.ts)
  valid: ${declared("a", (name) => containers[name]?.example ?? "")},
  other: ${declared("b", (name) => (name === "customerNumber" ? "100002" : '"other"'))},
  rehearsed: {
    sibling: { ${key}: "other" },
    // ${marker} the collection of its records
    count: ({ store }, { ${key} }) => store.${kind}s.all().filter((record) => record.${key} === ${key}).length,
  },
  answer: (${identifier}) => ({ ${Object.entries(shown.shape ?? {})
    .filter(([, schema]) => schema._zod.optout !== "optional")
    .map(([name, schema]) => (name === identifier ? name : `${name}: ${valueOf(schema)}`))
    .join(", ")} }),
  // ${marker} the edits of proofs/matrix/edits.ts in which it differs most from other kinds
  edits: ["rename-alias"],

  args: (place) => (${declared("a", inPlace).replace(`${key}: "a"`, `${key}: \`${kind}-\${place.mark}\``)}),
  ${policy === "update" ? "updated" : "replaced"}: (args) => ({ ...args, ${key}: \`\${String(args["${key}"])}-2\` }),
  plant: ({ store }, place, args) => {
    const id = String(900_000 + place.customerNumber);
    // ${marker} a record as the store has it
    store.${kind}s.insert({ id, ...args });
    return ${scope.length === 0 ? "id" : `\`${scope.map((name) => `\${${inPlace(name)}}/`).join("")}\${id}\``};
  },
  present: ({ store }, place) =>
    asPresent(
      // ${marker} the records of the place
      store.${kind}s.all().filter((record) => record.${key}.includes(place.mark)),
      ["${key}"],
      ({ id }) => ${scope.length === 0 ? "id" : `\`${scope.map((name) => `\${${inPlace(name)}}/`).join("")}\${id}\``},
    ),
  requests: {
${request("create", creation)}${request("get", get)}    list: (place) => ({ operation: "${list.operation.id}", parameters: { ${scope.map((name) => `${name}: ${inPlace(name)}`).join(", ")} } }),
${request("update", update)}${request("delete", deletion)}  },
});
`,
  );
  await logChange(root, "Provider", `The resource \`${classNameOf(kind)}\`.`);
  await writeKinds(root);
  await format(root, [path, `tests/support/kinds/${kind}.ts`]);
}
