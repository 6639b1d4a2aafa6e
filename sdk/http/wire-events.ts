/** A request that is about to be handed over to a connection, free of secrets; its body is not shown. */
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

/** The head of an answer, or why there is none, free of secrets. */
export interface AnswerEvent {
  readonly request: RequestEvent;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  /** By lower-case name; of a field that came several times the first value. */
  readonly headers: Readonly<Record<string, string>>;
  /** In a few words, why no answer came; undefined where one did. */
  readonly failure: string | undefined;
  /** From handing the request over to the head of its answer. */
  readonly milliseconds: number;
}

/** Who wants to see requests and answers. What they throw, or their promises reject with, is ignored. */
export interface Observer {
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  readonly onAnswer?: ((event: AnswerEvent) => unknown) | undefined;
}

/** Fields of an answer that explain what the gateway did. */
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
