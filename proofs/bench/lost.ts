/** Headings of the columns whose cells say what a row is about. All others have what was measured. */
const identifying: readonly string[] = ["", "resources", "latency"];

const heading = /^### (.*)$/;

const cellsOf = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The sections of a Markdown text, each with its columns and what its rows are about, such as `pulumi-hosting, 100, 0 ms`. */
function sectionsOf(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const sections = new Map<string, Set<string>>([["", new Set()]]);
  let section = "";
  let columns: readonly string[] | undefined;
  for (const line of text.split("\n")) {
    section = heading.exec(line)?.[1] ?? section;
    const rows = sections.get(section) ?? new Set();
    sections.set(section, rows);
    if (!line.startsWith("|")) columns = undefined;
    else if (columns === undefined) {
      columns = cellsOf(line);
      for (const column of columns.filter(Boolean)) rows.add(`column "${column}"`);
    } else if (!/^\| -/.test(line)) {
      const known = columns;
      const about = cellsOf(line).filter((cell, index) => cell !== "" && identifying.includes(known[index]!));
      if (about.length > 0) rows.add(about.join(", "));
    }
  }
  return sections;
}

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");

/**
 * The sections and the rows of a report that another one does not have, each once.
 *
 * @param others of the page, which may link to a section
 */
export function lostFrom(before: string, after: string, others: string): string[] {
  const [old, current] = [sectionsOf(before), sectionsOf(after)];
  const kept = Array.from(current.values(), (rows) => Array.from(rows)).flat();
  const isKept = new Set(kept);
  const sections = Array.from(old.keys()).filter((title) => !current.has(title));
  const rows = Array.from(old).flatMap(([title, of]) => (current.has(title) ? Array.from(of) : []));
  return [
    ...sections.map(
      (title) => `section "${title}"${others.includes(`(#${anchorOf(title)})`) ? ", to which the page links" : ""}`,
    ),
    ...Array.from(new Set(rows)).filter((row) => !isKept.has(row)),
  ];
}
