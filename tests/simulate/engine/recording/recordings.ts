import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command, Program, Properties } from "../types.js";
import type { Call, Script } from "./scripted.js";

/** What happens to the stored state between two commands, as `pulumi state <edit>`. */
export interface Edit {
  readonly edit: "delete" | "taint" | "untaint" | "unprotect";
  readonly urn: string;
}

/** What a command or an edit leads to. */
export interface Recorded {
  readonly result: "succeeded" | "failed" | "killed";
  /** In their normal order, see `normal.ts`. */
  readonly calls: readonly Call[];
  /** What the engine announced, as `<operation> <name>`, in alphabetical order. */
  readonly steps: readonly string[];
  /** The state afterwards: names instead of URNs, without the entries of the stack and the default provider. */
  readonly resources: readonly Properties[];
  readonly pending: readonly string[];
}

export interface Question extends Script {
  /** From this step on. */
  readonly program?: Program["resources"];
  readonly run: Command | Edit;
}

/** A step of a recording: what is done, and what the real engine did. A new recording begins without the latter. */
export type Step = Question & Recorded;

export const stack = { project: "recorder", stack: "test", module: "recorder" } as const;

/** Where the engine keeps the state in the folder of a recording. */
export const stateFile = (folder: string): string => `${folder}/.pulumi/stacks/${stack.project}/${stack.stack}.json`;

const folder = resolve(__dirname, "..", "..", "..", "..", "..", "tests", "simulate", "recordings");

export const recordings = (): string[] => readdirSync(folder).map((file) => file.replace(/\.json$/, ""));

export const readRecording = (name: string): Step[] => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as Step[];

/** The same steps, with what they lead to now. */
export async function answered(steps: readonly Step[], answer: (question: Question) => Promise<Recorded>): Promise<Step[]> {
  const all: Step[] = [];
  for (const { result: _, calls: __, steps: ___, resources: ____, pending: _____, ...question } of steps)
    all.push({ ...question, ...(await answer(question)) });
  return all;
}

const shown = (value: unknown): string =>
  Array.isArray(value) && typeof value[0] === "object"
    ? `[\n${value.map((item) => `   ${JSON.stringify(item)}`).join(",\n")}\n  ]`
    : JSON.stringify(value);

/** A line for each call and each resource, so that a change of the engine shows as what it is. */
export function writeRecording(name: string, steps: readonly Step[]): void {
  const members = (step: Step): string[] => Object.entries(step).map(([key, value]) => `  "${key}": ${shown(value)}`);
  const text = steps.map((step) => ` {\n${members(step).join(",\n")}\n }`).join(",\n");
  writeFileSync(join(folder, `${name}.json`), `[\n${text}\n]\n`);
}
