import assert from "node:assert/strict";
import type { dynamic } from "@pulumi/pulumi";
import { run } from "./run.js";
import type { Command, Outcome, Program, RunOptions, State } from "./types.js";
import { stack } from "./recording/recordings.js";

interface Played extends Outcome {
  readonly calls: readonly string[];
  readonly saves: readonly State[];
  readonly ended: number;
}

const program: Program = { resources: ["a", "b"].map((name) => ({ kind: "Thing", name, args: { name } })) };

/** Runs a command, and records what the provider and the state receive. Each creation is told to `onCreate`. */
async function play(
  command: Command,
  onCreate: () => void = () => undefined,
  signals: Partial<RunOptions> = {},
): Promise<Played> {
  const calls: string[] = [];
  const saves: State[] = [];
  let ended = 0;
  const handler: dynamic.ResourceProvider = {
    create: async (inputs: { readonly name: string }) => {
      calls.push(`create ${inputs.name}`);
      onCreate();
      return { id: `${inputs.name}-1`, outs: inputs };
    },
  };
  const outcome = await run(
    command,
    program,
    { resources: [] },
    {
      stack,
      ...signals,
      start: () => ({ handler: () => handler, end: () => void (ended += 1) }),
      save: async (saved) => void saves.push(saved),
    },
  );
  // What would still happen, does so now.
  await new Promise((resolve) => setImmediate(resolve));
  return { ...outcome, calls, saves, ended };
}

describe("simulated engine: the end of a run", () => {
  it("calls and saves nothing after a kill, and ends no provider process", async () => {
    const kill = new AbortController();
    const { result, calls, saves, ended } = await play({ name: "up" }, () => kill.abort(), { kill: kill.signal });
    const pending = saves.at(-1)?.pending_operations?.map(({ type }) => type);
    assert.deepEqual(
      { result, calls, pending, ended },
      { result: "killed", calls: ["create a"], pending: ["creating"], ended: 0 },
    );
  });

  it("finishes what is under way after an interruption, starts nothing new, and ends the provider process", async () => {
    const stop = new AbortController();
    const played = await play({ name: "up", parallel: 1 }, () => stop.abort(), { interrupt: stop.signal });
    const { result, calls, saves, ended } = played;
    assert.deepEqual({ result, calls, ended }, { result: "interrupted", calls: ["create a"], ended: 1 });
    assert.equal(saves.at(-1)?.resources.at(-1)?.id, "a-1");
    assert.equal(saves.at(-1)?.pending_operations, undefined);
  });

  it("treats a property without a value as a failure, like the provider process", async () => {
    const start = () => ({ handler: () => ({ create: () => Promise.resolve({ id: "a", outs: { gap: undefined } }) }) });
    const { result, messages } = await run({ name: "up" }, program, { resources: [] }, { stack, start, save: async () => {} });
    assert.equal(result, "failed");
    assert.match(messages.join("\n"), /Unexpected struct type/);
  });
});
