/** A Markdown table as Prettier writes it: the first columns left-aligned, all others, which are numbers, right-aligned. */
export function markdownTable(heading: readonly string[], rows: readonly (readonly string[])[], toTheLeft = 1): string {
  const widths = heading.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column < toTheLeft ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(" | ")} |`;
  const rule = widths.map((width, column) => (column < toTheLeft ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(heading), line(rule), ...rows.map(line)].join("\n");
}

/** A rounded number for tables: `12,345`. */
export const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
