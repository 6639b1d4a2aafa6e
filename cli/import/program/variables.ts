import { variableFor } from "./code.js";

/** Words that cannot name a constant, and names that the files use. */
const reserved = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements " +
    "import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var " +
    "void while with yield arguments eval undefined NaN Infinity hosting pulumi config customerNumber textOf readFileSync"
  ).split(" "),
);

/** Names that are taken one after the other, each once. */
export class Variables {
  readonly #taken: Set<string>;

  /** @param taken those that stand for something already */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...reserved, ...taken]);
  }

  /** A name for something that people call by a text. */
  take(text: string): string {
    const wanted = variableFor(text);
    let name = wanted;
    for (let count = 2; this.#taken.has(name); count++) name = `${wanted}${count}`;
    this.#taken.add(name);
    return name;
  }
}
