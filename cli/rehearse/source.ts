import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { canonicalId, joinId } from "../../provider/values/ids.js";
import type { Seed } from "../../sandbox/seeds/schema.js";
import { isSameButForSecrets } from "../../sdk/redaction/addresses.js";
import { UsageError } from "../shared/exit.js";
import { readCopyFile } from "../snapshot/copy-file.js";
import { readCopy, type ReadOptions } from "../snapshot/read-copy.js";
import type { NotListed } from "../stack/collections.js";
import { classOf, plainProperties, type StoredResource } from "../stack/deployment.js";
import type { StackState } from "../stack/logins.js";
import type { SandboxLogin } from "./stack-copy.js";

/**
 * The copy with the addresses of the state where `hosting snapshot` has only replaced secrets in them. By its address, the provider tells an
 * object of the stack from another one with the same id.
 */
export function withKnownAddresses(seed: Seed, resources: readonly StoredResource[]): Seed {
  const known = new Map(
    resources.map((each) => [`${classOf(each) ?? ""} ${canonicalId(each.id ?? "")}`, plainProperties(each.inputs)]),
  );
  const knownOr = (copied: string, className: string, id: string, argument: string): string => {
    const address = known.get(`${className} ${canonicalId(id)}`)?.[argument];
    return typeof address === "string" && isSameButForSecrets(address, copied) ? address : copied;
  };
  const { webhooks, domains } = seed;
  return {
    ...seed,
    ...(webhooks && { webhooks: webhooks.map((hook) => ({ ...hook, url: knownOr(hook.url, "Webhook", hook.id ?? "", "url") })) }),
    ...(domains && {
      domains: domains.map((domain) => ({
        ...domain,
        ...(domain.subdomains && {
          subdomains: domain.subdomains.map((subdomain) => {
            const { name, target } = subdomain;
            const id = joinId(domain.account, domain.fullname, name);
            return target === undefined ? subdomain : { ...subdomain, target: knownOr(target, "Subdomain", id, "target") };
          }),
        }),
      })),
    }),
  };
}

/** What Pulumi's provider process loads. */
const entry = "pulumi-hosting/provider";

/**
 * Makes sure that the program loads this package: an earlier version does not know that a rehearsal must not reach the provider.
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

/** What exists at the provider, for a sandbox, and who logs in there. */
export interface AccountsCopy {
  readonly seed: Seed;
  readonly usual: SandboxLogin;
  /** Logins of explicit providers, by name. */
  readonly providers: ReadonlyMap<string, SandboxLogin>;
  readonly leftOut: readonly NotListed[];
}

/** A copy that `hosting snapshot` wrote. @throws UsageError */
export async function sourceInFile(file: string): Promise<AccountsCopy> {
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
 * @throws UsageError
 */
export async function sourceNow(stack: StackState, options: Omit<ReadOptions, "password" | "isFinding">): Promise<AccountsCopy> {
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
