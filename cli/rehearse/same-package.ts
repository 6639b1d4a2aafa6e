import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { UsageError } from "../shared/exit.js";

/** What Pulumi's provider process loads. */
const entry = "pulumi-hosting/provider";

/**
 * Makes sure that the program loads this package: an earlier version does not know that a rehearsal must not reach the provider.
 *
 * @param main folder of the program
 * @throws UsageError
 */
export function checkSamePackage(main: string): void {
  const remedy = "Run the command of the project: `npx hosting rehearse` in its folder.";
  let loaded: string;
  try {
    loaded = realpathSync(createRequire(join(main, "index.js")).resolve(entry));
  } catch {
    throw new UsageError(`the program in ${main} cannot load pulumi-hosting, so it cannot be rehearsed. ${remedy}`);
  }
  if (loaded !== realpathSync(join(__dirname, "..", "..", "provider", "bundled.js")))
    throw new UsageError(`the program in ${main} loads another copy of pulumi-hosting than this command, ${loaded}. ${remedy}`);
}
