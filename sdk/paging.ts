import { AnswerError } from "./errors.js";
import type { Operation } from "./operation.js";

/** Asked for where the caller names no limit; the provider's own default is 20, its maximum is not known. */
const usualLimit = 100;

/** The provider's page size where it heeds no limit. */
const defaultLimit = 20;

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/**
 * All elements of a list that is paged by offset, each once. The end is an empty page, or a page that brings nothing new:
 * a short page may just be a server that caps the limit.
 *
 * @throws AnswerError where the server repeats a page that looks full, so that the list cannot be known to be complete.
 */
export async function* eachElement(
  operation: Operation,
  key: string,
  start: Partial<Page>,
  read: (page: Page) => Promise<readonly unknown[]>,
): AsyncGenerator<unknown> {
  const limit = start.limit ?? usualLimit;
  const seen = new Set<string>();
  for (let offset = start.offset ?? 0; ;) {
    const page = await read({ limit, offset });
    const fresh = page.filter((element) => {
      const identity = identityOf(element, key);
      return !seen.has(identity) && seen.add(identity);
    });
    yield* fresh;
    if (page.length > 0 && fresh.length === 0 && (page.length === limit || page.length === defaultLimit))
      throw new AnswerError(
        `${operation.id}: the provider answered the same ${page.length} elements for another offset, so the list cannot be ` +
          "known to be complete. Nothing may be concluded from what is missing in it.",
        { operation },
      );
    if (fresh.length === 0) return;
    offset += page.length;
  }
}

function identityOf(element: unknown, key: string): string {
  const identity: unknown =
    typeof element === "object" && element !== null ? (element as Record<string, unknown>)[key] : undefined;
  return JSON.stringify(identity ?? element);
}
