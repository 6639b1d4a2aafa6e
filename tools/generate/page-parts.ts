import { curlOf } from "../../sandbox/control/control-answers.js";
import { controlRoutes } from "../../sandbox/control/control-routes.js";
import { withGenerated, code, table } from "./markdown.js";
import { absenceRows } from "../../provider/decisions/absence.js";
import { creationRows } from "../../provider/decisions/creation.js";
import type { Row } from "../../provider/decisions/decide.js";
import { outcomeRows } from "../../provider/decisions/outcome.js";
import { recoveryRows } from "../../provider/decisions/recovery.js";
import { removalRows } from "../../provider/decisions/removal.js";
import { cells, operationNames } from "../../proofs/matrix/cells.js";
import { chainCells } from "../../proofs/matrix/chains/cells.js";
import { editCells } from "../../proofs/matrix/edit-cells.js";
import { editNames } from "../../proofs/matrix/edits.js";
import { faultNames } from "../../proofs/matrix/faults.js";
import { kinds } from "../../provider/values/kinds.js";
import { rows } from "../../sdk/operations/rows.js";

/** The page that shows the sandbox's control routes, relative to the checkout. */
export const controlPage = "docs/how-to/sandbox-http.md";

const lines = (): string =>
  controlRoutes.map((route) => `# ${route.does}\n${curlOf(route, "http://127.0.0.1:4010")}\n`).join("\n");

/** @returns the page with the routes as the code has them */
export const withControlRoutes = (page: string): string =>
  withGenerated(page, { page: controlPage, source: "sandbox/control/control-routes.ts" }, `\`\`\`sh\n${lines()}\`\`\``);

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

/** The words around numbers, each written `#`, and these numbers. */
type Sentence = readonly [words: string, ...numbers: number[]];

/** Sentences with numbers that the code knows, by page. */
const sentences: Readonly<Record<string, readonly Sentence[]>> = {
  "README.md": [["for all # operations of the REST API", rows.length]],
  "ARCHITECTURE.md": [["one row for each of the # operations of the API", rows.length]],
  "docs/how-to/client.md": [["typed client of all # operations", rows.length]],
  "docs/contributing/testing-reliability.md": [
    [
      "generates # cells: # kinds × # operations × # faults",
      cells.length,
      kinds.length,
      operationNames.length,
      faultNames.length,
    ],
    ["# edits × # kinds, # cells.", editNames.length, kinds.length, editCells.length],
    ["each request that the change sends: # cells.", chainCells.length],
  ],
};

export const pagesWithCounts = Object.keys(sentences);

/** @returns the page with its numbers as the code has them. @throws Error if the page lacks the words around one */
export const withCounts = (page: string, text: string): string =>
  (sentences[page] ?? []).reduce((whole, [words, ...numbers]) => {
    const pattern = new RegExp(words.replaceAll(".", "\\.").replaceAll("#", "[\\d,]+"));
    if (!pattern.test(whole)) throw new Error(`${page} must say: ${words}`);
    const filled = numbers.reduce((sentence, number) => sentence.replace("#", number.toLocaleString("en-US")), words);
    return whole.replace(pattern, filled);
  }, text);
