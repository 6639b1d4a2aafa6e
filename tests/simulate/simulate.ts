import { withoutChance } from "./random.js";
import type { Run } from "./engine/types.js";
import type { Command, History } from "./history.js";
import { falseContents } from "./invariants/contents.js";
import { stuckStack } from "./invariants/convergence.js";
import { costlyMistake } from "./invariants/costly.js";
import { misdeed, sceneBefore } from "./invariants/effects.js";
import { falseEntries } from "./invariants/entries.js";
import { longMessage } from "./invariants/length.js";
import { followRemedy } from "./remedies.js";
import type { Ended } from "./stack.js";
import { World } from "./world.js";

/** What every history must satisfy. */
export type Invariant = "entries" | "contents" | "effects" | "costly" | "length" | "convergence" | "ends";

/** A violation by a history. */
export interface Finding {
  readonly invariant: Invariant;
  readonly what: string;
  /** Number of the step; the number of steps means after all of them. */
  readonly step: number;
}

export interface Simulated {
  readonly finding: Finding | undefined;
  readonly commands: readonly Ended[];
}

/** Runs a history, and then brings every stack to what its program declares. It ends at the first finding. */
export const simulate = (history: History, run: Run): Promise<Simulated> => withoutChance(() => play(history, run));

async function play(history: History, run: Run): Promise<Simulated> {
  const misdeeds: string[] = [];
  const world = new World(history, run, (current, caller) => {
    const scene = sceneBefore(current, caller);
    return (effect) => {
      const problem = misdeed(current, effect, scene);
      if (problem !== undefined) misdeeds.push(problem);
    };
  });
  const commands: Ended[] = [];
  const judge = (ended: readonly Ended[]): Omit<Finding, "step"> | undefined => {
    commands.push(...ended);
    const [bad] = misdeeds;
    if (bad !== undefined) return { invariant: "effects", what: bad };
    for (const each of ended) {
      const entry = falseEntries(world, each);
      if (entry !== undefined) return { invariant: "entries", what: entry };
      const contents = falseContents(world, each);
      if (contents !== undefined) return { invariant: "contents", what: contents };
      const costly = costlyMistake(world, each);
      if (costly !== undefined) return { invariant: "costly", what: costly };
      const long = longMessage(each);
      if (long !== undefined) return { invariant: "length", what: long };
    }
    return undefined;
  };

  let step = 0;
  try {
    for (; step < history.steps.length; step += 1) {
      const next = history.steps[step]!;
      if (next.do === "remedy") followRemedy(world, world.stack(next.in));
      const finding = judge(next.do === "remedy" ? [] : await world.perform(next));
      if (finding !== undefined) return { finding: { ...finding, step }, commands };
    }
    let found: Omit<Finding, "step"> | undefined;
    const runOne = async (command: Command): Promise<Ended> => {
      const [ended] = await world.perform({ do: "run", commands: [command] });
      found ??= judge([ended!]);
      return ended!;
    };
    const stuck = await stuckStack(world, runOne);
    found ??= stuck === undefined ? undefined : { invariant: "convergence", what: stuck };
    return { finding: found && { ...found, step }, commands };
  } catch (error) {
    return {
      finding: { invariant: "ends", what: error instanceof Error ? (error.stack ?? error.message) : String(error), step },
      commands,
    };
  } finally {
    await world.close();
  }
}
