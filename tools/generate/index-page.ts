import { errorClass } from "../../sdk/http/error-messages.js";
import { gatewayAnswers, refusal } from "./gateway.js";
import { bullets, code, generated, page, summary, table } from "./markdown.js";
import { lifecycleTable, resourcesOf } from "./resources-page.js";
import type { Sources } from "./source.js";
import { areas, tableRows } from "../../sdk/operations/rows.js";

/** The index of the reference, and what all its pages share. */
export function indexPage(sources: Sources): string {
  return page(
    generated,
    "# Reference",
    "Every resource, every operation and every setting, as the sources describe them.",
    bullets([
      "[Configuration](configuration.md): address, login and choices.",
      "[Lookups](lookups.md): functions that find existing objects.",
      "[Limits](../limits.md): what the API cannot do, and what is not known.",
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
    "## Components",
    table(
      ["Class", "What it is"],
      sources.components.map(({ className, doc }) => [`[${code(className)}](components/${className}.md)`, summary(doc.text)]),
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
    "Objects that several areas use are [shared models](operations/models.md).",
    "## Policies",
    sources.policy.text,
    "## Evidence",
    sources.evidence.text,
    "## Retry classes",
    sources.repeatClass.text,
    "## Arguments of every resource",
    lifecycleTable(sources),
    "## Failures of any operation",
    "An operation lists its documented statuses. These can also occur:",
    table(
      ["Status", "Meaning", "Error"],
      [refusal, ...gatewayAnswers].map(({ status, meaning }) => [String(status), meaning, code(errorClass(status).name)]),
    ),
    "The client handles them as far as possible: it renews its token before it expires and once when it is refused, waits for the " +
      "next request window, and retries what may be retried.",
  );
}
