import type { Answer, BinaryAnswer, JsonAnswer, Operation, RedirectAnswer, ValueAnswer } from "./operation.js";
import { schemaProblems } from "./problems.js";

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
export class UnreadableBody extends Error {}

const mostProblems = 5;

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
  if (text.trim() === "") throw new UnreadableBody("it is empty where JSON is due");
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message repeats a piece of the text.
    throw new UnreadableBody("it is not JSON, or was cut off");
  }
}
