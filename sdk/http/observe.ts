import { once } from "../values/once.js";
import { mask, isSecretName } from "../redaction/mask.js";
import type { Request } from "./request.js";
import { notify } from "../values/notice.js";
import { presentable } from "../redaction/text.js";
import { Interrupted, TransportError } from "./transport-error.js";
import type { TransportAnswer } from "./transport.js";
import type { AnswerEvent, Observer, RequestEvent } from "./wire-events.js";

const longestShown = 2_000;

function shown(headers: Readonly<Record<string, string | undefined>>, request: Request): Record<string, string> {
  const present = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(
    present.map(([name, value]) => [
      name,
      isSecretName(name) ? mask : (presentable(value, request.secrets(), longestShown) ?? ""),
    ]),
  );
}

/** Shows the observers a request, sends it, and shows them its answer. */
export async function observed(
  observers: readonly Observer[],
  request: Request,
  { headers, attempt }: Pick<RequestEvent, "headers" | "attempt">,
  send: () => Promise<TransportAnswer>,
): Promise<TransportAnswer> {
  const { id, method } = request.operation;
  const event = once((): RequestEvent => {
    const path = presentable(request.path, request.secrets(), longestShown) ?? "";
    return { operation: id, method, path, headers: shown(headers, request), attempt };
  });
  for (const { onRequest } of observers) if (onRequest !== undefined) notify(onRequest, event());
  const start = performance.now();
  const over = (rest: () => Pick<AnswerEvent, "status" | "headers" | "failure">) => {
    const milliseconds = Math.round(performance.now() - start);
    const answer = once((): AnswerEvent => ({ request: event(), ...rest(), milliseconds }));
    for (const { onAnswer, onHead } of observers) {
      onHead?.(answer);
      if (onAnswer !== undefined) notify(onAnswer, answer());
    }
  };
  try {
    const answer = await send();
    over(() => ({ status: answer.status, headers: shown(answer.headers, request), failure: undefined }));
    return answer;
  } catch (error) {
    const failure =
      error instanceof Interrupted || error instanceof TransportError
        ? (presentable(error.message, request.secrets()) ?? "")
        : "the request could not be sent";
    over(() => ({ status: undefined, headers: {}, failure }));
    throw error;
  }
}
