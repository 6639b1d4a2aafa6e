const charactersPerLine = 90;
const linesPerPage = 48;

/** A PDF of A4 pages with a heading and wrapped lines of text. */
export function renderPdf(title: string, lines: readonly string[]): Uint8Array {
  const pages = paginate([title, "", ...lines].flatMap(wrap));
  const objects: string[] = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  pages.forEach((page, index) => {
    const content = `BT /F1 10 Tf 15 TL 50 790 Td ${page.map((line) => `(${escaped(line)}) Tj T*`).join(" ")} ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`,
    );
  });
  return assemble(objects);
}

/** Joins the objects, with the table of their offsets. */
function assemble(objects: readonly string[]): Uint8Array {
  let text = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

function paginate(lines: readonly string[]): string[][] {
  const pages: string[][] = [];
  for (let index = 0; index < lines.length; index += linesPerPage) pages.push(lines.slice(index, index + linesPerPage));
  return pages;
}

function wrap(line: string): string[] {
  const wrapped = [""];
  for (const word of line.split(" ")) {
    const present = wrapped.at(-1)!;
    const longer = present === "" ? word : `${present} ${word}`;
    if (longer.length <= charactersPerLine) wrapped[wrapped.length - 1] = longer;
    else wrapped.push(...(word.match(new RegExp(`.{1,${charactersPerLine}}`, "gu")) ?? []));
  }
  return wrapped;
}

/** Windows-1252 has these beyond Latin-1. */
const windows1252: Readonly<Record<string, string>> = {
  "€": "\x80",
  "„": "\x84",
  "…": "\x85",
  "“": "\x93",
  "”": "\x94",
  "–": "\x96",
  "—": "\x97",
};

const escaped = (line: string): string =>
  Array.from(line, (character) => windows1252[character] ?? (character.codePointAt(0)! < 256 ? character : "?"))
    .join("")
    .replace(/[\\()]/g, (character) => `\\${character}`)
    .replace(/[\r\n]/g, " ");
