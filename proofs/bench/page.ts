const begin = "<!-- measured: begin -->";
const end = "<!-- measured: end -->";

/** Replaces the text between the page's markers. */
export function withMeasured(page: string, text: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no ${begin} before ${end}.`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}
