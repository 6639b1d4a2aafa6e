import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { document } from "./check.mjs";
import { csharp, go, goTool, java, nodeTool, openapiGenerator, php, python, pythonTool, rust, typescript } from "./kits.mjs";

/**
 * @param {(folder: string) => Promise<import("./check.mjs").Step>} generate
 * @param {import("./kits.mjs").Kit} kit
 * @param {boolean} [silent] whether the generator prints only warnings
 * @returns {import("./check.mjs").Check["steps"]}
 */
const client =
  (generate, kit, silent = false) =>
  async (folder) => [{ ...(await generate(folder)), silent }, ...(await kit(folder))];

const heyApi = ["--input", document, "--output", "generated", "--client", "@hey-api/client-fetch", "--no-log-file", "--silent"];
const pythonClient = ["generate", "--path", document, "--output-path", "generated", "--meta", "none"];
const pydantic = [
  ...["-W", "error", "-m", "datamodel_code_generator", "--input", document, "--input-file-type", "openapi"],
  ...["--output", "generated.py", "--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--formatters", "builtin"],
  // Otherwise a nested object gets the name of a model of the document.
  ...["--naming-strategy", "parent-prefixed"],
];

/** Unknown members are no error, as the document says of answers. */
const lenient = { disallowAdditionalPropertiesIfNotPresent: false };

/** @type {readonly import("./check.mjs").Check[]} */
export const checks = [
  {
    name: "linters",
    calls: false,
    steps: async (folder) => {
      await writeFile(join(folder, "spectral.json"), JSON.stringify({ extends: ["spectral:oas"] }));
      return [
        await nodeTool("redocly", ["lint", document]),
        await nodeTool("spectral", ["lint", "--ruleset", "spectral.json", "--fail-severity", "hint", document]),
      ];
    },
  },
  {
    name: "openapi-typescript",
    steps: client(
      () => nodeTool("openapi-typescript", [document, "--output", "api.d.ts"]),
      typescript({ exactOptionalPropertyTypes: true }),
    ),
  },
  {
    name: "hey-api",
    generated: ["generated"],
    steps: client(() => nodeTool("openapi-ts", heyApi), typescript(), true),
    operations: { in: join("generated", "sdk.gen.ts"), pattern: /^export const \w+ = </gm },
  },
  {
    name: "orval",
    steps: client(
      () => nodeTool("orval", ["--input", document, "--output", "api.ts", "--client", "fetch", "--fail-on-warnings"]),
      typescript({ exactOptionalPropertyTypes: true }),
    ),
    operations: { in: "api.ts", pattern: /^export const \w+ = async \(/gm },
  },
  {
    name: "swagger-typescript-api",
    steps: client(
      () => nodeTool("swagger-typescript-api", ["generate", "--path", document, "--output", ".", "--name", "api.ts", "--silent"]),
      typescript({ exactOptionalPropertyTypes: true }),
    ),
    operations: { in: "api.ts", pattern: /^ {6}this\.request</gm },
  },
  {
    name: "openapi-python-client",
    generated: ["generated"],
    steps: client(
      () => pythonTool("openapi-python-client", [...pythonClient, "--config", "config.yaml", "--fail-on-warning"]),
      // For a list of unknown shape, the generator casts the elements to the type that they already have.
      python(["--disable-error-code", "redundant-cast", "generated"]),
    ),
    operations: { in: join("generated", "api"), pattern: /^def sync_detailed\(/gm },
  },
  {
    name: "datamodel-codegen",
    // It reports what it does not understand as a warning.
    steps: client(() => pythonTool("python", pydantic), python(["generated.py"]), true),
  },
  {
    name: "oapi-codegen",
    generated: [join("api", "api.gen.go")],
    steps: client(
      (folder) =>
        goTool(folder, "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen", ["-config", "config.yaml", document]),
      go,
      true,
    ),
    operations: { in: join("api", "api.gen.go"), pattern: /^func Parse\w+Response\(rsp \*http\.Response\)/gm },
  },
  {
    name: "openapi-generator-typescript",
    heavy: true,
    generated: ["generated"],
    steps: client(
      () => openapiGenerator("typescript-fetch", "generated", { importFileExtension: ".js" }),
      // What the generator always adds indexes without a check.
      typescript({ noUncheckedIndexedAccess: false }),
    ),
    operations: { in: join("generated", "apis"), pattern: /^ {4}async \w+Raw\(.*: Promise</gm },
  },
  {
    name: "openapi-generator-python",
    heavy: true,
    generated: ["generated"],
    steps: client(
      () => openapiGenerator("python", ".", { ...lenient, packageName: "generated", generateSourceCodeOnly: true }),
      // What the generator always adds has no types in places.
      python(["--config-file", "mypy.ini"], "openapi-generator"),
    ),
    operations: { in: join("generated", "api"), pattern: /^ {4}def \w+_with_http_info\(/gm },
  },
  {
    name: "openapi-generator-go",
    heavy: true,
    generated: ["api"],
    steps: client(() => openapiGenerator("go", "api", { ...lenient, packageName: "api", withGoMod: false }), go),
    operations: { in: "api", pattern: /^func \(r Api\w+Request\) Execute\(/gm },
  },
  {
    name: "openapi-generator-java",
    heavy: true,
    generated: ["generated", "classes"],
    steps: client(
      () =>
        openapiGenerator("java", "generated", {
          ...lenient,
          library: "native",
          openApiNullable: false,
          annotationLibrary: "none",
        }),
      java,
    ),
    operations: {
      in: join("generated", "src", "main", "java", "org", "openapitools", "client", "api"),
      pattern: /^ {2}private HttpRequest\.Builder \w+RequestBuilder\(/gm,
    },
  },
  {
    name: "openapi-generator-rust",
    heavy: true,
    generated: ["generated"],
    steps: client(
      () => openapiGenerator("rust", "generated", { packageName: "api", library: "reqwest", supportAsync: false }),
      rust,
    ),
    operations: { in: join("generated", "src", "apis"), pattern: /^pub fn \w+\(configuration: /gm },
  },
  {
    name: "openapi-generator-csharp",
    heavy: true,
    generated: ["generated"],
    steps: client(
      () =>
        openapiGenerator("csharp", "generated", {
          ...{ ...lenient, packageName: "Generated", library: "httpclient" },
          ...{ targetFramework: "netstandard2.0", nullableReferenceTypes: false, validatable: false },
        }),
      csharp,
    ),
    operations: { in: join("generated", "src", "Generated", "Api"), pattern: /^ {8}public .* \w+WithHttpInfo\(/gm },
  },
  {
    name: "openapi-generator-php",
    heavy: true,
    generated: ["generated"],
    steps: client(() => openapiGenerator("php", "generated", { invokerPackage: "Generated" }), php),
    operations: { in: join("generated", "lib", "Api"), pattern: /^ {4}public function \w+AsyncWithHttpInfo\(/gm },
  },
];
