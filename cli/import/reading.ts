import { appendFile, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { hideSecrets } from "../../sdk/redaction/addresses.js";
import { AuthenticationError, HostingError } from "../../sdk/values/errors.js";
import { version } from "../../sdk/values/version.js";
import { CommandError, exitCodes } from "../shared/exit.js";
import { reasonOf } from "../shared/input.js";
import { counted } from "../shared/text.js";
import { Attempts, findCustomers, listCollections, type Listed, type Scope } from "../stack/collections.js";
import type { Login } from "../stack/logins.js";
import type { Job } from "./job.js";
import { digestOf, readingFile } from "./mapping.js";
import type { Wanted } from "./select.js";

/** What a run has read that has written the program: another one may enter it, and nothing else. */
const writtenFile = `${readingFile}.written`;

/**
 * What is kept: names of accounts, domains and subdomains, as the program declares them. What belongs to the login itself has secrets and
 * personal data, and settings of customers have personal data; the login's own is only a handful of requests.
 */
const keptKinds = ["account", "virtualAccount", "domain", "subdomain"];

const hour = 3_600_000;
const longest = 2 * hour;

const listing = z.strictObject({ run: z.string(), key: z.string(), at: z.int(), listed: z.array(z.unknown()) });
type Listing = z.output<typeof listing>;

export interface Earlier {
  readonly count: number;
  readonly since: Date;
}

export interface ReadingOptions {
  readonly folder: string;
  /** What is read, by which version and with which login: nothing is taken from a reading that is another one. */
  readonly run: string;
  /** Whether it goes on with the reading of a run that has written the program, and not only with that of one that was interrupted. */
  readonly isSecondStep: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The listings of a run, kept on disk as they are read, so that the next run need not read them again if this one does not enter the state. */
export class KeptReading {
  private constructor(
    private readonly options: ReadingOptions,
    private readonly listings: ReadonlyMap<string, Listing>,
  ) {}

  /** Opens what an earlier run has kept, without what is too old, or of another reading. */
  static async open(options: ReadingOptions): Promise<KeptReading> {
    const { folder, isSecondStep, now } = options;
    const files = isSecondStep ? [writtenFile, readingFile] : [readingFile];
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8").catch(() => "")));
    const kept = texts.flatMap((text) => text.split("\n")).flatMap((line) => listingIn(line) ?? []);
    const fresh = kept.filter(({ run, at }) => run === options.run && at <= now() && now() - at < longest);
    return new KeptReading(options, new Map(fresh.map((each) => [each.key, each])));
  }

  /** How many listings of an earlier run there are, and when the first of them was read; undefined if there is none. */
  get earlier(): Earlier | undefined {
    const times = Array.from(this.listings.values(), ({ at }) => at);
    return times.length === 0 ? undefined : { count: times.length, since: new Date(Math.min(...times)) };
  }

  async of<T>(kind: string, scope: Scope, read: () => Promise<readonly T[]>): Promise<readonly T[]> {
    const { folder, run, now } = this.options;
    const key = keyOf(kind, scope);
    const known = this.listings.get(key);
    // Only this version of the package has written it, for the same key.
    if (known !== undefined) return known.listed as readonly T[];
    const at = now();
    const listed = [...(await read())];
    if (!keptKinds.includes(kind) || holdsSecret(listed)) return listed;
    const file = join(folder, readingFile);
    try {
      // On a line of its own, also after one that was cut off.
      await appendFile(file, `\n${JSON.stringify({ run, key, at, listed } satisfies Listing)}\n`, { mode: 0o600 });
    } catch (error) {
      throw new CommandError(`${file} cannot be written: ${reasonOf(error)}`, exitCodes.failed);
    }
    return listed;
  }

  /** The run has come to its end: the next one has to read everything, unless it only enters what this one has written. */
  async end(isFirstStep: boolean): Promise<void> {
    const [file, written] = [readingFile, writtenFile].map((each) => join(this.options.folder, each)) as [string, string];
    await rm(written, { force: true });
    // There is none if nothing was kept.
    if (isFirstStep) await rename(file, written).catch(() => undefined);
    else await rm(file, { force: true });
  }
}

/** A subdomain may lead to an address with a token. */
const holdsSecret = (listed: readonly unknown[]): boolean =>
  JSON.stringify(listed, (_, value: unknown) => (typeof value === "string" ? hideSecrets(value) : value)) !==
  JSON.stringify(listed);

const keyOf = (kind: string, scope: Scope): string => JSON.stringify([kind, scope]);

/** Undefined if the line is damaged. */
function listingIn(line: string): Listing | undefined {
  try {
    return listing.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

export interface Reading {
  readonly listed: Listed;
  readonly kept: KeptReading | undefined;
}

/**
 * Reads what a login shows of customers and accounts. If none is named, these are the login's own customer and those to which its accounts and
 * contracts lead. What cannot be read is left out. What an earlier run has read that entered no state is not read again.
 * @throws AuthenticationError if the login is refused
 */
export async function readAccount(job: Job): Promise<Reading> {
  const { login, folder, accounts, wanted, isDryRun, target, tell } = job;
  const attempts = new Attempts();
  const own = await ownCustomer(login);
  const isFinding = job.customers.length + accounts.length === 0 && own !== undefined && isOfCustomers(wanted);
  if (isFinding) tell("finds the customers that accounts and contracts name");
  const customers = isFinding ? await findCustomers(login, own, attempts) : job.customers;
  const run = digestOf(
    JSON.stringify([version, login.address, login.username, own, [...customers].sort(), [...accounts].sort(), wanted.names]),
  );
  const isSecondStep = target !== undefined;
  const kept = isDryRun ? undefined : await KeptReading.open({ folder, run, isSecondStep, now: Date.now });
  if (kept?.earlier !== undefined) tell(earlierText(kept.earlier));
  const listed = await listCollections(login, {
    customers,
    accounts,
    ...(kept !== undefined && { known: (...of) => kept.of(...of) }),
    isWanted: wanted.isListed,
    settings: wanted.settings,
    inDomains: "all",
    begins: (what) => tell(`reads ${what}`),
  });
  return { listed: { ...listed, failed: [...attempts.failed, ...listed.failed] }, kept };
}

const isOfCustomers = ({ isListed, settings }: Wanted): boolean =>
  isListed("virtualAccount") || isListed("domain") || settings.length > 0;

/** What was read earlier may have changed since. */
export const earlierText = ({ count, since }: Earlier): string =>
  `${counted(count, "listing is", "listings are")} from an import that entered no state, the first from ${since.toISOString()}. ` +
  `${count === 1 ? "It was" : "They were"} not read again.`;

async function ownCustomer({ client }: Login): Promise<number | undefined> {
  try {
    return (await client.customers.getCurrent()).customerNumber;
  } catch (error) {
    if (error instanceof AuthenticationError || !(error instanceof HostingError)) throw error;
    return undefined;
  }
}
