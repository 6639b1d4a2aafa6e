import { randomBytes } from "node:crypto";
import type { Seed } from "../../sandbox/seeds/schema.js";
import type { NotListed } from "../stack/attempts.js";
import type { StackState } from "../stack/logins.js";
import { UsageError } from "../shared/exit.js";
import { readCopyFile } from "../snapshot/copy-file.js";
import { readCopy, type ReadOptions } from "../snapshot/read-copy.js";
import type { SandboxLogin } from "./environment.js";

/** What exists at the provider, for a sandbox, and who logs in there. */
export interface Source {
  readonly seed: Seed;
  readonly usual: SandboxLogin;
  /** Logins of explicit providers, by name. */
  readonly providers: ReadonlyMap<string, SandboxLogin>;
  readonly leftOut: readonly NotListed[];
}

/** A copy that `hosting snapshot` wrote. @throws UsageError */
export async function sourceInFile(file: string): Promise<Source> {
  const { seed, providers, leftOut } = await readCopyFile("--from", file);
  const logins = new Map((seed.logins ?? []).map(({ username, password }) => [username, { username, password }]));
  const [usual] = logins.values();
  if (usual === undefined) throw new UsageError(`--from ${file}: the copy has no login`);
  const named = Object.entries(providers).flatMap(([provider, username]) => {
    const login = logins.get(username);
    return login === undefined ? [] : [[provider, login] as const];
  });
  return { seed, usual, providers: new Map(named), leftOut };
}

/**
 * What the logins of a stack show now. It stays in the memory of this process, so nothing is replaced: the program finds by name what it looks
 * for. The logins have a password that only this process and its commands know.
 *
 * @throws UsageError
 */
export async function sourceNow(stack: StackState, options: Omit<ReadOptions, "password" | "isFinding">): Promise<Source> {
  const password = randomBytes(24).toString("base64url");
  options.secrets.add(password);
  const { seed, providers, leftOut } = await readCopy([stack], { ...options, isFinding: false, password });
  const login = (username: string): SandboxLogin => ({ username, password });
  return {
    seed,
    usual: login("reseller"),
    providers: new Map(Object.entries(providers).map(([name, username]) => [name, login(username)])),
    leftOut,
  };
}
