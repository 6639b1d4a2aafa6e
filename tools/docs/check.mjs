import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";

const origin = "http://site.invalid";

/**
 * Finds links of a built site that lead nowhere, and what a browser would load from elsewhere.
 *
 * @param {string} site folder
 * @returns {Promise<string[]>}
 */
export async function problemsOf(site) {
  const files = (await readdir(site, { recursive: true })).map((name) => name.split(sep).join("/"));
  const names = files.filter((name) => name.endsWith(".html"));
  const pages = new Map(
    await Promise.all(names.map(async (name) => /** @type {const} */ ([name, await readFile(join(site, name), "utf8")]))),
  );

  /**
   * @param {string} page
   * @param {string} tag
   * @param {string} link
   */
  const isBroken = (page, tag, link) => {
    const url = new URL(link.replaceAll("&amp;", "&"), `${origin}/${page}`);
    if (url.origin !== origin) return tag !== "a" && url.protocol !== "data:";
    const file = decodeURIComponent(url.pathname.slice(1)).replace(/(^|\/)$/, "$1index.html");
    if (url.hash === "") return !files.includes(file);
    return pages.get(file)?.includes(` id="${decodeURIComponent(url.hash.slice(1))}"`) !== true;
  };

  return [...pages].flatMap(([page, text]) =>
    Array.from(text.matchAll(/<(\w+)\b[^>]*?\s(?:href|src)="([^"]*)"/g), ([, tag = "", link = ""]) =>
      isBroken(page, tag, link) ? [`${page}: ${link}`] : [],
    ).flat(),
  );
}
