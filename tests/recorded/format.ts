import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Readings, Snapshot } from "../../sandbox/index.js";
import type { ProgramSpec } from "../support/engine.js";

/** What a release left behind in a stack and at the provider. */
export interface Recorded {
  readonly release: string;
  /** What the program declares. */
  readonly program: ProgramSpec;
  /** The exported stack; secrets encrypted with the passphrase of the engine tests. */
  readonly state: string;
  /** The stack's configuration; secrets encrypted likewise. */
  readonly configuration: string;
  /** The provider at which it was created. */
  readonly sandbox: { readonly readings: Partial<Readings>; readonly snapshot: Snapshot };
}

const folder = resolve(__dirname, "..", "..", "..", "tests", "recorded");

/** Represents the address of the sandbox, which differs in each run. */
const address = "https://sandbox.invalid";

const files = {
  program: "program.json",
  state: "state.json",
  configuration: "configuration.yaml",
  sandbox: "sandbox.json",
} as const;

/** Every release with a recorded state. */
export const releases = (): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort((one, other) => one.localeCompare(other, "en", { numeric: true }));

export function readRecorded(release: string): Recorded {
  const read = (file: string) => readFileSync(join(folder, release, file), "utf8");
  return {
    release,
    program: JSON.parse(read(files.program)) as ProgramSpec,
    state: read(files.state),
    configuration: read(files.configuration),
    sandbox: JSON.parse(read(files.sandbox)) as Recorded["sandbox"],
  };
}

/** The recording as it would be at a sandbox with that address. */
export function at(
  url: string,
  { program, state, configuration }: Recorded,
): Pick<Recorded, "program" | "state" | "configuration"> {
  const here = (text: string) => text.replaceAll(address, url);
  return {
    program: JSON.parse(here(JSON.stringify(program))) as ProgramSpec,
    state: here(state),
    configuration: here(configuration),
  };
}

/** Stores what was left behind at the sandbox with that address. */
export async function writeRecorded(url: string, { release, program, state, configuration, sandbox }: Recorded): Promise<string> {
  const target = join(folder, release);
  await mkdir(target);
  const write = (file: string, text: string) => writeFile(join(target, file), `${text.trim().replaceAll(url, address)}\n`);
  await write(files.program, JSON.stringify(program, undefined, 2));
  await write(files.state, state);
  await write(files.configuration, configuration);
  await write(files.sandbox, JSON.stringify(sandbox, undefined, 2));
  return target;
}
