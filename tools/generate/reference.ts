import { rulesSchema } from "../../cli/review/rules.js";
import { componentPages } from "./components-page.js";
import { configurationPage } from "./configuration-page.js";
import { indexPage } from "./index-page.js";
import { lookupsPage } from "./lookups-page.js";
import { openApiDocument, tableSchemas } from "./openapi.js";
import { withOneAnswer } from "./one-answer.js";
import { operationPages } from "./operations-page.js";
import { resourcePages } from "./resources-page.js";
import type { Sources } from "./source.js";

/** Every file of the reference, by its path below the folder of the reference. */
export function referenceFiles(sources: Sources): ReadonlyMap<string, string> {
  const schemas = tableSchemas();
  const below = (folder: string, pages: ReadonlyMap<string, string>) =>
    Array.from(pages, ([name, text]): [string, string] => [`${folder}/${name}`, text]);
  return new Map([
    ["README.md", indexPage(sources)],
    ["configuration.md", configurationPage(sources)],
    ["lookups.md", lookupsPage(sources, schemas)],
    ["openapi.json", `${JSON.stringify(openApiDocument(sources, withOneAnswer(schemas)), undefined, 2)}\n`],
    ["review-rules.schema.json", `${JSON.stringify(rulesSchema(), undefined, 2)}\n`],
    ...below("operations", operationPages(sources, schemas)),
    ...below("resources", resourcePages(sources)),
    ...below("components", componentPages(sources)),
  ]);
}
