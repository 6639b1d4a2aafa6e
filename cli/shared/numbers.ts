import { createScanner } from "jsonc-parser";

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
  const scanner = createScanner(json, true);
  while (scanner.getPosition() < json.length) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    if (/[-\d]/.test(json[at] ?? "") && !isExact(scanner.getTokenValue())) return at;
  }
  return undefined;
}
