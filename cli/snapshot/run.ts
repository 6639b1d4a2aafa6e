import { Secrets } from "../../sdk/redaction/redaction.js";
import type { Around } from "../shared/around.js";
import { customerNumbers } from "../shared/input.js";
import { CommandError } from "../shared/exit.js";
import { withProfile } from "../shared/profiles.js";
import { notify } from "../shared/terminal.js";
import { checkJournal, projectFolder } from "../stack/project-folder.js";
import { type ReadStack, readStack } from "../stack/read-stack.js";
import { checkOut, type Copy, format, writeCopy } from "./copy-file.js";
import { readCopy } from "./read-copy.js";
import { withoutPersonalData } from "./replace.js";
import { summaryAsJson, summaryText } from "./summary.js";

export interface SnapshotFlags {
  readonly out: string;
  readonly customer?: readonly string[];
  readonly account?: readonly string[];
  readonly stack?: readonly string[];
  readonly cwd?: string;
  readonly profile?: string;
  readonly json?: true;
}

/** Password of the logins of a copy, as of the built-in seeds. It guards nothing: what is secret is not in the copy. */
const password = "sandbox-password";

/**
 * Writes a copy of accounts without secrets and personal data. Only reads.
 *
 * @returns the exit code
 */
export async function runSnapshot(flags: SnapshotFlags, { environment, print }: Around): Promise<number> {
  const place = await checkOut(flags.out);
  const customers = customerNumbers(flags.customer);
  const folder = await projectFolder(flags.cwd);
  checkJournal(environment);
  const secrets = new Secrets();
  const login = await withProfile(environment, flags.profile);
  const tell = (kind: string, message: string) => notify(kind, secrets.redact(message), flags);
  const stacks: ReadStack[] = [];
  for (const stack of new Set(flags.stack)) stacks.push(await readStack(folder, stack, secrets, login));
  // Without a stack, only the login of the environment.
  const sources =
    stacks.length === 0 ? [{ resources: [], configuration: () => Promise.resolve(new Map<string, string>()) }] : stacks;
  const accounts = flags.account ?? [];
  const isFinding = stacks.length + customers.length + accounts.length === 0;
  const options = { environment: login, secrets, tell, customers, accounts, isFinding, password };
  const { seed, providers, leftOut: unread, requests } = await readCopy(sources, options);
  if (seed.logins === undefined)
    throw new CommandError(`nothing could be read, so no file was written: ${unread.map(({ why }) => why).join(" ")}`);
  const leftOut = unread.map(({ what, why }) => ({ what: secrets.redact(what), why: secrets.redact(why) }));
  const copy: Copy = {
    format,
    takenAt: new Date().toISOString(),
    seed: withoutPersonalData(seed),
    providers,
    leftOut,
  };
  await writeCopy(place, copy);
  print(flags.json ? JSON.stringify(summaryAsJson(flags.out, copy, requests)) : summaryText(flags.out, copy, requests));
  return leftOut.length === 0 ? 0 : 1;
}
