import { lookups } from "../../provider/program/lookups.js";
import type { Operation } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";

/** The source of the lookup functions, relative to the checkout. */
export const functionsPath = "provider/program/lookups.generated.ts";

/** Functions with a shorter name than their operation. */
const shorter: Readonly<Record<string, string>> = { checkDomainAvailability: "checkDomain" };

/** An operation with its lookup function. */
export interface LookupFunction {
  readonly name: string;
  readonly operation: Operation;
}

/** Every lookup function that is generated from the table. */
export const lookupFunctions: readonly LookupFunction[] = rows
  .filter(({ id }) => id in lookups)
  .map((operation) => ({ name: shorter[operation.id] ?? operation.id, operation }));

/** What an operation is for, in a comment. */
export const purposeOf = ({ purpose, method, path }: Operation): string =>
  `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}: \`${method} ${path}\`.`;

function sourceOf({ name, operation: row }: LookupFunction): string[] {
  return [
    `/** ${purposeOf(row)} */`,
    `export const ${name}: Lookups["${row.id}"] = deferred("${row.id}");`,
    `/** As {@link ${name}}, for inputs that are outputs. */`,
    `export const ${name}Output: Lookups["${row.id}Output"] = deferred("${row.id}Output");`,
  ];
}

/** The lookup functions by name, as declarations that editors and the type checker read quickly. */
export function functionsSource(): string {
  return [
    'import { deferred } from "./loaded-late.js";',
    'import type { Lookups } from "./lookups.js";',
    "",
    "/* Written by `npm run generate` from the operation table. */",
    "",
    ...lookupFunctions.flatMap(sourceOf),
    "",
  ].join("\n");
}
