import { areas, tableRows, type TableRow } from "../../sdk/operations/rows.js";
import { UsageError } from "./exit.js";
import { question, suggest } from "../../sdk/values/suggest.js";

/**
 * The row of an identifier, or of area and verb; `what` says where the text is from.
 *
 * @throws UsageError that suggests similar names.
 */
export function findRow(text: string, what?: string): TableRow {
  const found = tableRows.find(({ name, operation }) => name === text || operation.id === text);
  if (found !== undefined) return found;
  const near = suggest(text, tableRows, ({ name, operation }) => [name, operation.id]);
  const suggestions = near.map(({ name, operation }) => `${operation.id} (${name})`);
  const message = `there is no operation ${text}${question(suggestions)}\n\`hosting operations\` lists them all.`;
  throw new UsageError(what === undefined ? message : `${what}: ${message}`);
}

/** The rows of an area. @throws UsageError */
export function rowsOf(area: string): readonly TableRow[] {
  if (!areas.includes(area)) {
    const near = suggest(area, areas, (name) => [name]);
    throw new UsageError(`there is no area ${area}${question(near)}\nThe areas are ${areas.join(", ")}.`);
  }
  return tableRows.filter((row) => row.area === area);
}
