import assert from "node:assert/strict";
import { run } from "./run.js";
import type { State } from "./types.js";
import { stack } from "./recording/recordings.js";

describe("simulated engine: an interruption", () => {
  it("lets what is under way finish, starts nothing new, and ends the provider process", async () => {
    const stop = new AbortController();
    const calls: string[] = [];
    let saved: State | undefined;
    let ended = 0;
    const create = async (inputs: { readonly name: string }) => {
      calls.push(inputs.name);
      stop.abort();
      return { id: `${inputs.name}-1`, outs: inputs };
    };
    const program = { resources: ["a", "b"].map((name) => ({ kind: "Thing", name, args: { name } })) };
    const { result } = await run(
      { name: "up", parallel: 1 },
      program,
      { resources: [] },
      {
        stack,
        interrupt: stop.signal,
        start: () => ({ handler: () => ({ create }), end: () => void (ended += 1) }),
        save: async (state) => void (saved = state),
      },
    );
    assert.deepEqual({ result, calls, ended }, { result: "interrupted", calls: ["a"], ended: 1 });
    assert.equal(saved?.resources.at(-1)?.id, "a-1");
    assert.equal(saved.pending_operations, undefined);
  });
});
