import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { writeLists } from "../kinds.mjs";
import { SetupError } from "../report.mjs";
import { setUp } from "../setup.mjs";
import { complete, containers, create, kindOf, labelOf, logChange, marker, parametersIn, templatesIn } from "./text.mjs";

/**
 * A schema of zod, as far as the stubs need it.
 *
 * @typedef {{ type: string, innerType?: Schema, in?: Schema }} Definition
 * @typedef {{ _zod: { def: Definition, optin?: string }, shape?: Record<string, Schema> }} Schema
 * @typedef {{ kind: string, schema?: Schema }} Answer
 * @typedef {{ id: string, path: string, purpose: string, body?: Schema, answers: Record<number, Answer>, evidence: { body?: string, answer: string } }} Operation
 * @typedef {{ area: string, name: string, operation: Operation }} Row
 */

const verbs = /** @type {const} */ (["list", "get", "create", "update", "delete"]);

/** @param {Schema} schema @returns {Schema} without what makes it optional, or tolerant of another form */
const inner = (schema) => {
  const within = schema._zod.def.innerType ?? schema._zod.def.in;
  return within === undefined ? schema : inner(within);
};

const isOptional = (/** @type {Schema} */ schema) => schema._zod.optin === "optional";

const typeOf = (/** @type {Schema} */ schema) =>
  ({ string: "string", int: "number", number: "number", boolean: "boolean" })[inner(schema)._zod.def.type];

/** A value, for examples and tests. */
const valueOf = (/** @type {Schema} */ schema, isOther = false) =>
  ({ string: isOther ? '"other"' : '"one"', number: isOther ? "2" : "1", boolean: String(!isOther) })[typeOf(schema) ?? ""] ??
  `"${marker} ${isOther ? "another" : "a"} value"`;

/**
 * Begins a kind of resource: its definition with its class, and its specimen, from the operations of the table.
 *
 * @param {string} root
 * @param {string} className
 * @param {Record<string, string | undefined>} options
 */
