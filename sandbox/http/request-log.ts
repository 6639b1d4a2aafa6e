import { rows } from "../../sdk/operations/rows.js";
import { question, suggest } from "../../sdk/values/suggest.js";

/** Methods that a fault or a filter can name. */
export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

const isMethod = (text: string): boolean => (methods as readonly string[]).includes(text);

const ids: readonly string[] = rows.map(({ id }) => id);

export const isOperationId = (text: string): boolean => ids.includes(text);

export const unknownOperation = (text: string): string => `unknown operation${question(suggest(text, ids, (id) => [id]))}`;

/** One request that reached the sandbox, without secrets. */
export interface JournalEntry {
  /** Position, starting at 1. */
  readonly number: number;
  /** The sandbox's time, in milliseconds since the epoch. */
  readonly at: number;
  /** Identifier of the operation; undefined if no route matches. */
  readonly operation: string | undefined;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Status of the answer; undefined if none was sent. */
  readonly status: number | undefined;
  /** Whether the request changed anything. */
  readonly effect: boolean;
  /** Kinds of the faults that applied to it. */
  readonly faults: readonly string[];
  /** User name of the login. */
  readonly login: string | undefined;
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: unknown };
  readonly answer: { readonly headers: Readonly<Record<string, string>>; readonly body: unknown } | undefined;
}

/** Which requests to return; an absent member matches all. */
export interface JournalFilter {
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  /** Start of the path. */
  readonly path?: string | undefined;
  /** Text that the body contains, as JSON and without secrets. */
  readonly body?: string | undefined;
  readonly status?: number | undefined;
  readonly effect?: boolean | undefined;
  /** Only requests with a greater number. */
  readonly after?: number | undefined;
}

/** Beyond this number, the oldest entries are dropped. */
const capacity = 10_000;

export class RequestLog {
  #entries: JournalEntry[] = [];
  #count = 0;

  add(entry: Omit<JournalEntry, "number">): JournalEntry {
    const numbered = { number: ++this.#count, ...entry };
    this.#entries.push(numbered);
    if (this.#entries.length > capacity) this.#entries = this.#entries.slice(-capacity / 2);
    return numbered;
  }

  /** @throws Error for a filter that no request can pass: an empty answer would look like a request that was never sent. */
  requests(filter: JournalFilter = {}): JournalEntry[] {
    const { operation, method, path } = filter;
    if (operation !== undefined && !isOperationId(operation)) throw new Error(`operation: ${unknownOperation(operation)}`);
    if (method !== undefined && !isMethod(method)) throw new Error(`method: must be one of ${methods.join(", ")}`);
    if (path?.startsWith("/") === false) throw new Error("path: must begin with /");
    return this.#entries.filter(
      (entry) =>
        (filter.operation === undefined || entry.operation === filter.operation) &&
        (filter.method === undefined || entry.method === filter.method) &&
        (filter.path === undefined || entry.path.startsWith(filter.path)) &&
        (filter.body === undefined || (JSON.stringify(entry.request.body) ?? "").includes(filter.body)) &&
        (filter.status === undefined || entry.status === filter.status) &&
        (filter.effect === undefined || entry.effect === filter.effect) &&
        (filter.after === undefined || entry.number > filter.after),
    );
  }

  clear(): void {
    this.#entries = [];
  }
}
