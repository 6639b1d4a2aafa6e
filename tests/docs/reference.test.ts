import assert from "node:assert/strict";
import { z } from "zod";
import { isAdoptable } from "../../provider/definition/definition.js";
import { idPartsOf, labelOf, removalOf } from "../../provider/values/kinds.js";
import { membersShownOnce } from "../../sdk/models/schema.js";
import { parameterNames } from "../../sdk/operations/operation.js";
import { operations } from "../../sdk/operations/index.js";
import { rows, tableRows } from "../../sdk/operations/rows.js";
import { variables } from "../../provider/runtime/settings.js";
import { referenceFiles } from "../../tools/generate/reference.js";
import { splitDefault } from "../../tools/generate/arguments.js";
import { resourcesOf } from "../../tools/generate/resources-page.js";
import { sampleInput } from "../../tools/generate/samples.js";
import { readSources, type Sources } from "../../tools/generate/source.js";
import { definitions } from "../support/definitions.js";

describe("the reference", function () {
  this.timeout(120_000);

  let sources: Sources;
  let files: ReadonlyMap<string, string>;
  before(() => {
    sources = readSources();
    files = referenceFiles(sources);
  });

  it("shows an example first, and says of every kind how to take one over, what a change does and what deletion does", () => {
    for (const { source, definition } of resourcesOf(sources)) {
      const sections = files.get(`resources/${source.className}.md`)!.split("\n## ");
      const section = (name: string) => sections.find((each) => each.startsWith(`${name}\n`)) ?? "";
      assert.deepEqual(
        sections.slice(1).map((each) => each.split("\n")[0]),
        ["Arguments", "Outputs", "Take over an existing one", "What a change does", "What deletion does", "Operations"],
        source.className,
      );
      assert.match(sections[0]!, /```ts\n[\s\S]*new hosting\./, source.className);
      const { undeletable } = definition.deletion;
      const taken = section("Take over an existing one");
      const deleted = section("What deletion does");
      assert.match(taken, new RegExp(`hosting\\.${source.className}\\.get\\("existing", `));
      assert.equal(
        /run `pulumi up`, and remove the line/.test(taken),
        definition.identity.singleton !== true && isAdoptable(definition),
      );
      for (const [name, { policy, required }] of Object.entries(definition.fields))
        if (policy !== "creation" || !required) assert.ok(section("What a change does").includes(`\`${name}\``), name);
      assert.ok(undeletable === undefined ? (source.doc.tags["deletion"] ?? "") !== "" : deleted.includes(undeletable), deleted);
      assert.equal(deleted.includes("pulumi state unprotect"), definition.costly === true, deleted);
      assert.equal(deleted.includes("retainOnDelete"), undeletable === undefined, deleted);
    }
  });

  it("knows the label, the removal and the parts of the id that each definition has", () => {
    for (const { kind, label, removal, idParts } of Object.values(definitions))
      assert.deepEqual([labelOf(kind), removalOf(kind), idPartsOf(kind)], [label, removal, idParts], "run `npm run generate`");
  });

  it("comes from comments that describe everything, with an example of each class and component", () => {
    const silent: string[] = [];
    const needs = (place: string, isThere: unknown) => Boolean(isThere) || silent.push(place);
    const needsAll = (place: string, texts: Readonly<Record<string, { readonly text: string } | undefined>>) =>
      Object.entries(texts).forEach(([name, described]) => needs(`${place} ${name}`, described?.text));
    const isExample = (text = "") => /^```ts$/m.test(text);

    assert.deepEqual(Object.keys(sources.areas), Object.keys(operations));
    needsAll("area", sources.areas);
    needsAll("function", sources.functions);
    needsAll("setting", Object.fromEntries(Object.keys(variables).map((name) => [name, sources.settings[name]])));
    for (const { source, definition } of resourcesOf(sources)) {
      const { className, doc, fields, outputs, derived } = source;
      assert.equal(definition.className, className);
      needs(className, doc.text && doc.tags["id"] && isExample(doc.tags["example"]));
      needs(
        `${className}: either @deletion or undeletable`,
        Boolean(doc.tags["deletion"]) !== Boolean(definition.deletion.undeletable),
      );
      for (const [ours, theirs = {}] of [
        [fields, definition.fields],
        [outputs, definition.outputs],
        [derived, definition.derived],
      ] as const) {
        assert.deepEqual(Object.keys(ours), Object.keys(theirs));
        needsAll(className, ours);
      }
      for (const [name, { required }] of Object.entries(definition.fields))
        needs(
          `${className}.${name}: "Default: …." or "If omitted: …." where it is optional, and only there`,
          (splitDefault(fields[name]!.text).fallback !== "") === !required,
        );
      for (const [name, { type }] of Object.entries(outputs)) needs(`${className}.${name}: type`, type !== "unknown");
    }
    for (const { className, doc, args, outputs, declares } of sources.components) {
      needs(className, doc.text && isExample(doc.tags["example"]) && doc.tags["options"] && declares.length > 0);
      needsAll(className, { ...args, ...outputs });
      for (const [name, { text, optional }] of Object.entries({ ...args, ...outputs }))
        needs(`${className}.${name}: Default`, !optional || splitDefault(text).fallback);
    }
    assert.deepEqual(silent, []);
  });

  it("says of every output whether the API shows it only at creation, as the answers mark it", () => {
    for (const { source, definition } of resourcesOf(sources)) {
      const answers = tableRows
        .filter(({ name }) => source.calls.includes(name))
        .flatMap(({ operation }) => Object.values(operation.answers));
      const marked = new Set(answers.flatMap((answer) => (answer.kind === "json" ? membersShownOnce(answer.schema) : [])));
      assert.deepEqual(
        definition.revealed ?? [],
        Object.keys(definition.outputs).filter((name) => marked.has(name)),
        source.className,
      );
    }
  });

  for (const row of rows)
    it(`shows a call of ${row.id} that the client accepts`, () => {
      const { query = {}, body } = (sampleInput(row) ?? {}) as { query?: unknown; body?: unknown };
      assert.equal(row.query?.safeParse(query).error, undefined);
      assert.equal(row.body?.safeParse(body).error, undefined);
    });

  for (const row of rows.filter(({ method }) => method === "PUT"))
    it(`shows an update with every member, and says that absent members may be cleared: ${row.id}`, () => {
      const { body } = sampleInput(row) as { body: Readonly<Record<string, unknown>> };
      const known = row.body instanceof z.ZodObject ? Object.keys(row.body.shape) : Object.keys(body);
      assert.deepEqual(Object.keys(body).sort(), known.sort());
      assert.ok(known.length > 0);
      assert.match(row.notes?.join(" ") ?? "", /omitted members? (may be|are|is) (cleared|kept)/);
    });

  describe("as an OpenAPI document", () => {
    type Json = Readonly<Record<string, unknown>>;
    interface OperationObject {
      readonly operationId: string;
      readonly tags: readonly string[];
      readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Json }[];
      readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { schema: Json }> };
      readonly responses: Readonly<Record<string, Json>>;
      readonly "x-repeat-class": string;
      readonly "x-evidence": Json;
    }
    interface Document extends Json {
      readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
      readonly components: {
        readonly schemas: Readonly<Record<string, Json>>;
        readonly responses: Readonly<Record<string, Json>>;
      };
    }
    let document: Document;
    before(() => {
      document = JSON.parse(files.get("openapi.json")!) as Document;
    });

    it("has every operation once, with the route, parameters, class and evidence of its row", () => {
      const found = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
      );
      assert.equal(found.length, rows.length);
      for (const row of rows) {
        const operation = found.find(({ operationId }) => operationId === row.id);
        assert.ok(operation, row.id);
        assert.deepEqual([operation.method, operation.path], [row.method, row.path]);
        const named = (place: string) => (operation.parameters ?? []).filter((each) => each.in === place).map(({ name }) => name);
        assert.deepEqual(named("path"), parameterNames(row.path), row.id);
        assert.deepEqual(named("query"), Object.keys(row.query?.shape ?? {}), row.id);
        assert.equal(operation.requestBody?.required, row.body && row.body._zod.optin !== "optional", row.id);
        assert.equal(operation["x-repeat-class"], row.repeat);
        assert.deepEqual(operation["x-evidence"], row.evidence);
        for (const status of Object.keys(row.answers)) assert.ok(status in operation.responses, `${row.id} ${status}`);
        for (const status of ["400", "403", "503"]) assert.ok(status in operation.responses, `${row.id} ${status}`);
      }
    });

    it("has no model whose name a generated client reserves", () => {
      const answers = new Set(rows.map(({ id }) => `${id}Response`.toLowerCase()));
      for (const [name, schema] of Object.entries(document.components.schemas)) {
        assert.ok(!answers.has(name.toLowerCase()), `${name} is what oapi-codegen and hey-api call an answer`);
        const members = Object.keys((schema["properties"] as Json | undefined) ?? {}).map((member) => member.toLowerCase());
        assert.ok(!members.includes(name.toLowerCase()), `${name}: openapi-python-client mistakes its member for itself`);
      }
    });

    it("has an example of every request and answer body that matches its schema", () => {
      type Bodies = Readonly<Record<string, { readonly content?: Readonly<Record<string, Json>> } | undefined>>;
      const local = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll("#/components/schemas/", "#/$defs/")) as Json;
      const $defs = local(document.components.schemas);
      const check = (bodies: Bodies, place: string) => {
        for (const [name, body] of Object.entries(bodies))
          for (const [type, { schema, example }] of Object.entries(body?.content ?? {})) {
            const whole = { ...local(schema), $defs } as z.core.JSONSchema.JSONSchema;
            assert.equal(z.fromJSONSchema(whole).safeParse(example).error, undefined, `${place} ${name} ${type}`);
            assert.notEqual(example, undefined, `${place} ${name} ${type}`);
          }
      };
      check(document.components.responses, "components");
      for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
        check({ request: operation.requestBody, ...operation.responses }, operation.operationId);
    });

    it("marks secrets", () => {
      const members = (name: string) => document.components.schemas[name]?.["properties"] as Record<string, Json>;
      assert.equal(members("WebhookInput")["headers"]?.["x-secret"], true);
      assert.equal(members("WebhookInput")["headers"]?.["writeOnly"], undefined, "it is read back");
      assert.equal(members("AuthenticationRequest")["password"]?.["x-secret"], true);
      assert.equal(members("AuthenticationRequest")["password"]?.["writeOnly"], true);
      assert.equal(members("AuthenticateAnswer")["token"]?.["x-secret"], true);
      assert.equal(members("Account")["name"]?.["x-secret"], undefined);
    });
  });
});
