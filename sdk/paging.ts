import { AnswerError } from "./errors.js";
import type { Operation } from "./operation.js";

/** Asked for where the caller names no limit; the provider's own default is 20, its maximum is not known. */
const usualLimit = 100;

/** The provider's documented page size where no limit is asked for: no cap can be less. */
const defaultLimit = 20;

/** How many pages may fail to join the ones before, over a whole list, before it is given up. */
const mostSetbacks = 12;

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** What the pages of an operation have proven so far: a server may cap the limit, at the same number each time. */
export class PageSizes {
  #longest = defaultLimit;

  /** Whether a first page shows the whole list. */
  isWhole(length: number, limit: number): boolean {
    return length < Math.min(limit, this.#longest);
  }

  /** The server has answered a page of that length, and heeds the offset. */
  proven(length: number): void {
    this.#longest = Math.max(this.#longest, length);
  }
}

type Identities = readonly string[];

/**
 * All elements of a list that is paged by offset, each once. Returns only where the list is proven complete, as absence is
 * inferred from it.
 *
 * Each further page is asked for from the last known element on, not from behind it. That costs no request, and one page then
 * shows three things: the server heeds the offset; nothing was skipped, as the pages join; and, where nothing follows the last
 * known element though an earlier page held more, the list ends here. A short page proves nothing by itself, as a server may cap
 * the limit, unless it is the first one and shorter than any cap can be; nor does an empty one, as elements may have been deleted in
 * front of it.
 *
 * @param sizes what earlier lists of the operation have proven
 * @throws AnswerError where the server ignores the offset, or the pages do not join because the list keeps changing.
 */
export async function* eachElement(
  operation: Operation,
  key: string,
  start: Partial<Page>,
  read: (page: Page) => Promise<readonly unknown[]>,
  sizes = new PageSizes(),
): AsyncGenerator<unknown> {
  const { limit = usualLimit, offset: from = 0 } = start;
  const seen = new Set<string>();
  const identities = (elements: readonly unknown[]) => elements.map((element) => identityOf(element, key));
  const inconclusive = (reason: string) =>
    new AnswerError(
      `${operation.id}: ${reason}, so the list cannot be known to be complete. Nothing may be concluded from what is missing in it.`,
      { operation },
    );

  let pass = new Pass(from);
  for (let setbacks = 0; setbacks <= mostSetbacks;) {
    const { offset } = pass;
    const elements = await read({ limit, offset });
    const page = identities(elements);
    yield* elements.filter((_, index) => !seen.has(page[index]!) && seen.add(page[index]!));

    // A server that ignores the offset answers its first page at any other one.
    if (from === 0 && pass.isFirst && sizes.isWhole(page.length, limit)) return;
    const finding = pass.take(page);
    if (finding === "end") return sizes.proven(pass.longest);
    if (finding === "joined") continue;
    if (finding === "repeated") {
      const ignored = inconclusive(`the provider answered the same ${page.length} elements for another offset`);
      if (page.length >= defaultLimit) throw ignored;
      // With another limit, and an offset behind the end, servers that ignore either answer differently from those that heed both.
      const look = identities(await read({ limit: page.length === 1 ? 2 : 1, offset: offset + page.length }));
      const knowsNoPaging = isSame(look, page);
      // A server that heeds neither answers its default page, and this is less than one.
      if (knowsNoPaging && from === 0) return;
      if (knowsNoPaging || look[0] === page[0]) throw ignored;
    }
    setbacks += 1;
    if (!pass.stepBack()) pass = new Pass(from);
  }
  throw inconclusive("its pages do not join, as it changes while it is read or comes in another order each time");
}

/** What a page shows: it ends the list, joins the pages before, is the first one again, or leaves open what lies between. */
type Finding = "end" | "joined" | "repeated" | "apart";

/** How far to go back where a page does not join, in elements. Deletions in front of it have moved the last known one there. */
const firstStep = 4;

/** One walk through a list, from its first page on. */
class Pass {
  /** Where the next page begins. */
  offset: number;
  readonly #from: number;
  readonly #known = new Set<string>();
  #first: Identities | undefined;
  /** The last element of the pages that join. */
  #last: string | undefined;
  /** How many elements the longest page has that joins. */
  longest = 0;
  /** Where the page was asked for that was to join. */
  #joint: number;
  #step = firstStep;

  constructor(from: number) {
    this.#from = from;
    this.#joint = from;
    this.offset = from;
  }

  /** Whether no page of it has come yet. */
  get isFirst(): boolean {
    return this.#first === undefined;
  }

  take(page: Identities): Finding {
    if (this.#first === undefined) {
      this.#first = page;
      return page.length === 0 ? "end" : this.#join(page);
    }
    if (isSame(page, this.#first)) return "repeated";
    // Pages of one element cannot overlap.
    if (this.longest === 1) {
      if (page.length === 0) return "end";
      return this.#known.has(page[0]!) ? "apart" : this.#join(page);
    }
    const at = page.lastIndexOf(this.#last!);
    const joins = at >= 0 && page.slice(0, at).every((identity) => this.#known.has(identity));
    if (!joins) {
      for (const identity of page) this.#known.add(identity);
      return "apart";
    }
    if (at < page.length - 1) return this.#join(page);
    return page.length < this.longest ? "end" : "apart";
  }

  /** Whether a page from further in front can still hold the last known element. */
  stepBack(): boolean {
    const step = this.#step;
    this.#step *= firstStep;
    this.offset = this.#joint - step;
    return step < this.longest && this.offset > this.#from;
  }

  #join(page: Identities): Finding {
    for (const identity of page) this.#known.add(identity);
    this.#last = page.at(-1);
    this.longest = Math.max(this.longest, page.length);
    this.#joint = this.offset += page.length - (this.longest === 1 ? 0 : 1);
    this.#step = firstStep;
    return "joined";
  }
}

const isSame = (a: Identities, b: Identities): boolean =>
  a.length === b.length && a.every((identity, index) => identity === b[index]);

function identityOf(element: unknown, key: string): string {
  const identity: unknown =
    typeof element === "object" && element !== null ? (element as Record<string, unknown>)[key] : undefined;
  return JSON.stringify(identity ?? element);
}
