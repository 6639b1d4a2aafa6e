import { pages } from "../values/explained.js";
import { AnswerError } from "../values/errors.js";
import type { Operation } from "../operations/operation.js";

/** Requested if the caller sets no limit. The provider's own default is 20; its maximum is unknown. */
const usualLimit = 100;

/** The provider's documented page size if no limit is requested: no cap can be lower. */
const defaultLimit = 20;

/** How many pages of a list may fail to join the previous ones before the listing fails. */
const mostSetbacks = 12;

/** What a request of a page asks for. */
export interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

/** Fewer elements leave no room for an overlap, and without an overlap a gap between two pages goes unnoticed. */
const leastLimit = 2;

type Identities = readonly string[];

/**
 * Reads all elements of a list that is paged by offset, each once, in pages that are never empty. Returns only if the list is proven complete, because callers
 * infer absence from it.
 *
 * Each further page starts at the last known element, not after it. That costs no request, and one page then shows three things:
 * the server respects the offset; the pages join, so nothing was skipped; and if nothing follows the last known element although
 * an earlier page was longer, the list ends here. A short page proves nothing by itself, because a server may cap the limit at any
 * time, unless it is the first page and shorter than any cap can be. An empty page proves nothing either, because elements before
 * it may have been deleted.
 *
 * Elements also move. If an element appears twice, or the pages have grown in front, another element may have moved to a part that
 * was already read, so the list is read again from the beginning. If elements move to the front while the same number is deleted
 * there, nothing shows it.
 *
 * @throws AnswerError if the server ignores the offset, or the pages do not join because the list keeps changing.
 */
export async function* eachPage(
  operation: Operation,
  key: string,
  start: Partial<PageQuery>,
  read: (page: PageQuery) => Promise<readonly unknown[]>,
): AsyncGenerator<readonly unknown[]> {
  const { limit: asked = usualLimit, offset: from = 0 } = start;
  const limit = Math.max(asked, leastLimit);
  const seen = new Set<string>();
  const identities = (elements: readonly unknown[]) => elements.map((element) => identityOf(element, key));
  const inconclusive = (reason: string) =>
    new AnswerError(`${operation.id}: ${reason}, so the list may be incomplete. Run again.${pages.badAnswer}`, { operation });

  let pass = new Pass(from);
  let before: Pass | undefined;
  for (let setbacks = 0; setbacks <= mostSetbacks;) {
    const { offset } = pass;
    const elements = await read({ limit, offset });
    const page = identities(elements);
    const fresh = elements.filter((_, index) => seen.size !== seen.add(page[index]!).size);
    if (fresh.length > 0) yield fresh;

    // A server that ignores the offset answers its first page for every other one.
    if (from === 0 && pass.isFirst && page.length < Math.min(limit, defaultLimit)) return;
    const finding = pass.take(page);
    if (finding === "end" && pass.proves(before)) return;
    if (finding === "joined") continue;
    if (finding === "repeated") {
      const ignored = inconclusive(`the provider answered the same ${page.length} elements for another offset`);
      if (page.length >= defaultLimit) throw ignored;
      // With another limit and an offset after the end, a server that ignores either answers differently from one that respects both.
      const look = identities(await read({ limit: page.length === 1 ? 2 : 1, offset: offset + page.length }));
      const knowsNoPaging = isSame(look, page);
      // A server that respects neither answers its default page, and this page is shorter.
      if (knowsNoPaging && from === 0) return;
      if (knowsNoPaging || look[0] === page[0]) throw ignored;
    }
    setbacks += 1;
    if (finding === "end") before = pass;
    if (finding === "end" || !pass.stepBack()) pass = new Pass(from);
  }
  throw inconclusive("its pages do not join, because it changes while it is read or has a different order each time");
}

/** What a page shows: it ends the list, joins the previous pages, repeats the first one, or leaves a gap. */
type Finding = "end" | "joined" | "repeated" | "apart";

/** How many elements to go back if a page does not join: deletions in front of it moved the last known element there. */
const firstStep = 4;

/** One walk through a list from its first page. */
class Pass {
  /** Where the next page begins. */
  offset: number;
  readonly #from: number;
  readonly #known = new Set<string>();
  #first: Identities | undefined;
  /** The elements of the pages that join, in order. */
  readonly #joined: string[] = [];
  /** Length of the longest page that joins. */
  #longest = 0;
  /** The offset of the page that was expected to join. */
  #joint: number;
  #step = firstStep;
  /** Whether the pages have grown in front of the last known element. */
  #grown = false;

  constructor(from: number) {
    this.#from = from;
    this.#joint = from;
    this.offset = from;
  }

  /** Whether no page has arrived yet. */
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

  /** Whether nothing can have moved past this walk, or the previous walk saw the same elements, so that some are listed twice. */
  proves(before: Pass | undefined): boolean {
    if (this.#grown) return false;
    return new Set(this.#joined).size === this.#joined.length || (before !== undefined && isSame(this.#joined, before.#joined));
  }

  /** Steps back. Whether an earlier page can still contain the last known element. */
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
