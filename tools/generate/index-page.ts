import { errorClass } from "../../sdk/http/error-messages.js";
import { gatewayAnswers, refusal } from "./gateway.js";
import { bullets, code, generated, page, summary, table } from "./markdown.js";
import { lifecycleTable, resourcesOf } from "./resources-page.js";
import type { Sources } from "./source.js";
import { areas, tableRows } from "../../sdk/operations/rows.js";

/** The index of the reference, with what all its pages have in common. */
export function indexPage(sources: Sources): string {
  return page(
    generated,
    "# Reference",
    "Every resource, every operation and every setting, as the sources describe them.",
    bullets([
      "[Configuration](configuration.md): address, login and choices.",
      "[Lookups](lookups.md): functions that find what exists already.",
      "[openapi.json](openapi.json): all operations as an OpenAPI 3.1 document.",
    ]),
    "## Resources",
    table(
      ["Class", "What it is", "Costs money"],
      resourcesOf(sources).map(({ source, definition }) => [
        `[${code(source.className)}](resources/${source.className}.md)`,
        summary(source.doc.text),
        definition.costly === true ? "yes" : "",
      ]),
    ),
    "## Operations",
    `The client of \`pulumi-hosting/sdk\` has ${tableRows.length} operations:`,
    table(
      ["Area", "About", "Operations"],
      areas.map((area) => [
        `[${code(`client.${area}`)}](operations/${area}.md)`,
        sources.areas[area]?.text ?? "",
        String(tableRows.filter((row) => row.area === area).length),
      ]),
    ),
    "Objects that several areas have in common are [shared models](operations/models.md).",
    "## Policies",
    sources.policy.text,
    "## Evidence",
    sources.evidence.text,
    "## Repeat classes",
    sources.repeatClass.text,
    "## Arguments of every resource",
    lifecycleTable(sources),
    "## Failures of any operation",
    "An operation lists the statuses that are documented for it. These can come in their place:",
    table(
      ["Status", "Meaning", "Error"],
      [refusal, ...gatewayAnswers].map(({ status, meaning }) => [String(status), meaning, code(errorClass(status).name)]),
    ),
    "The client does what can be done about them: it renews its token ahead of its end and once when it is refused, waits for the " +
      "next window of requests, and repeats what may be repeated.",
  );
}
