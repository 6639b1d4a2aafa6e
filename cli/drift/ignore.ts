import { canonicalId } from "../../provider/values/ids.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import { question, suggest } from "../../sdk/values/suggest.js";
import { UsageError } from "../shared/exit.js";
import { readText } from "../shared/input.js";

/** Objects that nobody needs to be told about. */
export interface IgnoreList {
  /** Whether all objects of a kind are ignored, so that they need not be listed. */
  ignoresKind(kind: Kind): boolean;
  ignores(kind: Kind, id: string): boolean;
}

interface Pattern {
  readonly kind: RegExp;
  readonly id: RegExp;
  readonly isWhole: boolean;
}

/**
 * Patterns of a kind and an id, such as `domain p100001/*`, of options and of a file, which has one on each line.
 *
 * @throws UsageError
 */
export async function readIgnoreList(given: readonly string[], file: string | undefined): Promise<IgnoreList> {
  const lines = file === undefined ? [] : (await readText("--ignore-file", file)).split(/\r?\n/);
  const patterns = [
    ...given.map((text) => parsePattern("--ignore", text)),
    ...lines.flatMap((line, index) =>
      /^\s*(#|$)/.test(line) ? [] : [parsePattern(`--ignore-file ${file}, line ${index + 1}`, line)],
    ),
  ];
  return {
    ignoresKind: (kind) => patterns.some((pattern) => pattern.isWhole && pattern.kind.test(kind)),
    ignores: (kind, id) =>
      patterns.some((pattern) => pattern.kind.test(kind) && [id, canonicalId(id)].some((each) => pattern.id.test(each))),
  };
}

function parsePattern(place: string, text: string): Pattern {
  const [, kind, id] = /^\s*(\S+)\s+(\S+)\s*$/.exec(text) ?? [];
  if (kind === undefined || id === undefined)
    throw new UsageError(`${place}: must be a kind and an id with * for any characters, such as "domain p100001/*"`);
  const pattern = { kind: glob(kind), id: glob(id), isWhole: /^\*+$/.test(id) };
  if (!kinds.some((each) => pattern.kind.test(each)))
    throw new UsageError(
      `${place}: there is no kind ${kind}${question(suggest(kind, kinds, (each) => [each]))}\nThe kinds are ${kinds.join(", ")}.`,
    );
  return pattern;
}

const glob = (text: string): RegExp => new RegExp(`^${text.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*+/g, ".*")}$`, "u");
