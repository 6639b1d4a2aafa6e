import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { remarksVariable } from "../../provider/values/remarks.js";
import { type Reviewed, reviewedVariable } from "../../provider/values/reviewed.js";
import { explainedBy } from "../../sdk/values/explained.js";
import { CommandError } from "../shared/exit.js";
import { onSignals } from "../shared/files.js";
import { readEvents } from "../stack/events.js";
import type { RunningUp } from "../stack/pulumi.js";
import { consent, gateFiles, type GateFiles, gateVariable } from "./gate.js";

export class LogTail {
  #position = 0;

  constructor(private readonly file: string) {}

  /** The whole lines since the last call; none if the file does not exist yet. */
  async lines(): Promise<string> {
    const added = await buffer(createReadStream(this.file, { start: this.#position })).catch(() => Buffer.alloc(0));
    const end = added.lastIndexOf("\n") + 1;
    this.#position += end;
    return added.toString("utf8", 0, end);
  }
}

export interface HeldRunOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly start: (log: string, variables: Readonly<Record<string, string>>) => RunningUp;
  /**
   * The calls that the run may make after its preview; undefined if it must not go on. Until this is answered, nothing is created, changed or
   * deleted, and then nothing else.
   */
  readonly allowed: (preview: string, run: string) => Promise<Reviewed | undefined>;
  /** Called with the lines that are added to the event log of the run. */
  readonly onEvents: (lines: string) => Promise<void>;
}

export type HeldRun = Readonly<Awaited<ReturnType<typeof heldRun>>>;

/** Milliseconds between two looks at what Pulumi has done. */
const interval = 100;

/** A run that waits after its preview until it is allowed to go on. A signal to this process lets it end in order. */
export async function heldRun({ environment, start, allowed, onEvents }: HeldRunOptions) {
  const folder = await mkdtemp(join(tmpdir(), "hosting-apply-"));
  const files = gateFiles(folder);
  const running = start(files.log, {
    ...gateVariables(environment, folder),
    [remarksVariable]: files.remarks,
    [reviewedVariable]: files.reviewed,
  });
  const withRemarks = async (log: string): Promise<string> => {
    const events = await textOf(log);
    return events === "" ? "" : `${events}\n${await textOf(files.remarks)}`;
  };
  const signals = passedOn(running);
  const state = { hasEnded: false };
  const ended = running.ended.finally(() => (state.hasEnded = true));
  try {
    const isAllowed =
      (await isHeld(files, state, running)) &&
      (await answered(files, async () => {
        const calls = await allowed(await withRemarks(files.preview), await textOf(files.log));
        if (calls !== undefined) await writeFile(files.reviewed, JSON.stringify(calls));
        return calls !== undefined && !signals.arrived;
      }));
    const tail = new LogTail(files.log);
    while (isAllowed && !state.hasEnded) {
      await Promise.race([ended, pause(interval)]);
      const lines = await tail.lines();
      if (lines !== "") await onEvents(lines);
    }
    const failure = await ended;
    const [preview, log] = [await withRemarks(files.preview), await withRemarks(files.log)];
    if (preview === "" && log === "" && failure !== undefined) throw failure;
    return {
      preview: preview === "" ? log : preview,
      /** The event log of the run; undefined if it was not allowed to go on. */
      run: isAllowed ? log : undefined,
      failure,
    };
  } finally {
    await Promise.allSettled([ended]);
    signals.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets Node load the gate first. What the user has in `NODE_OPTIONS` stays. */
export const gateVariables = (environment: NodeJS.ProcessEnv, folder: string): Readonly<Record<string, string>> => ({
  [gateVariable]: `${process.pid}:${folder}`,
  NODE_OPTIONS: `${environment["NODE_OPTIONS"] ?? ""} --require ${JSON.stringify(join(__dirname, "gate.js"))}`.trim(),
});

/** Passes signals on. The run is a process group of its own, so that one Ctrl-C does not count twice, which would end it at once. */
function passedOn(running: RunningUp) {
  const passed = { arrived: false, stop: (): void => undefined };
  passed.stop = onSignals(["SIGINT", "SIGTERM"], (signal) => {
    passed.arrived = true;
    running.interrupt(signal);
  });
  return passed;
}

/** Waits until the run waits. @returns false if it has ended before */
async function isHeld(files: GateFiles, state: { readonly hasEnded: boolean }, running: RunningUp): Promise<boolean> {
  const tail = new LogTail(files.log);
  while (!existsSync(files.waiting)) {
    if (state.hasEnded) return false;
    if (!existsSync(files.preview) && readEvents(await tail.lines()).planned.length > 0 && !existsSync(files.preview)) {
      running.interrupt("SIGINT");
      throw new CommandError(
        "The run was interrupted: it could not be held after its preview, because its program lacks the NODE_OPTIONS of this command. " +
          `Check what it did with \`pulumi stack history\`.${explainedBy("run-not-held")}`,
      );
    }
    await pause(interval);
  }
  return true;
}

async function answered({ answer }: GateFiles, decide: () => Promise<boolean>): Promise<boolean> {
  let isAllowed = false;
  try {
    isAllowed = await decide();
    return isAllowed;
  } finally {
    await writeFile(`${answer}.new`, isAllowed ? consent : "no");
    await rename(`${answer}.new`, answer);
  }
}

const textOf = (file: string): Promise<string> => readFile(file, "utf8").catch(() => "");
