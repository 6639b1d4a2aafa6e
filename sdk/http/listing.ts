import { once } from "../values/once.js";

/** A part of a paged list. */
export interface Page<T> {
  /** The elements that no earlier page had; never empty. */
  readonly items: readonly T[];
  /** Whether there are more elements. Asks the API, once: only the next page shows it. */
  hasNextPage(): Promise<boolean>;
  /** The next page; undefined after the last one. */
  getNextPage(): Promise<Page<T> | undefined>;
}

/** All elements of a paged list. Each iteration reads the list anew; nothing is sent before. */
export interface Listing<T> extends AsyncIterable<T> {
  /** All elements, in the API's order. */
  toArray(): Promise<T[]>;
  /** The elements page by page, without a page that has none. */
  pages(): AsyncIterable<Page<T>>;
}

/**
 * A listing of the pages that `read` reads.
 *
 * @param check called before each element; throws to end the listing
 */
export function listingOf<T>(read: () => AsyncIterator<readonly T[], unknown>, check: () => void): Listing<T> {
  async function* pages(): AsyncGenerator<Page<T>> {
    for (let page = await nextOf(read()); page !== undefined; page = await page.getNextPage()) yield page;
  }
  async function* elements(): AsyncGenerator<T> {
    for await (const { items } of pages())
      for (const item of items) {
        check();
        yield item;
      }
  }
  return {
    pages,
    toArray: async () => {
      const all: T[] = [];
      for await (const element of elements()) all.push(element);
      return all;
    },
    [Symbol.asyncIterator]: elements,
  };
}

async function nextOf<T>(rest: AsyncIterator<readonly T[], unknown>): Promise<Page<T> | undefined> {
  const { done, value } = await rest.next();
  if (done === true) return undefined;
  const getNextPage = once(() => nextOf(rest));
  return { items: value, getNextPage, hasNextPage: async () => (await getNextPage()) !== undefined };
}
