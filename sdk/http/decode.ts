import type { Answer, BinaryAnswer, JsonAnswer, Operation, RedirectAnswer, ValueAnswer } from "../operations/operation.js";
import { schemaProblems } from "./schema-problems.js";
import { excessOf, prototypeName } from "./payload-limits.js";

export type Success = Exclude<Answer, { kind: "failure" }>;

const isSuccess = (answer: Answer | undefined): answer is Success => answer !== undefined && answer.kind !== "failure";

/** How a status is to be read: as listed, any other 2xx like the first success; undefined where it means failure. */
export function successOf(operation: Operation, status: number): Success | undefined {
  const listed = operation.answers[status];
  if (isSuccess(listed)) return listed;
  if (status < 200 || status > 299) return undefined;
  return Object.values(operation.answers).find((answer) => isSuccess(answer) && answer.kind !== "redirect");
}

/** A body that cannot be read as what it should be. `message` names members and never a value. */
export class UnreadableBody extends Error {
  readonly #answer: unknown;

  /**
   * @param garbled whether it was spoiled on its way, as far as can be told, so that another one may be better
   * @param answer what came, which may hold secrets
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

const compressed = "it came compressed, which was not asked for";

/** The client never asks for a part (RFC 9110, 15.3.7), so what says to be one stands for nothing whole. */
const partialContent = 206;

/** @throws UnreadableBody for a part of a body that matters. */
export function checkWhole({ kind }: Success, status: number): void {
  if (status === partialContent && (kind === "json" || kind === "binary"))
    throw new UnreadableBody("it is only a part, which was not asked for");
}

const pdfBeginning = "%PDF-";

/**
 * That an answer can be the document that was asked for. No source promises a content type, so what begins as a document is one,
 * whatever it is called, and what is called a document only has to look like no page or message of a server in between.
 *
 * @throws UnreadableBody where it is none.
 */
export function checkDocument(beginning: Uint8Array, contentType: string | undefined, contentEncoding: string | undefined): void {
  const text = Buffer.from(beginning)
    .toString("latin1")
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, "");
  if (text === "") throw new UnreadableBody("it is empty where a document is due", true);
  if (pdfBeginning.startsWith(text.slice(0, pdfBeginning.length))) return;
  if (contentEncoding !== undefined && !/^\s*(?:identity)?\s*$/i.test(contentEncoding)) throw new UnreadableBody(compressed);
  const isCalledSo = /^[^;]*[/+](?:json|html|xhtml)/i.test(contentType ?? "");
  if (isCalledSo || /^[<{[]/.test(text)) throw new UnreadableBody("it is JSON or a web page where a document is due", true);
}

/**
 * The text of an answer that has to be JSON. A character that was misread would be part of a name or an identifier, and another
 * object could be meant.
 */
export function decodeText(bytes: Uint8Array, contentEncoding: string | undefined): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody(
      contentEncoding === undefined ? "it is not UTF-8, as JSON has to be" : compressed,
      false,
      contentEncoding === undefined ? new TextDecoder().decode(bytes) : undefined,
    );
  }
}

/** What a body that was read whole stands for. */
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
  const data = parseJson(text);
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const problems = schemaProblems(result.error.issues, "answer", data);
  const more = problems.length > mostProblems ? ` and ${problems.length - mostProblems} more` : "";
  throw new UnreadableBody(`it has not the documented shape: ${problems.slice(0, mostProblems).join("; ")}${more}`, false, data);
}

function parseJson(text: string): unknown {
  if (text.trim() === "") throw new UnreadableBody("it is empty where JSON is due", true);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // The parser's own message repeats a piece of the text.
    throw new UnreadableBody("it is not JSON, or was cut off", true, text);
  }
  // No member is called so, and whoever copies it by assignment would get a copy that inherits from it.
  const excess = excessOf(data, (container) => Reflect.deleteProperty(container, prototypeName));
  if (excess !== undefined) throw new UnreadableBody(`it ${excess}`, false, data);
  return data;
}
