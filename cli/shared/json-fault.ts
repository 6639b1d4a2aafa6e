import { parse, type ParseError, printParseErrorCode } from "jsonc-parser";

/** How a text fails to be JSON. */
export type JsonFault = { readonly kind: "ends-early" } | { readonly kind: "at"; readonly offset: number };

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Tokens that were not closed: they end with the text, or with the line where that is not allowed. */
const unclosed: readonly string[] = ["UnexpectedEndOfString", "UnexpectedEndOfNumber"];

/**
 * The first fault of a text that `JSON.parse` refuses; undefined where it cannot be located. The message of `JSON.parse` is no help: each
 * version of the engine words it differently, and it repeats the text, which can be a secret.
 */
export function jsonFault(text: string): JsonFault | undefined {
  const [first] = faults(text);
  if (first === undefined) return undefined;
  const { error, offset, length } = first;
  const at = unclosed.includes(printParseErrorCode(error)) ? offset + length : offset;
  return at >= text.trimEnd().length ? { kind: "ends-early" } : { kind: "at", offset: at };
}

function faults(text: string): readonly ParseError[] {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, strict);
  } catch (error) {
    // The parser recurses: a text can be nested more deeply than the stack is.
    if (!(error instanceof RangeError)) throw error;
  }
  return errors;
}
