import { emulate, type EmulationOptions } from "../../sandbox/emulation.js";
import type { Fault } from "../../sandbox/http/faults.js";
import type { JournalEntry } from "../../sandbox/http/request-log.js";
import { type SandboxOptions, SandboxOptionsError } from "../../sandbox/options.js";
import { type SeedChoice, seedNames } from "../../sandbox/seeds/plant.js";
import { type Sandbox, startSandbox } from "../../sandbox/server.js";
import type { RateLimit } from "../../sandbox/state/settings.js";
import { systemClock } from "../../sdk/values/clock.js";
import { isLoopback } from "../../sdk/values/loopback.js";
import { CommandError, UsageError } from "../shared/exit.js";
import { endSignals, onSignals, withLock } from "../shared/files.js";
import { parseInteger, parseJson, parseTime, readText, reasonOf } from "../shared/input.js";
import { notify, print, remark } from "../shared/terminal.js";
import { readCopyFile, refuseCopy } from "../snapshot/copy-file.js";
import type { SandboxFlags } from "../options.js";
import { announcement, contentsOf, listing, logLine } from "./contents.js";
import { readFaults, readReadings } from "./flags.js";
import { SnapshotFile } from "./snapshot.js";

/** Runs a sandbox until it is told to end, or only says what one has at the start. */
export async function runSandbox(flags: SandboxFlags): Promise<void> {
  if (flags.list) return list(flags);
  const faults = (await Promise.all((flags.fault ?? []).map(readFaults))).flat();
  const { name, seed } = await readStart(flags);
  const file = flags.snapshot === undefined ? undefined : await SnapshotFile.at(flags.snapshot);
  const work = () => serve({ ...flags, seed: name }, seed, faults, file);
  if (file === undefined) return work();
  // Two sandboxes would overwrite each other's state.
  await withLock(`${file.place}.lock`, { what: `--snapshot ${file.path}`, user: "sandbox" }, work);
}

type StartFlags = SandboxFlags & { readonly seed: string };

async function list(flags: SandboxFlags): Promise<void> {
  const { name, seed } = await readStart(flags);
  const options = { seed, ...(await keptState(flags)) };
  const emulation = await usable({ ...flags, seed: name }, () => emulate(options, systemClock, systemClock));
  print(listing(contentsOf(seed, emulation.control), flags.json === true));
  await emulation.close();
}

/** What is made of the flags; if that fails, for a reason that the user of the command understands. */
async function usable<T>(flags: StartFlags, make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    throw unusable(error, flags);
  }
}

async function keptState({ snapshot: path }: SandboxFlags): Promise<Pick<EmulationOptions, "snapshot">> {
  const snapshot = path === undefined ? undefined : await (await SnapshotFile.at(path)).read();
  return snapshot === undefined ? {} : { snapshot };
}

async function serve(
  flags: StartFlags,
  seed: SeedChoice,
  faults: readonly Fault[],
  file: SnapshotFile | undefined,
): Promise<void> {
  const snapshot = await file?.read();
  const order = endOrder();
  const options: SandboxOptions = {
    host: flags.host,
    port: parseInteger("--port", flags.port, 0, 65_535),
    allowHosts: flags.allowHost ?? [],
    seed,
    readings: readReadings(flags.reading ?? []),
    rateLimit: readRateLimit(flags.rateLimit),
    cache: flags.cache !== false,
    tokenLifetime: parseTime("--token-lifetime", flags.tokenLifetime) / 1000,
    registrationDelay: parseTime("--registration-delay", flags.registrationDelay),
    ...(snapshot && { snapshot }),
    ...(flags.verbose && { onRequest: (entry: JournalEntry) => remark(logLine(entry, flags.json === true)) }),
  };
  const sandbox = await usable(flags, () => startSandbox(options));
  for (const fault of faults) sandbox.control.faults.add(fault);
  const stopKeeping = file === undefined ? undefined : keepOnRequest(sandbox, file, flags);
  warn(flags);
  const contents = contentsOf(seed, sandbox.control);
  const announced = {
    url: sandbox.url.replace(wildcard, "$1127.0.0.1"),
    seed: flags.seed,
    login: contents.login,
    snapshot: file && { file: file.path, restored: snapshot !== undefined },
  };
  print(announcement(announced, contents, flags.json === true));

  await order;
  stopKeeping?.();
  try {
    await file?.write(sandbox.control.snapshot());
  } catch (error) {
    throw new CommandError(`--snapshot ${file!.path} could not be written: ${reasonOf(error)}; the state is lost`);
  } finally {
    await sandbox.close();
  }
}

