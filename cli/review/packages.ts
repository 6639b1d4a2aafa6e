import { execFile } from "node:child_process";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import { isObject } from "../shared/is-object.js";
import type { Before } from "./before.js";
import { lockFileAbove } from "./files.js";

interface PackageChange {
  readonly name: string;
  /** Versions; absent for a package that there is only before or after. */
  readonly before?: string;
  readonly after?: string;
}

/**
 * Packages whose version in the lock file is another one than in the commit of the latest update. Nothing if there was none, or if the clone does
 * not have that commit.
 */
export async function changedPackages({ folder, latest, files }: Before): Promise<readonly PackageChange[]> {
  const [file, commit] = [lockFileAbove(folder), latest?.environment?.["git.head"]];
  if (file === undefined || commit === undefined || files.dependencies === undefined) return [];
  const show = promisify(execFile)("git", ["show", `${commit}:./${basename(file)}`], {
    cwd: dirname(file),
    encoding: "latin1",
    maxBuffer: Infinity,
  });
  const earlier = await show.then(({ stdout }) => stdout).catch(() => undefined);
  if (earlier === undefined || earlier === files.dependencies) return [];
  const [old, now] = [versionsIn(earlier), versionsIn(files.dependencies)];
  if (old === undefined || now === undefined) return [{ name: basename(file), after: "changed" }];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  const changed = names.filter((name) => old[name] !== now[name]);
  return changed.map((name) => ({
    name,
    ...(old[name] !== undefined && { before: old[name] }),
    ...(now[name] !== undefined && { after: now[name] }),
  }));
}

/** The versions in a lock file of npm, by place; undefined for that of another package manager. */
function versionsIn(text: string): Readonly<Record<string, string>> | undefined {
  try {
    const { packages } = JSON.parse(text) as { readonly packages?: Readonly<Record<string, { readonly version?: string }>> };
    if (!isObject(packages)) return undefined;
    const named = Object.entries(packages).filter(([place]) => place !== "");
    return Object.fromEntries(named.map(([place, { version = "linked" }]) => [place.replace(/^node_modules\//, ""), version]));
  } catch {
    return undefined;
  }
}
