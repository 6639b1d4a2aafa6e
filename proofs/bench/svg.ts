const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export const rounded = (value: number): string => String(Math.round(value * 10) / 10);

/** A text of an SVG drawing. */
export const label = (x: number, y: number, anchor: "start" | "middle" | "end", text: string, more = ""): string =>
  `<text x="${rounded(x)}" y="${rounded(y)}" text-anchor="${anchor}"${more}>${escaped(text)}</text>`;

/** A drawing of that size, with its title for those who do not see it. */
export const drawing = (width: number, height: number, title: string, parts: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
      'font-family="sans-serif" font-size="12" fill="#24292f" role="img">',
    `<title>${escaped(title)}</title>`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    ...parts,
    "</svg>",
    "",
  ].join("\n");
