import { AnswerError } from "../values/errors.js";
import type { Operation } from "../operations/operation.js";

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

/** Fewer would leave no room for an overlap, without which nothing shows what lies between two pages. */
const leastLimit = 2;

/** Ends a listing between two of its elements by throwing. */
export type Check = () => void;

type Identities = readonly string[];

/**
 * All elements of a list that is paged by offset, each once. Returns only where the list is proven complete, as absence is
 * inferred from it.
 *
 * Each further page is asked for from the last known element on, not from behind it. That costs no request, and one page then
 * shows three things: the server heeds the offset; nothing was skipped, as the pages join; and, where nothing follows the last
 * known element though an earlier page held more, the list ends here. A short page proves nothing by itself, as a server may cap
 * the limit, now or from now on, unless it is the first one and shorter than any cap can be; nor does an empty one, as elements may
 * have been deleted in front of it.
 *
 * Elements also move: one that comes a second time, or pages that have grown in front, show that another one may now be where
 * nobody looks any more, and the list is read again from its beginning. What moves to the front while as many elements are deleted
 * there leaves no trace.
 *
 * @param check called before each element
 * @throws AnswerError where the server ignores the offset, or the pages do not join because the list keeps changing.
 */
export async function* eachElement(
  operation: Operation,
  key: string,
  start: Partial<Page>,
  read: (page: Page) => Promise<readonly unknown[]>,
  check: Check = () => undefined,
): AsyncGenerator<unknown> {
  const { limit: asked = usualLimit, offset: from = 0 } = start;
  const limit = Math.max(asked, leastLimit);
  const seen = new Set<string>();
  const identities = (elements: readonly unknown[]) => elements.map((element) => identityOf(element, key));
  const inconclusive = (reason: string) =>
    new AnswerError(
      `${operation.id}: ${reason}, so the list cannot be known to be complete. Nothing may be concluded from what is missing in it.`,
      { operation },
    );

  let pass = new Pass(from);
  let before: Pass | undefined;
  for (let setbacks = 0; setbacks <= mostSetbacks;) {
    const { offset } = pass;
    const elements = await read({ limit, offset });
    const page = identities(elements);
    for (const [index, element] of elements.entries()) {
      check();
      if (seen.has(page[index]!)) continue;
      seen.add(page[index]!);
      yield element;
    }

    // A server that ignores the offset answers its first page at any other one.
    if (from === 0 && pass.isFirst && page.length < Math.min(limit, defaultLimit)) return;
    const finding = pass.take(page);
    if (finding === "end" && pass.proves(before)) return;
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
    if (finding === "end") before = pass;
    if (finding === "end" || !pass.stepBack()) pass = new Pass(from);
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
  /** The elements of the pages that join, in order. */
  readonly #joined: string[] = [];
  /** How many elements the longest page has that joins. */
  #longest = 0;
  /** Where the page was asked for that was to join. */
  #joint: number;
  #step = firstStep;
  /** Whether the pages have grown in front of the last known element. */
  #grown = false;

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
      return page.length === 0 ? "end" : this.#join(page, page);
    }
    if (isSame(page, this.#first)) return "repeated";
    // Pages of one element cannot overlap.
    if (this.#longest === 1) {
      if (page.length === 0) return "end";
      return this.#known.has(page[0]!) ? "apart" : this.#join(page, page);
    }
    const at = page.lastIndexOf(this.#joined.at(-1)!);
    const joins = at >= 0 && page.slice(0, at).every((identity) => this.#known.has(identity));
    if (!joins) {
      for (const identity of page) this.#known.add(identity);
      return "apart";
    }
    this.#grown ||= this.offset + at > this.#joint;
    if (at < page.length - 1) return this.#join(page, page.slice(at + 1));
    return page.length < this.#longest ? "end" : "apart";
  }

  /** Whether nothing can have moved past it, or the walk before has met the very same elements, so that some are listed twice. */
  proves(before: Pass | undefined): boolean {
    if (this.#grown) return false;
    return new Set(this.#joined).size === this.#joined.length || (before !== undefined && isSame(this.#joined, before.#joined));
  }

  /** Whether a page from further in front can still hold the last known element. */
  stepBack(): boolean {
    const step = this.#step;
    this.#step *= firstStep;
    this.offset = this.#joint - step;
    return step < this.#longest && this.offset > this.#from;
  }

  #join(page: Identities, added: Identities): Finding {
    for (const identity of page) this.#known.add(identity);
    this.#joined.push(...added);
    this.#longest = Math.max(this.#longest, page.length);
    this.#joint = this.offset += page.length - (this.#longest === 1 ? 0 : 1);
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
