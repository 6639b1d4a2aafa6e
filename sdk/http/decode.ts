import type { Answer, BinaryAnswer, JsonAnswer, Operation, RedirectAnswer, ValueAnswer } from "../operations/operation.js";
import { schemaProblems } from "./schema-problems.js";
import { excessOf, prototypeName } from "./payload-limits.js";

export type Success = Exclude<Answer, { kind: "failure" }>;

const isSuccess = (answer: Answer | undefined): answer is Success => answer !== undefined && answer.kind !== "failure";

/** How to decode a status: as listed; any other 2xx like the first success; undefined for a failure. */
export function successOf(operation: Operation, status: number): Success | undefined {
  const listed = operation.answers[status];
  if (isSuccess(listed)) return listed;
  if (status < 200 || status > 299) return undefined;
  return Object.values(operation.answers).find((answer) => isSuccess(answer) && answer.kind !== "redirect");
}

/** A body that cannot be decoded. `message` names members and never a value. */
export class UnreadableBody extends Error {
  readonly #answer: unknown;

  /**
   * @param garbled whether it was damaged in transit, as far as can be told, so that a retry may help
   * @param answer what was received, which may contain secrets
   */
  constructor(
    message: string,
    readonly garbled = false,
    answer?: unknown,
  ) {
    super(message);
    this.#answer = answer;
  }

  get answer(): unknown {
    return this.#answer;
  }
}

const mostProblems = 5;

const compressed = "it is compressed, which was not requested";

/** The client never requests a part (RFC 9110, 15.3.7), so a partial answer cannot be complete. */
const partialContent = 206;

/** @throws UnreadableBody if the answer is only a part and its body matters. */
export function checkWhole({ kind }: Success, status: number): void {
  if (status === partialContent && (kind === "json" || kind === "binary"))
    throw new UnreadableBody("it is only a part, which was not requested");
}

const pdfBeginning = "%PDF-";

/**
 * Checks that an answer can be the requested document. No source promises a content type. So an answer that begins like a document
 * is accepted under any type. An answer with a document's type must not look like a web page or a message of a server in between.
 *
 * @throws UnreadableBody if it is not a document.
 */
export function checkDocument(beginning: Uint8Array, contentType: string | undefined, contentEncoding: string | undefined): void {
  const text = Buffer.from(beginning)
    .toString("latin1")
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, "");
  if (text === "") throw new UnreadableBody("it is empty instead of a document", true);
  if (pdfBeginning.startsWith(text.slice(0, pdfBeginning.length))) return;
  if (contentEncoding !== undefined && !/^\s*(?:identity)?\s*$/i.test(contentEncoding)) throw new UnreadableBody(compressed);
  const isCalledSo = /^[^;]*[/+](?:json|html|xhtml)/i.test(contentType ?? "");
  if (isCalledSo || /^[<{[]/.test(text)) throw new UnreadableBody("it is JSON or a web page instead of a document", true);
}

/**
 * Decodes the text of a JSON answer. A misread character could be part of a name or an identifier, which would then mean another
 * object.
 */
export function decodeText(bytes: Uint8Array, contentEncoding: string | undefined): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody(
      contentEncoding === undefined ? "it is not UTF-8, which JSON must be" : compressed,
      false,
      contentEncoding === undefined ? new TextDecoder().decode(bytes) : undefined,
    );
  }
}

/** Decodes a complete body. */
export function decodeBody(answer: Exclude<Success, BinaryAnswer | RedirectAnswer>, text: string): unknown {
  switch (answer.kind) {
    case "empty":
      return undefined;
    case "value":
      return (answer satisfies ValueAnswer).value;
    case "json":
      return decodeJson(answer, text);
  }
}

function decodeJson({ schema }: JsonAnswer, text: string): unknown {
  if (text.trim() === "" && schema._zod.optin === "optional") return undefined;
  const data = parseJson(text);
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const problems = schemaProblems(result.error.issues, "answer", data);
  const more = problems.length > mostProblems ? ` and ${problems.length - mostProblems} more` : "";
  throw new UnreadableBody(
    `it does not have the documented shape: ${problems.slice(0, mostProblems).join("; ")}${more}`,
    false,
    data,
  );
}

function parseJson(text: string): unknown {
  if (text.trim() === "") throw new UnreadableBody("it is empty instead of JSON", true);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // The parser's own message quotes a piece of the text.
    throw new UnreadableBody("not JSON, or cut off", true, text);
  }
  // No member has this name, and code that copies it by assignment would get a copy that inherits from it.
  const excess = excessOf(data, (container) => Reflect.deleteProperty(container, prototypeName));
  if (excess !== undefined) throw new UnreadableBody(`it ${excess}`, false, data);
  return data;
}
