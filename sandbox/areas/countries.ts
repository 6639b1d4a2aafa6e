/** Codes of three letters, and whether the country belongs to the European Union. */
const known: Readonly<Record<string, readonly [isoLong: string, euMember: boolean]>> = {
  AT: ["AUT", true],
  BE: ["BEL", true],
  BG: ["BGR", true],
  CH: ["CHE", false],
  CY: ["CYP", true],
  CZ: ["CZE", true],
  DE: ["DEU", true],
  DK: ["DNK", true],
  EE: ["EST", true],
  ES: ["ESP", true],
  FI: ["FIN", true],
  FR: ["FRA", true],
  GB: ["GBR", false],
  GR: ["GRC", true],
  HR: ["HRV", true],
  HU: ["HUN", true],
  IE: ["IRL", true],
  IT: ["ITA", true],
  LI: ["LIE", false],
  LT: ["LTU", true],
  LU: ["LUX", true],
  LV: ["LVA", true],
  MT: ["MLT", true],
  NL: ["NLD", true],
  NO: ["NOR", false],
  PL: ["POL", true],
  PT: ["PRT", true],
  RO: ["ROU", true],
  SE: ["SWE", true],
  SI: ["SVN", true],
  SK: ["SVK", true],
  US: ["USA", false],
};

const names = { de: new Intl.DisplayNames("de", { type: "region" }), en: new Intl.DisplayNames("en", { type: "region" }) };

/** A country as the API answers it. A code that is not in this table is also used as its long form. */
export function countryForm(code: string) {
  const isoShort = code.toUpperCase();
  const [isoLong, euMember] = known[isoShort] ?? [isoShort, false];
  const name = (language: "de" | "en"): string =>
    /^[A-Z]{2}$/.test(isoShort) ? (names[language].of(isoShort) ?? isoShort) : isoShort;
  return { isoShort, isoLong, euMember, name: { de: name("de"), en: name("en") } };
}
