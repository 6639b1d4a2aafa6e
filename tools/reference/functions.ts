import { lookups } from "../../provider/lookups.js";
import type { Operation } from "../../sdk/operation.js";
import { operations } from "../../sdk/operations/index.js";

/** The source of the look-up functions, relative to the checkout. */
export const functionsPath = "provider/functions.ts";

/** Where the table's name says more than a program needs. */
const shorter: Readonly<Record<string, string>> = { checkDomainAvailability: "checkDomain" };

function functionsOf(row: Operation): string[] {
  const name = shorter[row.id] ?? row.id;
  const purpose = `${row.purpose.charAt(0).toUpperCase()}${row.purpose.slice(1)}: \`${row.method} ${row.path}\`.`;
  return [
    `/** ${purpose} */`,
    `export const ${name}: Lookups["${row.id}"] = lookups.${row.id};`,
    `/** As {@link ${name}}, for inputs that are outputs. */`,
    `export const ${name}Output: Lookups["${row.id}Output"] = lookups.${row.id}Output;`,
  ];
}

/** The look-up functions by name, as declarations that editors and the type checker read quickly. */
export function functionsSource(): string {
  const rows = Object.values(operations).flatMap((area) => Object.values<Operation>(area));
  const lines = rows.filter(({ id }) => id in lookups).flatMap(functionsOf);
  return [
    'import { type Lookups, lookups } from "./lookups.js";',
    "",
    "/* Written by `npm run docs` from the operation table. */",
    "",
    ...lines,
    "",
  ].join("\n");
}
