import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Definition, Kind } from "../../provider/definition/definition.js";
import { samples } from "./samples.js";

const folder = join(__dirname, "..", "..", "provider", "resources");

/** Every kind of the package, by its file; a new one is included automatically. */
export const definitions: Readonly<Record<Kind, Definition>> = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => {
      const kind = name.slice(0, -".js".length);
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- the files are known by their folder only
      return [kind, (require(join(folder, name)) as Readonly<Record<string, Definition>>)[kind]!];
    }),
);

export const kinds: readonly Kind[] = Object.keys(definitions) as Kind[];

const missing = kinds.filter((kind) => samples[kind] === undefined);
if (missing.length > 0)
  throw new Error(`proofs/matrix/samples.ts has no sample of ${missing.join(", ")}: the matrix must know what to declare.`);
