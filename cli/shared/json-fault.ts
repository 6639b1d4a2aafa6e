import { parse, type ParseError, printParseErrorCode } from "jsonc-parser";

/** Why a text is not JSON. */
export type JsonFault = { readonly kind: "ends-early" } | { readonly kind: "at"; readonly offset: number };

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Unclosed tokens: they end with the text, or with the line if line ends are not allowed. */
const unclosed: readonly string[] = ["UnexpectedEndOfString", "UnexpectedEndOfNumber"];

/**
 * The first fault of a text that `JSON.parse` refuses; undefined if it cannot be located. The message of `JSON.parse` does not help:
 * its wording differs between engine versions, and it repeats the text, which can be a secret.
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
    // The parser is recursive: a text can be nested more deeply than the stack allows.
    if (!(error instanceof RangeError)) throw error;
  }
  return errors;
}