/** Resolves at the first signal to end; a second one ends the process at once. */
function endOrder(): Promise<void> {
  return new Promise((resolve) => {
    const leave = onSignals(endSignals, () => {
      leave();
      resolve();
    });
  });
}

/** What exists at the start, and where it is from. @throws UsageError */
async function readStart(flags: SandboxFlags): Promise<{ readonly name: string; readonly seed: SeedChoice }> {
  const { from, seed = "default" } = flags;
  if (from === undefined) return { name: seed, seed: await readSeed(seed) };
  if (flags.seed !== undefined)
    throw new UsageError("--from and --seed cannot be used together: each says what exists at the start");
  const copy = await readCopyFile("--from", from);
  for (const { what, why } of copy.leftOut) notify("left-out", `the copy lacks ${what}: ${why}`, flags);
  return { name: from, seed: copy.seed };
}

async function readSeed(text: string): Promise<SeedChoice> {
  const name = seedNames.find((known) => known === text);
  if (name !== undefined) return name;
  try {
    const seed = parseJson(`--seed ${text}`, await readText("--seed", text));
    refuseCopy(text, seed);
    return seed as SeedChoice;
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${error.message}\nBuilt-in seeds: ${seedNames.join(", ")}.`);
    throw error;
  }
}

function readRateLimit(text: string): RateLimit | false {
  if (text === "off") return false;
  const [, limit, window] = /^([1-9]\d*)\/(\w+)$/.exec(text) ?? [];
  if (limit === undefined || window === undefined)
    throw new UsageError(`--rate-limit must be a number of requests and a time, such as 1000/15m, or off, not ${text}`);
  return { limit: Number(limit), windowMs: parseTime("--rate-limit", window) };
}

const listenFailures: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; stop the program that listens there, or choose another port (--port 0 picks a free one)",
  EADDRNOTAVAIL: "this machine does not have this address",
  EACCES: "this user is not allowed to listen there",
  ENOTFOUND: "the host has no address",
};

function unusable(error: unknown, { host, port, seed, snapshot }: StartFlags): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof SandboxOptionsError) return new UsageError(error.message);
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return new CommandError(`cannot listen on ${host}, port ${port}: ${listenFailures[code] ?? code}`);
  if (error.message.startsWith("Not a seed")) return new UsageError(`--seed ${seed}: ${error.message}`);
  if (snapshot === undefined) return error;
  const reason = error.message.startsWith("The snapshot") ? error.message : "it is not the snapshot of a sandbox";
  return new UsageError(`--snapshot ${snapshot} cannot be used: ${reason}`);
}

/** Writes the state at each SIGUSR2, until the returned function is called. */
function keepOnRequest({ control }: Sandbox, file: SnapshotFile, flags: SandboxFlags): () => void {
  const keep = () => {
    file.write(control.snapshot()).then(
      () => notify("snapshot", `wrote the state to ${file.path}.`, flags),
      (error: unknown) => notify("snapshot", `the state could not be written to ${file.path}: ${reasonOf(error)}.`, flags),
    );
  };
  return onSignals(["SIGUSR2"], keep);
}

function warn(flags: SandboxFlags): void {
  if (isLoopback(flags.host)) return;
  const message =
    `warning: the sandbox listens on ${flags.host}, where other machines may reach it. Its logins are public, and its ` +
    "control routes require no login.";
  notify("warning", message, flags);
}

/** A wildcard address cannot be called. */
const wildcard = /^(http:\/\/)(0\.0\.0\.0|\[::\])(?=:)/;
