const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Text of an HTML document, with a line for each block. */
export const htmlToText = (html: string): string =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/<(br|\/p|\/h[1-6]|\/li|\/div|\/tr)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/[ \t]+/g, " ")
    .trim();

const tag = /<(\/?)([A-Za-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g;

/** HTML as a server that parsed it would write it: names in lower case, double quotes, no scripts, no closed empty tags. */
export const reserialised = (html: string): string =>
  html
    .replace(/<script\b[\s\S]*?<\/script\s*>/gi, "")
    .replace(
      tag,
      (_, slash: string, name: string, attributes: string) => `<${slash}${name.toLowerCase()}${attributesAnew(attributes)}>`,
    )
    .concat("\n");

const attributesAnew = (attributes: string): string =>
  Array.from(attributes.matchAll(/([^\s"'=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g))
    .map(([, name = "", double, single, bare]) => ` ${name.toLowerCase()}="${double ?? single ?? bare ?? ""}"`)
    .join("");
