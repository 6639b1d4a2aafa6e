/*
 * VitePress's configuration. VitePress runs in the checkout, with a copy of this file in .cache/docs/.vitepress/.
 */
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";

const root = process.cwd();
const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");

/** @type {{ description: string }} */
const { description } = JSON.parse(read("package.json"));

/** The pages of the site: those that the package has. */
const pages = ["docs", "examples"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
  .concat("README.md", "CHANGELOG.md", "SECURITY.md")
  .map((path) => path.split(sep).join("/"))
  .filter((path) => path.endsWith(".md"))
  .sort();

/**
 * @param {string} page that has the link
 * @param {string} link
 * @returns {string} path of its target
 */
const targetOf = (page, link) => posix.join(posix.dirname(page), decodeURIComponent(link.replace(/#.*/, "")));

/**
 * A link to a file that the site does not have, such as a source file, becomes its text. One to a file that does not exist stays, and
 * is found in the site (check.mjs).
 *
 * @param {string} page
 * @param {string} link
 */
const becomesText = (page, link) =>
  !/^([a-z][a-z0-9+.-]*:|#)/i.test(link) &&
  !/^docs\/|\.md$/.test(targetOf(page, link)) &&
  existsSync(join(root, targetOf(page, link)));

/**
 * @typedef {{ type: string, content: string, children: Token[] | null, attrGet(name: string): string | null,
 *   attrSet(name: string, value: string): void }} Token
 * @typedef {{ tokens: Token[], env: { relativePath: string } }} State of a page
 * @typedef {{ core: { ruler: { push(name: string, rule: (state: State) => void): void } }, utils: { escapeHtml(text: string): string },
 *   renderer: { rules: Record<string, (tokens: Token[], index: number) => string> } }} MarkdownIt
 */

/** @param {State} state */
function adaptLinks({ tokens, env }) {
  for (const block of tokens) {
    let dropped = false;
    block.children &&= block.children.filter((token) => {
      if (token.type === "link_open") {
        const link = token.attrGet("href") ?? "";
        dropped = becomesText(env.relativePath, link);
        token.attrSet("href", link.replace(/(^|\/)README\.md/, "$1index.md"));
      }
      return !(dropped && token.type.startsWith("link_"));
    });
  }
}

/**
 * Wide tables that explain something become lists, in which each cell has the name of its column (site.css).
 *
 * @param {State} state
 */
function adaptTables({ tokens }) {
  let [head, names, column] = [tokens[0], /** @type {string[]} */ ([]), 0];
  for (const [index, token] of tokens.entries()) {
    if (token.type === "thead_open") [head, names] = [token, []];
    if (token.type === "th_open") names.push((tokens[index + 1]?.content ?? "").replace(/^\[(.*)\]\(.*\)$/, "$1"));
    if (token.type === "tbody_open" && names.length > 2 && names.at(-1) === "Meaning")
      for (const part of [head, token]) part?.attrSet("class", "rows");
    if (token.type === "tr_open") column = 0;
    if (token.type === "td_open") token.attrSet("data-column", names[column++] ?? "");
  }
}

const placed = new Set(/** @type {string[]} */ ([]));

/**
 * A group of the sidebar: the pages that match and are in no group yet, named by their first headings.
 *
 * @param {string} text
 * @param {RegExp} pattern
 * @param {{ by?: string, collapsed?: boolean }} [options] `by` is a page: it comes first, then what its tables link to, in their
 *   order, then the rest by path
 */
function group(text, pattern, { by, ...options } = {}) {
  const rows = by === undefined ? "" : (read(by).match(/^\|.*/gm)?.join("") ?? "");
  const order = [by, ...Array.from(rows.matchAll(/\]\(([^)]+)\)/g), ([, link]) => targetOf(by ?? "", link ?? ""))];
  const place = (/** @type {string} */ page) => (order.includes(page) ? order.indexOf(page) : order.length);
  const own = pages.filter((page) => pattern.test(page) && !placed.has(page)).sort((a, b) => place(a) - place(b));
  const items = own.map((page) => ({
    text: /^# (.+)$/m.exec(read(page))?.[1] ?? page,
    link: `/${page.replace(/(README)?\.md$/, "")}`,
  }));
  for (const page of own) placed.add(page);
  return { text, items, ...options };
}

const reference = "docs/reference/README.md";
const sidebar = [
  group("Start", /^README|^docs\/(start|tutorial)/),
  group("How to", /^docs\/how-to\//, { by: "README.md" }),
  group("Commands", /^docs\/commands\//, { by: "docs/commands/README.md" }),
  group("Resources", /^docs\/reference\/(resources|components)\//, { by: reference }),
  group("Reference and messages", /^docs\/(reference\/[^/]+|messages)\.md/, { by: reference }),
  group("Operations of the client", /^docs\/reference\//, { by: reference, collapsed: true }),
  group("Promises and limits", /^(docs\/)?[^/]+$/, { by: "README.md" }),
  group("Examples", /^examples\//, { collapsed: true }),
  group("Contributing", /./, { collapsed: true }),
];

/** What a search finds first: answers before references, exact words before similar ones, and at last what contributors read. */
const searchOptions = {
  weights: { fuzzy: 0.1, prefix: 0.4 },
  /** @param {string} id address of a section. The browser runs this function, without what is around it. */
  boostDocument: (id) =>
    /docs\/(how-to|commands)/.test(id) ? 2 : /CHANGELOG|docs\/(contributing|reference\/operations)/.test(id) ? 0.5 : 1,
};

export default {
  srcDir: "../..",
  srcExclude: ["!(docs|examples)/**/*", "!(README|CHANGELOG|SECURITY).md"],
  outDir: "../site",
  rewrites: (/** @type {string} */ path) => path.replace(/README\.md$/, "index.md"),
  ignoreDeadLinks: true,
  title: "pulumi-hosting",
  description,
  head: [
    ["link", { rel: "icon", href: "data:," }],
    ["style", {}, read("tools/docs/site.css")],
  ],
  markdown: {
    // Fragments of headings as code hosts write them.
    anchor: {
      slugify: (/** @type {string} */ heading) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, "")
          .trim()
          .replace(/\s/g, "-"),
    },
    /** @param {MarkdownIt} md */
    config: (md) => {
      md.core.ruler.push("links", adaptLinks);
      md.core.ruler.push("tables", adaptTables);
      // Vue would evaluate what is between two braces.
      md.renderer.rules["text"] = (tokens, index) =>
        md.utils.escapeHtml(tokens[index]?.content ?? "").replaceAll("{{", "&#123;&#123;");
    },
  },
  themeConfig: { sidebar, outline: [2, 3], search: { provider: "local", options: { miniSearch: { searchOptions } } } },
  /** @param {{ outDir: string }} config */
  buildEnd: ({ outDir }) => {
    cpSync(join(root, "docs"), join(outDir, "docs"), { recursive: true, filter: (path) => !path.endsWith(".md") });
  },
};
