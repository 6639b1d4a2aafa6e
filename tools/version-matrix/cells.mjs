/**
 * @typedef {object} Cell Versions that are tried together.
 * @property {string} node path of a Node binary
 * @property {string} pulumi version of `@pulumi/pulumi`
 * @property {string} typescript version or range
 * @property {string} manager name and version of a package manager, such as `pnpm@9`
 *
 * @typedef {object} Axes What to combine. The first of each list is the base.
 * @property {readonly string[]} node
 * @property {readonly string[]} pulumi
 * @property {readonly string[]} typescript
 * @property {readonly string[]} manager
 */

/**
 * Every Node with every version of each other axis, while the remaining ones have their base: what fails in a larger combination
 * nearly always fails in one of these pairs.
 *
 * @param {Axes} axes
 * @returns {Cell[]}
 */
export function cellsOf({ node, pulumi: [pulumi = "", ...pulumis], typescript: [typescript = "", ...typescripts], manager }) {
  const [base = "", ...managers] = manager;
  return node.flatMap((path) => [
    { node: path, pulumi, typescript, manager: base },
    ...pulumis.map((version) => ({ node: path, pulumi: version, typescript, manager: base })),
    ...typescripts.map((version) => ({ node: path, pulumi, typescript: version, manager: base })),
    ...managers.map((version) => ({ node: path, pulumi, typescript, manager: version })),
  ]);
}

/**
 * @param {readonly (readonly string[])[]} rows the first one is the heading
 * @returns {string} a Markdown table
 */
export function tableOf([heading = [], ...rows]) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heading), line(heading.map(() => "---")), ...rows.map(line)].join("\n");
}
