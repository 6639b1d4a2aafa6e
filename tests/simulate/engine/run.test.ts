import assert from "node:assert/strict";
import { scripted, type Call, type Script } from "./recording/scripted.js";
import { stack, urn } from "./recording/scenarios.js";
import { type Command, type Outcome, type Program, run, type RunOptions, type State } from "./index.js";

const thing = (name: string, args = {}) => ({ kind: "Thing", name, args: { label: name, ...args } });

interface Played extends Outcome {
  readonly calls: readonly string[];
  readonly saves: readonly State[];
  readonly ended: number;
}

type Hooks = Partial<Pick<RunOptions, "kill" | "interrupt">> & {
  readonly onCall?: (call: Call) => void;
  readonly script?: Script;
};

/** Runs a command, and records what the provider and the state receive. */
async function play(command: Command, program: Program, state: State, hooks: Hooks = {}): Promise<Played> {
  const { onCall, script = {}, ...signals } = hooks;
  const calls: string[] = [];
  const saves: State[] = [];
  const counts = new Map<string, number>();
  let ended = 0;
  const outcome = await run(command, program, state, {
    stack,
    ...signals,
    start: () => ({
      handler: () =>
        scripted({
          script,
          write: (call) => {
            calls.push(`${call.call} ${call.label}`);
            onCall?.(call);
          },
          count: (label) => {
            counts.set(label, (counts.get(label) ?? 0) + 1);
            return counts.get(label) ?? 0;
          },
          block: () => assert.fail(),
          kill: () => assert.fail(),
        }),
      end: () => void (ended += 1),
    }),
    save: (saved) => {
      saves.push(saved);
      return Promise.resolve();
    },
  });
  return { ...outcome, calls, saves, ended };
}

const three: Program = {
  resources: [thing("a"), thing("b"), thing("c", { value: { $of: ["a", "serial"] } })],
};
const up: Command = { name: "up" };
const empty: State = { resources: [] };

describe("simulated engine: the end of a run", () => {
  it("calls and saves nothing after a kill, and ends no provider process", async () => {
    const kill = new AbortController();
    const played = await play(up, three, empty, {
      kill: kill.signal,
      onCall: ({ call, label }) => {
        if (call === "create" && label === "a") kill.abort();
      },
    });
    const { calls, saves } = played;
    const seen = [calls.length, saves.length];
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(played.result, "killed");
    assert.equal(calls.at(-1), "create a");
    assert.deepEqual([calls.length, saves.length, played.ended], [...seen, 0]);
    assert.deepEqual(
      saves.at(-1)?.pending_operations?.map(({ resource, type }) => [resource.urn, type]),
      [[urn("a"), "creating"]],
    );
  });

  it("finishes what is under way after an interruption, starts nothing new, and ends the provider process", async () => {
    const interrupt = new AbortController();
    const played = await play({ ...up, parallel: 1 }, three, empty, {
      interrupt: interrupt.signal,
      onCall: ({ call }) => {
        if (call === "create") interrupt.abort();
      },
    });
    assert.equal(played.result, "interrupted");
    assert.deepEqual(played.calls.filter((call) => call.startsWith("create")).length, 1);
    assert.deepEqual(
      played.saves.at(-1)?.resources.flatMap(({ id }) => (id?.endsWith("-1") ? [id] : [])),
      [played.calls.at(-1)?.replace("create ", "").concat("-1")],
    );
    assert.equal(played.saves.at(-1)?.pending_operations, undefined);
    assert.equal(played.ended, 1);
  });

  it("is the same every time", async () => {
    const [first, second] = [await play(up, three, empty), await play(up, three, empty)];
    assert.deepEqual(first, second);
    assert.deepEqual([...first.calls].sort(), ["check a", "check b", "check c", "create a", "create b", "create c"]);
  });
});

describe("simulated engine: answers of a provider", () => {
  it("treats a property without a value as a failure, like the provider process", async () => {
    const { result, messages } = await run(up, { resources: [thing("a")] }, empty, {
      stack,
      start: () => ({ handler: () => ({ create: () => Promise.resolve({ id: "a", outs: { gap: undefined } }) }) }),
      save: () => Promise.resolve(),
    });
    assert.equal(result, "failed");
    assert.match(messages.join("\n"), /Unexpected struct type/);
  });

  it("fails a deletion whose properties lack their code, as after an initialization failure", async () => {
    const { saves } = await play(up, { resources: [thing("a")] }, empty);
    const state = saves.at(-1) ?? empty;
    const resources = state.resources.map((entry) => (entry.urn === urn("a") ? { ...entry, outputs: { label: "a" } } : entry));
    const { result, messages, calls } = await play({ name: "destroy" }, three, { resources });
    assert.equal(result, "failed");
    assert.deepEqual(calls, []);
    assert.match(messages.join("\n"), /code must be a string/);
  });
});
