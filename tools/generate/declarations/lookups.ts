import { tableRows } from "../../../sdk/operations/rows.js";
import { lookupFunctions } from "../functions.js";
import { commentOfSymbol } from "./comments.js";
import type { EntryDeclarations, Writer } from "./entry.js";
import { objectOf, Row } from "./operations.js";
import type { Property } from "./types.js";

const outputSuffix = "Output";

/** What a lookup takes in one object: path parameters, filters, members of the body. */
function membersOf(entry: EntryDeclarations, row: Row): Property[] {
  const { query, body, paging } = row.operation;
  const isPage = (name: string): boolean => paging?.by === "offset" && (name === "limit" || name === "offset");
  return [
    ...row.parameters,
    ...(query === undefined
      ? []
      : entry.types.properties(row.input("query"), { described: query }).filter(({ name }) => !isPage(name))),
    ...(body === undefined ? [] : entry.types.properties(row.input("body"), { described: body })),
  ];
}

/** A lookup function. */
export const lookupWriter: Writer = (entry, name, symbol) => {
  const { operation } = lookupFunctions.find((each) => name === each.name || name === `${each.name}${outputSuffix}`)!;
  const { area, verb } = tableRows.find((each) => each.operation.id === operation.id)!;
  const row = new Row(entry, area, verb, operation);
  const isOutput = name !== operation.id && lookupFunctions.every((each) => each.name !== name);
  const pulumi = (of: string): string => entry.fromPackage("@pulumi/pulumi", of);
  const members = membersOf(entry, row).map((each) => (isOutput ? { ...each, text: `${pulumi("Input")}<${each.text}>` } : each));
  const options = entry.declared("provider/program/client", "LookupOptions");
  const input = `input${members.every(({ isOptional }) => isOptional) ? "?" : ""}: ${objectOf(members)}`;
  const result = `${isOutput ? pulumi("Output") : "Promise"}<${row.result}>`;
  return `${commentOfSymbol(symbol)}declare function ${name}(${input}, options?: ${options}): ${result};`;
};