export async function newResource(root, className, options) {
  if (!/^[A-Z][A-Za-z]+$/.test(className)) throw new SetupError("A resource needs the name of its class, such as CronJob.");
  await setUp({ beforeBuild: writeLists });
  const load = createRequire(join(root, "dist", "sdk", "index.js"));
  const { tableRows } = /** @type {{ tableRows: Row[] }} */ (load("./operations/rows.js"));
  const row = Object.fromEntries(
    verbs.map((verb) => {
      const names = options[verb] === undefined ? [`${verb}${className}`, `${verb}${className}s`] : [options[verb]];
      return [verb, tableRows.find(({ operation }) => names.includes(operation.id))];
    }),
  );
  const { list, create: creation } = row;
  if (list === undefined || creation === undefined)
    throw new SetupError(
      `A resource needs an operation that lists its objects and one that creates them: add them first (\`npm run new -- operation ${className} --crud list,create\`), ` +
        "or name them: `--list <id> --create <id>`.",
    );
  const { area } = creation;
  const scope = parametersIn(list.operation.path);
  const foreign = scope.find((name) => containers[name] === undefined);
  if (foreign !== undefined) throw new SetupError(`No kind contains objects by ${foreign}.`);
  const kind = kindOf(className);
  const path = `provider/resources/${kind}.ts`;
  if (existsSync(join(root, path))) throw new SetupError(`${path} exists already.`);

  const models = new Map(
    Object.entries(/** @type {object} */ (load(`./models/${area}.js`))).map(([name, value]) => [value, name]),
  );
  const { isSecret, partsOf } = /** @type {{ isSecret(schema: Schema): boolean, partsOf(schema: Schema): Schema[] }} */ (
    load("./models/schema.js")
  );
  /** @type {(schema: Schema | undefined) => Schema | undefined} */
  const objectIn = (schema) =>
    schema === undefined || schema.shape !== undefined
      ? schema
      : partsOf(schema)
          .map(objectIn)
          .find((part) => part !== undefined);
  const body = objectIn(creation.operation.body);
  const answer = objectIn(Object.values(list.operation.answers).find((each) => each.kind === "json")?.schema);
  if (body?.shape === undefined || answer?.shape === undefined)
    throw new SetupError("A resource needs models of the body that creates an object, and of the answer that lists them.");
  const [input, shown] = [models.get(body) ?? "Input", answer.shape];
  const fields = Object.entries(body.shape);
  const outputs = Object.entries(shown).filter(([name]) => body.shape?.[name] === undefined && !scope.includes(name));
  const key = fields.find(([, schema]) => typeOf(schema) === "string" && !isOptional(schema))?.[0] ?? fields[0]?.[0] ?? "";
  const identifier = outputs.map(([name]) => name).find((name) => /^(_?id|uid|uuid|.*Identifier)$/.test(name)) ?? key;
  const policy = row["update"] === undefined ? "replace" : "update";
  const parts = [...scope, identifier];
  const quoted = (/** @type {readonly string[]} */ names) => names.map((name) => `"${name}"`).join(", ");
  const braced = (/** @type {readonly string[]} */ names) => `{ ${names.join(", ")} }`;
  const ofPlace = (/** @type {(container: import("./text.mjs").Container) => string} */ value) =>
    scope.map((name) => `${name}: ${value(/** @type {import("./text.mjs").Container} */ (containers[name]))}`);
  const fromId = (/** @type {string} */ name, part = name) =>
    `${name}: ${name === "customerNumber" ? "customerOf(parts(id).customerNumber)" : `parts(id).${part}`}`;
  const parsed = scope.map((name) => fromId(name));
  const call = (/** @type {string} */ verb) => {
    const each = row[verb];
    if (each === undefined) return undefined;
    const parameters = parametersIn(each.operation.path).map((name) =>
      verb === "create" ? name : scope.includes(name) ? fromId(name) : fromId(name, identifier),
    );
    return `${each.name}(${braced([...parameters, ...(each.operation.body === undefined ? [] : ["body"])])})`;
  };
  // Messages can only hide a secret that is no plain word.
  const sample = (/** @type {Schema} */ schema, isOther = false) =>
    isSecret(schema) ? `"${isOther ? "another" : "one"}-secret-1"` : valueOf(schema, isOther);
  const declared = (/** @type {"example" | "other"} */ which) =>
    [...ofPlace((each) => each[which]), ...fields.map(([name, schema]) => `${name}: ${sample(schema, which === "other")}`)].join(
      ", ",
    );
  const field = (/** @type {string} */ name, /** @type {string} */ how, /** @type {string} */ more) =>
    `  /** ${marker} what ${name} is${more}. */\n  ${name}: ${how},\n`;

  const holes = {
    ...{
      Class: className,
      kind,
      label: /^create an? (.*)$/.exec(creation.operation.purpose)?.[1] ?? labelOf(className),
      area,
      input,
      output: models.get(answer) ?? "Answer",
      records: `${kind}s`,
    },
    fieldImports: [
      ...new Set([
        ...(scope.length === 0 ? [] : ["required"]),
        ...fields.map(([, schema]) => (isOptional(schema) ? "optional" : "required")),
        ...outputs.map(([name, schema]) => (isOptional(schema) && name !== identifier ? "optionalOutput" : "output")),
      ]),
    ]
      .sort()
      .join(", "),
    fields: [
      ...scope.map((name) => field(name, `required("replace", ${containers[name]?.schema}, { evidence: "unknown" })`, "")),
      ...fields.map(([name, schema]) => {
        const [how, end] = isOptional(schema) ? ["optional", ".unwrap()"] : ["required", ""];
        const absent = isOptional(schema)
          ? ", and what a change does. If omitted: what its absence means"
          : ", and what a change does";
        const traits = `evidence: "${creation.operation.evidence.body ?? "unknown"}"${isSecret(schema) ? ', secret: "value"' : ""}${shown[name] === undefined ? ", readable: false" : ""}`;
        return field(name, `${how}("${policy}", ${input}.shape.${name}${end}, { ${traits} })`, absent);
      }),
    ].join(""),
    outputs: outputs
      .map(([name, schema]) => {
        const how = isOptional(schema) && name !== identifier ? "optionalOutput" : "output";
        return field(name, `${how}<${typeOf(schema) ?? "unknown"}>("${list.operation.evidence.answer}")`, "");
      })
      .join(""),
    quotedParts: quoted(parts),
    scopeParameter:
      scope.length === 0
        ? ""
        : `scope: { ${scope.map((name) => `readonly ${name}: ${name === "customerNumber" ? "number" : "string"}`).join("; ")} }, `,
    scopeValues: scope.map((name) => `scope.${name}, `).join(""),
    identified: `{ ${identifier}${isOptional(shown[identifier] ?? body) ? (typeOf(shown[identifier] ?? body) === "number" ? " = NaN" : ' = ""') : ""}, ...shown }`,
    identifier,
    scopeSpread: scope.length === 0 ? "" : "...scope, ",
    shownInputs: fields
      .flatMap(([name]) => (shown[name] === undefined ? [] : [name === identifier ? name : `${name}: shown.${name}`]))
      .join(", "),
    outputPatterns: outputs.map(([name]) => `${name}: /./`).join(", "),
    shownOutputs: outputs.map(([name]) => (name === identifier ? name : `${name}: shown.${name}`)).join(", "),
    removal: row["delete"] === undefined ? "left" : "deleted",
    mock: outputs
      .flatMap(([name, schema]) => {
        const value = { number: "number", string: "String(number)", boolean: "true" }[typeOf(schema) ?? ""];
        return value === undefined ? [] : [`${name}: ${value}`];
      })
      .join(", "),
    key,
    unseen: quoted(fields.flatMap(([name]) => (shown[name] === undefined ? [name] : []))) || undefined,
    inNothing: scope.length === 0 ? "" : undefined,
    scope: scope.length === 0 ? undefined : "",
    parsed: parsed.join(", "),
    quotedScope: quoted(scope),
    listScope:
      scope.length === 0
        ? ""
        : `, { ${scope.map((name) => `${name} = ${name === "customerNumber" ? "NaN" : '""'}`).join(", ")} }`,
    scopeArguments: scope.length === 0 ? "" : braced(scope),
    scopePassed: scope.length === 0 ? "" : `${braced(scope)}, `,
    partsPassed: scope.length === 0 ? "" : `${braced(parsed)}, `,
    placed: scope.map((name) => `${name}, `).join(""),
    unused: scope.map((name) => `${name}: _${name}, `).join(""),
    ...Object.fromEntries(verbs.map((verb) => [verb, call(verb)])),
    list: list.name,
    undeletable: row["delete"] === undefined ? "" : undefined,
    idForm: parts.join("/"),
    keys: [...scope, key].join(", "),
    required: [
      ...ofPlace(({ example }) => example),
      ...fields.flatMap(([name, schema]) => (isOptional(schema) ? [] : [`${name}: ${sample(schema)}`])),
    ].join(", "),
    valid: declared("example"),
    other: declared("other"),
    identifierName: identifier,
    answer: Object.entries(shown)
      .flatMap(([name, schema]) =>
        name === identifier ? [name] : isOptional(schema) && name !== key ? [] : [`${name}: ${valueOf(schema)}`],
      )
      .join(", "),
    owner: scope.length === 0 ? "" : undefined,
    changes: policy === "update" ? "updated" : "replaced",
    requests: verbs.flatMap((verb) => (row[verb] === undefined ? [] : [`${verb}: "${row[verb].operation.id}"`])).join(", "),
  };
  const fill = await templatesIn("resource.txt");
  const specimen = `tests/support/kinds/${kind}.ts`;
  await create(root, path, fill("resource", holes));
  await create(root, specimen, fill("specimen", holes));
  await logChange(root, "Provider", `The resource \`${className}\`.`);
  await writeLists(root);
  await complete(root, ["provider"], [path, specimen]);
}
