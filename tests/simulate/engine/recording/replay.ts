import { deleteEntry, run, taint, unprotect, untaint } from "../index.js";
import type { Command, Outcome, Program, State } from "../types.js";
import { normalCalls, normalState, normalStep, type Recorded } from "./normal.js";
import { type Edit, type Scenario, type ScenarioStep, stack } from "./scenarios.js";
import { type Call, type Notebook, scripted } from "./scripted.js";

const edits: Readonly<Record<Edit["edit"], (state: State, urn: string) => State>> = {
  delete: deleteEntry,
  taint,
  untaint,
  unprotect,
};

/** Runs a scenario on the simulated engine, as `record` does on the real one. */
export async function replay(scenario: Scenario): Promise<Recorded[]> {
  const player = new Player();
  const recorded: Recorded[] = [];
  for (const step of scenario) recorded.push(await player.step(step));
  return recorded;
}

class Player {
  #program: Program = { resources: [] };
  #state: State = { resources: [] };
  #isBlocked = false;
  readonly #created: string[] = [];

  async step({ program, run: what, ...script }: ScenarioStep): Promise<Recorded> {
    if (program !== undefined) {
      this.#program = labelled(program);
    }
    const calls: Call[] = [];
    const kill = new AbortController();
    const notebook: Notebook = {
      script,
      write: (call) => void calls.push(structuredClone(call)),
      count: (label) => {
        this.#created.push(label);
        return this.#created.filter((other) => other === label).length;
      },
      block: () => {
        this.#isBlocked = true;
      },
      kill: () => {
        kill.abort();
        return new Promise(() => undefined);
      },
    };
    const before = this.#state;
    this.#isBlocked = false;
    const { result, steps } = "edit" in what ? this.#edit(what) : await this.#run(what, notebook, kill.signal);
    return {
      result: result === "interrupted" ? "failed" : result,
      calls: "edit" in what ? [] : normalCalls(calls, what, this.#program, before),
      steps: steps.flatMap(({ op, urn }) => normalStep(op, urn)).sort(),
      ...normalState(this.#state),
    };
  }

  #edit({ edit, urn }: Edit): Pick<Outcome, "result" | "steps"> {
    try {
      this.#state = edits[edit](this.#state, urn);
      return { result: "succeeded", steps: [] };
    } catch {
      return { result: "failed", steps: [] };
    }
  }

  #run(command: Command, notebook: Notebook, kill: AbortSignal): Promise<Outcome> {
    return run(command, this.#program, this.#state, {
      stack,
      start: ({ name }) => ({ handler: () => scripted(notebook, name) }),
      save: (state) => {
        if (this.#isBlocked) return Promise.reject(new Error("failed to save snapshot"));
        this.#state = state;
        return Promise.resolve();
      },
      kill,
    });
  }
}

/** The program of the recordings labels each thing with its name. */
const labelled = ({ resources }: Program): Program => ({
  resources: resources.map((resource) =>
    "provider" in resource
      ? { ...resource, args: { "recorder:name": resource.name, ...resource.args } }
      : { ...resource, args: { label: resource.name, ...resource.args } },
  ),
});
