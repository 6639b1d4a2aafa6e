import assert from "node:assert/strict";
import { deleteEntry, taint, unprotect, untaint } from "./edits.js";
import { run } from "./run.js";
import type { Outcome, Program, State } from "./types.js";
import { normalCalls, normalState, normalStep } from "./recording/normal.js";
import { answered, type Question, readRecording, type Recorded, recordings, stack } from "./recording/recordings.js";
import { type Call, type Notebook, scripted } from "./recording/scripted.js";

const edits = { delete: deleteEntry, taint, untaint, unprotect } as const;

/** Performs a recording's steps on the simulated engine, as `Recorder` does on the real one. */
class Player {
  #program: Program = { resources: [] };
  #state: State = { resources: [] };
  readonly #created: string[] = [];

  async step({ program, run: what, ...script }: Question): Promise<Recorded> {
    if (program !== undefined) this.#program = labelled(program);
    const before = this.#state;
    const calls: Call[] = [];
    const { result, steps } =
      "edit" in what ? this.#edit(() => edits[what.edit](before, what.urn)) : await this.#run({ what, script, calls });
    return {
      result: result === "interrupted" ? "failed" : result,
      calls: "edit" in what ? [] : normalCalls(calls, what, this.#program, before),
      steps: steps.flatMap(({ op, urn }) => normalStep(op, urn)).sort(),
      ...normalState(this.#state),
    };
  }

  #edit(edit: () => State): Pick<Outcome, "result" | "steps"> {
    try {
      this.#state = edit();
      return { result: "succeeded", steps: [] };
    } catch {
      return { result: "failed", steps: [] };
    }
  }

  #run({ what, script, calls }: Pick<Notebook, "script"> & { what: Parameters<typeof run>[0]; calls: Call[] }): Promise<Outcome> {
    const kill = new AbortController();
    let isBlocked = false;
    const notebook: Notebook = {
      script,
      write: (call) => void calls.push(structuredClone(call)),
      count: (label) => {
        this.#created.push(label);
        return this.#created.filter((other) => other === label).length;
      },
      block: () => void (isBlocked = true),
      kill: () => {
        kill.abort();
        return new Promise(() => undefined);
      },
    };
    return run(what, this.#program, this.#state, {
      stack,
      start: ({ name }) => ({ handler: () => scripted(notebook, name) }),
      save: async (state) => {
        if (isBlocked) throw new Error("failed to save snapshot");
        this.#state = state;
      },
      kill: kill.signal,
    });
  }
}

/** The program of the recordings labels each thing with its name. */
const labelled = (resources: Program["resources"]): Program => ({
  resources: resources.map((resource) => ({
    ...resource,
    args: { ["provider" in resource ? "recorder:name" : "label"]: resource.name, ...resource.args },
  })),
});

describe("simulated engine", () => {
  for (const name of recordings())
    it(`matches the real engine's calls, reports and state in "${name}"`, async () => {
      const recorded = readRecording(name);
      const player = new Player();
      const replayed = await answered(recorded, (question) => player.step(question));
      for (const [index, step] of recorded.entries())
        assert.deepEqual(replayed[index], step, `step ${index + 1} of ${name} differs from the recording`);
    });
});
