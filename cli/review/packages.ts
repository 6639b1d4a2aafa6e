import { execFile } from "node:child_process";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import { isObject } from "../shared/is-object.js";
import type { Before } from "./before.js";
import { lockFileAbove } from "./files.js";

type Versions = Readonly<Record<string, string>>;

/**
 * The versions of the packages in the lock file, in the commit of the latest update and now. Empty if there was none, or if the clone does not have
 * that commit; of another package manager than npm, only the file is told, if it has changed.
 */
export async function packageVersions({ folder, latest, files }: Before): Promise<readonly [before: Versions, after: Versions]> {
  const [file, commit] = [lockFileAbove(folder), latest?.environment?.["git.head"]];
  if (file === undefined || commit === undefined || files.dependencies === undefined) return [{}, {}];
  const show = promisify(execFile)("git", ["show", `${commit}:./${basename(file)}`], {
    cwd: dirname(file),
    encoding: "latin1",
    maxBuffer: Infinity,
  });
  const earlier = await show.then(({ stdout }) => stdout).catch(() => undefined);
  if (earlier === undefined || earlier === files.dependencies) return [{}, {}];
  const [old, now] = [versionsIn(earlier), versionsIn(files.dependencies)];
  return old === undefined || now === undefined ? [{}, { [basename(file)]: "changed" }] : [old, now];
}

/** The versions in a lock file of npm, by place; undefined for that of another package manager. */
function versionsIn(text: string): Versions | undefined {
  try {
    const { packages } = JSON.parse(text) as { readonly packages?: Readonly<Record<string, { readonly version?: string }>> };
    if (!isObject(packages)) return undefined;
    const named = Object.entries(packages).filter(([place]) => place !== "");
    return Object.fromEntries(named.map(([place, { version = "linked" }]) => [place.replace(/^node_modules\//, ""), version]));
  } catch {
    return undefined;
  }
}
