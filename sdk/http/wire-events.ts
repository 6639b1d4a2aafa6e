/** A request that is about to be passed to a connection, without secrets and without its body. */
export interface RequestEvent {
  /** Identifier of the operation, such as `createWebhook`. */
  readonly operation: string;
  readonly method: string;
  /** Below the base address, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Number of the attempt within its call, from 1. */
  readonly attempt: number;
}

/** The head of an answer, or why there is none, without secrets. */
export interface AnswerEvent {
  readonly request: RequestEvent;
  /** Undefined if no answer arrived. */
  readonly status: number | undefined;
  /** By lower-case name; the first value of a repeated field. */
  readonly headers: Readonly<Record<string, string>>;
  /** Why no answer arrived, in a few words; undefined if one did. */
  readonly failure: string | undefined;
  /** From passing the request on to the head of its answer. */
  readonly milliseconds: number;
}

/** Observes requests and answers. Errors and rejections of the callbacks are ignored. */
export interface Observer {
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  readonly onAnswer?: ((event: AnswerEvent) => unknown) | undefined;
  /** As `onAnswer`, for the client itself; the event is made when it is asked for. */
  readonly onHead?: ((event: () => AnswerEvent) => void) | undefined;
}

/** Fields of an answer that explain the gateway's behaviour. */
const telling = ["x-cache", "x-ratelimit", "x-ratelimit-remaining", "retry-after", "location"];

/** Prints a line for each request and each answer. */
export const printer = (print: (line: string) => void): Observer => ({
  onRequest: ({ operation, method, path, attempt }) =>
    print(`hosting: > ${method} ${path} (${operation}${attempt > 1 ? `, attempt ${attempt}` : ""})`),
  onAnswer: ({ request: { method, path }, status, headers, failure, milliseconds }) => {
    const fields = telling.filter((name) => headers[name] !== undefined).map((name) => `; ${name}: ${headers[name]}`);
    print(`hosting: < ${status ?? failure} after ${milliseconds} ms, ${method} ${path}${fields.join("")}`);
  },
});
