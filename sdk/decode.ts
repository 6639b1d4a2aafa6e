import type { Answer, BinaryAnswer, JsonAnswer, Operation, RedirectAnswer, ValueAnswer } from "./operation.js";
import { schemaProblems } from "./problems.js";
import { excessOf, prototypeName } from "./structure.js";

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
  /** @param garbled whether it was spoiled on its way, as far as can be told, so that another one may be better */
  constructor(
    message: string,
    readonly garbled = false,
  ) {
    super(message);
  }
}

const mostProblems = 5;

/**
 * The text of an answer that has to be JSON. A character that was misread would be part of a name or an identifier, and another
 * object could be meant.
 */
export function decodeText(bytes: Uint8Array, contentEncoding: string | undefined): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody(
      contentEncoding === undefined ? "it is not UTF-8, as JSON has to be" : "it came compressed, which was not asked for",
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
  throw new UnreadableBody(`it has not the documented shape: ${problems.slice(0, mostProblems).join("; ")}${more}`);
}

function parseJson(text: string): unknown {
  if (text.trim() === "") throw new UnreadableBody("it is empty where JSON is due", true);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // The parser's own message repeats a piece of the text.
    throw new UnreadableBody("it is not JSON, or was cut off", true);
  }
  // No member is called so, and whoever copies it by assignment would get a copy that inherits from it.
  const excess = excessOf(data, (container) => Reflect.deleteProperty(container, prototypeName));
  if (excess !== undefined) throw new UnreadableBody(`it ${excess}`);
  return data;
}
