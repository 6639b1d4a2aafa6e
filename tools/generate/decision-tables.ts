import { absenceRows } from "../../provider/decisions/absence.js";
import { creationRows } from "../../provider/decisions/creation.js";
import type { Row } from "../../provider/decisions/decide.js";
import { outcomeRows } from "../../provider/decisions/outcome.js";
import { recoveryRows } from "../../provider/decisions/recovery.js";
import { removalRows } from "../../provider/decisions/removal.js";
import { code, table, withGenerated } from "./markdown.js";

/** The page that shows the tables, relative to the checkout. */
export const decisionsPage = "docs/contributing/decisions.md";

const tables: Readonly<Record<string, readonly Row<never, string, string>[]>> = {
  creation: creationRows,
  outcome: outcomeRows,
  removal: removalRows,
  absence: absenceRows,
  recovery: recoveryRows,
};

/** A row applies to the questions that it answers; most answer them alike. */
function answersOf(acts: Readonly<Partial<Record<string, string>>>): string {
  const questions = Object.keys(acts);
  const all = [...new Set(Object.values(acts))];
  return all.map((act) => `${questions.filter((each) => acts[each] === act).join(", ")}: **${act}**`).join("; ");
}

const markdown = (rows: readonly Row<never, string, string>[]): string =>
  table(
    ["", "If", "then", "reason code"],
    rows.map((row, index) => [String(index + 1), row.when, answersOf(row.acts), code(row.code)]),
  );

/** @returns the page with its tables as the code has them */
export const withDecisionTables = (page: string): string =>
  Object.entries(tables).reduce((text, [name, rows]) => {
    const place = { page: decisionsPage, source: `provider/decisions/${name}.ts` };
    return withGenerated(text, place, markdown(rows));
  }, page);
