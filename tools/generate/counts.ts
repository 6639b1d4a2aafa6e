import { cells, operationNames } from "../../proofs/matrix/cells.js";
import { chainCells } from "../../proofs/matrix/chains/cells.js";
import { editCells } from "../../proofs/matrix/edit-cells.js";
import { editNames } from "../../proofs/matrix/edits.js";
import { faultNames } from "../../proofs/matrix/faults.js";
import { kinds } from "../../provider/values/kinds.js";
import { rows } from "../../sdk/operations/rows.js";

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
    const said = numbers.reduce((sentence, number) => sentence.replace("#", number.toLocaleString("en-US")), words);
    return whole.replace(pattern, said);
  }, text);
