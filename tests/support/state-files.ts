import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Pulumi's engine cannot load a state if it was killed while it wrote the empty file next to it, which its user then deletes
 * (docs/messages.md).
 *
 * @param folder of the state's backend
 */
export async function deleteEmptyAttributes(folder: string): Promise<void> {
  const stacks = join(folder, ".pulumi", "stacks");
  const names = await readdir(stacks, { recursive: true }).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(".attrs"))) {
    const file = join(stacks, name);
    if ((await stat(file)).size === 0) await rm(file);
  }
}
