/** Ends of what may stand for one character at a position that begins with `%`, `\` or `&`. */
type Ends = readonly number[];

/** `%41`, also encoded again as `%2541`. Where it is to be read once only, the octet ends earlier. */
function percentEnds(text: string, at: number): number[] {
  const ends: number[] = [];
  for (let next = at + 1; /^[0-9a-f]{2}$/i.test(text.slice(next, next + 2)); next += 2) {
    ends.push(next + 2);
    if (text.slice(next, next + 2) !== "25") break;
  }
  return ends;
}

/** Backslashes of JSON within JSON, and what they escape: a letter, a sign, or the number of a character. */
function backslashEnds(text: string, at: number): number[] {
  let next = at;
  while (text[next] === "\\") next += 1;
  const numbered = /^(?:u[0-9a-f]{4}|x[0-9a-f]{2})/i.exec(text.slice(next, next + 5));
  return [next + 1, ...(numbered === null ? [] : [next + numbered[0].length])];
}

/** `&lt;` or `&#60;`, also escaped again as `&amp;lt;`. */
function entityEnds(text: string, at: number): number[] {
  const entity = /&((?:amp;)*)(#?\w+;)?/iy;
  entity.lastIndex = at;
  const [all = "", again = "", name] = entity.exec(text) ?? [];
  const ends = Array.from({ length: again.length / "amp;".length }, (_, index) => at + 1 + (index + 1) * "amp;".length);
  return name === undefined ? ends : [...ends, at + all.length];
}

/**
 * A text with escapes that is searched for thousands of values. It tells quickly that a value does not occur, in whatever way each of its
 * characters is escaped; where it cannot tell that, a pattern has to.
 */
export class EscapedText {
  readonly #ends = new Map<number, Ends>();

  constructor(readonly text: string) {
    for (let at = 0; at < text.length; at += 1) {
      const ends = this.#endsAt(at);
      if (ends.length > 0) this.#ends.set(at, ends);
    }
  }

  /** Whether a value may occur with an escape. An escape counts as any character, so not every such value does. */
  mayHold(value: string): boolean {
    // What escapes consist of, and what takes several of them, may be read in too many ways.
    if (/[\\%&]|[^\x00-\x7f]/.test(value)) return this.#ends.size > 0;
    for (const at of this.#ends.keys()) {
      // The first escape of an occurrence has any number of plain characters before it.
      const most = Math.min(at, value.length - 1);
      for (let before = 0; before <= most; before += 1)
        if (this.#precedes(value, before, at) && this.#continues(value, before, at)) return true;
    }
    return false;
  }

  /** Whether so many characters of a value stand before a position. */
  #precedes(value: string, count: number, at: number): boolean {
    // Most values fail at their last character, without a copy.
    if (count > 0 && this.text[at - 1] !== value[count - 1]) return false;
    return this.text.startsWith(value.slice(0, count), at - count);
  }

  /** Whether the rest of a value, from one of its characters on, may stand at a position. */
  #continues(value: string, from: number, at: number): boolean {
    let [character, position] = [from, at];
    while (character < value.length) {
      const ends = this.#ends.get(position);
      if (ends !== undefined) {
        const next = character + 1;
        return ends.some((end) => this.#continues(value, next, end));
      }
      if (this.text[position] !== value[character]) return false;
      character += 1;
      position += 1;
    }
    return true;
  }

  #endsAt(at: number): Ends {
    switch (this.text[at]) {
      case "%":
        return percentEnds(this.text, at);
      case "\\":
        return backslashEnds(this.text, at);
      case "&":
        return entityEnds(this.text, at);
      case "+":
        // A space in a query.
        return [at + 1];
      default:
        return [];
    }
  }
}
