import { argumentTable } from "./arguments.js";
import { bullets, code, generated, page, table } from "./markdown.js";
import type { ComponentSource, Sources } from "./source.js";

/** One page for each component, by file name. */
export const componentPages = ({ components }: Sources): ReadonlyMap<string, string> =>
  new Map(components.map((component) => [`${component.className}.md`, componentPage(component)]));

function componentPage({ className, doc, args, outputs, declares }: ComponentSource): string {
  const { remarks = "", example = "", options = "" } = doc.tags;
  return page(
    generated,
    `# ${className}`,
    doc.text,
    remarks,
    example,
    "## Arguments",
    argumentTable(args),
    "## Outputs",
    table(
      ["Output", "Type", "Meaning"],
      Object.entries(outputs).map(([name, { text, type }]) => [code(name), code(type), text]),
    ),
    "## Resources",
    "Their pages describe their arguments, and what a change or a deletion does:",
    bullets(declares.map((resource) => `[${code(resource)}](../resources/${resource}.md)`)),
    "## Options",
    options,
  );
}
