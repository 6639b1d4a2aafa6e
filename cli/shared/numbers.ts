/** A number in JSON's grammar. */
const number = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy;

/** Digits and exponent of a decimal number, the same for all its spellings. */
function canonical(text: string): string {
  const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`;
}

/** Whether JavaScript reads and writes a number without changing it. */
export const isExact = (text: string): boolean => canonical(text) === canonical(String(Number(text)));

/** The position of a number in a JSON text that JavaScript would change; undefined if there is none. */
export function inexactNumber(json: string): number | undefined {
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '"') at = endOfString(json, at);
    number.lastIndex = at;
    const [found] = number.exec(json) ?? [];
    if (found === undefined) continue;
    if (!isExact(found)) return at;
    at += found.length - 1;
  }
  return undefined;
}

/** The closing quotation mark of the string that starts there. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}
