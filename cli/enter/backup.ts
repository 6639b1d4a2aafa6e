import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { writeWhole } from "../shared/files.js";
import { references, type StoredResource } from "../stack/deployment.js";
import type { Pulumi } from "../stack/pulumi.js";

/**
 * The state before objects entered it, in a file that only its owner can read, with secrets encrypted. As long as the result is not proven,
 * the name of the file says so, and another file lists what enters the state: if the command is killed, the next one proves it.
 */
export class Backup {
  /** @param file of the earlier state, once the result is proven */
  constructor(readonly file: string) {}

  get unproven(): string {
    return `${this.file}.unproven`;
  }

  get #list(): string {
    return `${this.file}.entered`;
  }

  /** Whether a command was entering something, and has neither proven it nor taken it back. */
  get isUnproven(): boolean {
    return existsSync(this.#list);
  }

  /** What a killed command was entering: these resources, if the state has them. Undefined if none was killed. */
  async interrupted(): Promise<((resource: StoredResource) => boolean) | undefined> {
    try {
      return hasKeyIn(JSON.parse(await readFile(this.#list, "utf8")) as string[]);
    } catch {
      // The state is written only once the whole list is.
      return undefined;
    }
  }

  /** Keeps the present state, in place of what a killed command has kept: later runs may have recorded something since. */
  async begin(pulumi: Pulumi): Promise<void> {
    // Pulumi keeps the mode of a file that exists.
    await writeFile(this.unproven, "", { mode: 0o600 });
    await pulumi.backUp(this.unproven);
  }

  async enters(entries: readonly StoredResource[]): Promise<void> {
    await writeWhole(this.#list, JSON.stringify(entries.map(keyOf)), 0o600);
  }

  /** The result is proven, or the state is as before. */
  async end(): Promise<void> {
    await rm(this.#list, { force: true });
    await rename(this.unproven, this.file);
  }

  /** Nothing that a killed command was entering is in the state, so there is nothing to prove. */
  async forget(): Promise<void> {
    await rm(this.#list, { force: true });
    await rm(this.unproven, { force: true });
  }
}

function hasKeyIn(keys: readonly string[]): (resource: StoredResource) => boolean {
  const all = new Set(keys);
  return (resource) => all.has(keyOf(resource));
}

/** What a later run creates in place of an entry has another id. */
const keyOf = ({ urn, id = "" }: StoredResource): string => `${urn} ${id}`;

/**
 * Takes entries out of a state. A provider, parent or container stays if anything refers to it that another run recorded: Pulumi refuses a
 * state with references to nothing.
 */
export function withoutEntered(
  resources: readonly StoredResource[],
  entries: readonly StoredResource[],
): readonly StoredResource[] {
  const isEntered = hasKeyIn(entries.map(keyOf));
  const needed = new Set(resources.filter((each) => !isEntered(each)).flatMap(references));
  // What an entry refers to comes before it.
  const rest = resources.toReversed().filter((each) => {
    if (isEntered(each) && !needed.has(each.urn)) return false;
    for (const urn of references(each)) needed.add(urn);
    return true;
  });
  return rest.reverse();
}
