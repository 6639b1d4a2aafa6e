import { createRequire } from "node:module";
import { join } from "node:path";

/** The checkout, seen from the compiled generator in dist/tools/generate. */
export const root = join(__dirname, "../../..");

/** The folder of the reference, relative to the checkout. */
export const referenceFolder = "docs/reference";

const load = createRequire(__filename);

/** What a source file exports at run time, by its path in the checkout: `provider/resources/webhook.ts`. */
export const loadCompiled = (source: string): Readonly<Record<string, unknown>> =>
  load(join(root, "dist", source.replace(/\.ts$/, ".js"))) as Readonly<Record<string, unknown>>;
