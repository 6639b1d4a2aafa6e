import { type Operation, parameterNames } from "../../sdk/operations/operation.js";
import { lookupFunctions } from "./functions.js";
import { block, code, generated, page, table } from "./markdown.js";
import type { TableSchemas } from "./openapi.js";
import { operationLink } from "./operations-page.js";
import { type JsonSchema, type JsonSchemas, referenced } from "./schemas.js";
import type { Sources } from "./source.js";
import { tableRows } from "../../sdk/operations/rows.js";

const example = block(
  [
    'import * as hosting from "pulumi-hosting";',
    "",
    'const domain = new hosting.Domain("shop", { accountIdentifier: "p123456", sld: "example", tld: "de" });',
    "",
    "// With plain values: a promise.",
    "const customer = await hosting.getCustomer({ customerNumber: 100001 });",
    "",
    "// With outputs: an output, which waits for them.",
    "const subdomains = hosting.listSubdomainsOutput({",
    "  accountIdentifier: domain.accountIdentifier,",
    "  domainIdentifier: domain.domainIdentifier,",
    "});",
    "",
    "export const isProspect = customer.prospect;",
    "export const hostNames = subdomains.apply((all) => all.map(({ fullName }) => fullName));",
  ].join("\n"),
);

const searchExample = block(
  [
    'import * as hosting from "pulumi-hosting";',
    "",
    'const account = await hosting.findAccount({ customerNumber: 100001, description: "Sommer Gartenbau" });',
    "",
    'new hosting.Domain("shop", { accountIdentifier: account.identifier, sld: "example", tld: "de" });',
  ].join("\n"),
);

/** The page of the lookup functions. */
export function lookupsPage({ functions }: Sources, schemas: TableSchemas): string {
  return page(
    generated,
    "# Lookups",
    "A program looks up existing objects with a function for each operation that only reads. It takes path parameters, filters " +
      "and members of the body in one object, and returns what the operation answers; a paged list is returned whole. Equal lookups of " +
      "one run with the same login share one answer, for a minute. Each has a second form, named with `Output`, which takes outputs. Its result is secret if it " +
      "contains a secret. `{ provider }` as the second argument looks up in the account of a [`Provider`](configuration.md#provider).",
    example,
    table(
      ["Function", "Looks up", "Takes", "Answers as"],
      lookupFunctions.map((lookup) => [
        code(lookup.name),
        lookup.operation.purpose,
        inputsOf(lookup.operation, schemas),
        operationLink(
          tableRows.find(({ operation }) => operation === lookup.operation)!,
          "operations",
        ),
      ]),
    ),
    "## Functions that search",
    "These also have a form named with `Output`. They read the listing of their collection once for all names, so 200 customers " +
      "cost one request. If a listing that was read for an earlier lookup lacks the record, one new listing is read, because the " +
      "program may have created the record since.",
    table(
      ["Function", "Looks up", "Takes", "How it matches"],
      Object.entries(functions)
        .filter(([name]) => !name.endsWith("Output"))
        .map(([name, { text, tags, query, takes }]) => [
          code(name),
          tags["throws"] === undefined ? text : `${text} Fails ${tags["throws"]}`,
          takes.map(code).join(", "),
          query.text,
        ]),
    ),
    "One account of a customer who may have several:",
    searchExample,
  );
}

/** Names of a lookup's inputs; optional ones with a question mark. */
function inputsOf(operation: Operation, { of, components }: TableSchemas): string {
  const { query, body } = of(operation);
  const pages = operation.paging?.by === "offset" ? ["limit", "offset"] : [];
  const names = [...parameterNames(operation.path), ...namesOf(query, components, pages), ...namesOf(body, components)];
  return names.map(code).join(", ");
}

function namesOf(schema: JsonSchema | undefined, components: JsonSchemas, without: readonly string[] = []): string[] {
  const object = schema?.$ref === undefined ? schema : components[referenced(schema.$ref)];
  return Object.keys(object?.properties ?? {})
    .filter((name) => !without.includes(name))
    .map((name) => `${name}${object?.required?.includes(name) === true ? "" : "?"}`);
}
