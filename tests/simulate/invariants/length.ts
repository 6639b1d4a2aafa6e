import type { Ended } from "../stack.js";

const mostWords = 40;

/**
 * Parts of which a person must see each object: what would be deleted, what an earlier run may have created, what an adoption changes, ids. Each
 * counts as one word.
 */
const lists = [
  /(?<=these objects: |also deleted? |contents stay: ).*?; .*?(?=\. [A-Z]|, which|$)/g,
  /(?<=It changes ).*?(?=\. [A-Z]|\.$)/g,
  /\([^() ]+(?:, [^() ]+)+\)/g,
];

/** A message that Pulumi itself writes. */
const pulumis = /^Attempting to deploy or update resources with /;

/** Pulumi begins a failure with the URN of its resource. */
const withoutUrn = (message: string): string => message.replace(/^urn:\S+ /, "");

const wordsOf = (message: string): number =>
  lists.reduce((text, list) => text.replace(list, "…"), withoutUrn(message)).split(/\s+/).length;

/** A message that is too long to be read; undefined if there is none. */
export function longMessage({ messages, failures }: Ended): string | undefined {
  const own = [...messages, ...failures.map(({ message }) => message)].filter((message) => !pulumis.test(message));
  const long = own.find((message) => wordsOf(message) > mostWords);
  return long && `a message has ${wordsOf(long)} words: ${long}`;
}
