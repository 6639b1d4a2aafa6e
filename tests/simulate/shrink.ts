import type { Command, Fault, History, Resource, Step } from "./history.js";
import type { Ended } from "./stack.js";

/** Whether a history still shows the finding. */
export type Shows = (history: History) => Promise<boolean>;

/** A shorter and simpler history that still shows it. */
export async function shrink(history: History, shows: Shows): Promise<History> {
  let best = history;
  for (;;) {
    const shorter = await firstThatShows(candidates(best), shows);
    if (shorter === undefined) return best;
    best = shorter;
  }
}

async function firstThatShows(histories: Iterable<History>, shows: Shows): Promise<History | undefined> {
  for (const history of histories) if (await shows(history)) return history;
  return undefined;
}

/**
 * The history with kills identified by what was going on, so that it stays the same if other moments are added, and with
 * the current numbers of its stacks.
 */
export function named(history: History, commands: readonly Ended[]): History {
  const { length } = history.places;
  const steps = history.steps.map((step): Step => {
    if (step.do !== "run") return "in" in step ? { ...step, in: step.in % length } : step;
    return {
      ...step,
      commands: step.commands.map((command): Command => {
        const killed = commands.find((ended) => ended.command === command)?.killed;
        const { in: place, kill, ...rest } = command;
        const { who, again } = kill ?? {};
        const lasting =
          who === undefined || killed === undefined ? kill : { who, ...(again === undefined ? {} : { again }), ...killed };
        return { in: place % length, ...rest, ...(lasting === undefined ? {} : { kill: lasting }) };
      }),
    };
  });
  return { ...history, steps };
}

/** Slightly smaller histories, the greatest reduction first. */
function* candidates(history: History): Generator<History> {
  const { steps } = history;
  for (let size = steps.length >> 1; size >= 1; size >>= 1)
    for (let start = steps.length - size; start >= 0; start -= size) yield { ...history, steps: steps.toSpliced(start, size) };
  for (const without of ["lag", "fed", "readings"] as const) {
    const { [without]: there, ...rest } = history;
    if (there !== undefined) yield rest;
  }
  if (history.machines.some(({ fresh }) => fresh === true))
    yield { ...history, machines: history.machines.map(({ fresh: _, ...machine }) => machine) };
  if (history.places.length > 1) yield { ...history, places: history.places.slice(0, -1) };
  for (const [index, step] of steps.entries())
    for (const plainer of plainerSteps(step)) yield { ...history, steps: steps.with(index, plainer) };
}

function* plainerSteps(step: Step): Generator<Step> {
  if (step.do === "declare") for (const resource of plainerResources(step.resource)) yield { ...step, resource };
  if (step.do !== "run") return;
  const { commands } = step;
  if (commands.length > 1) for (const index of commands.keys()) yield { ...step, commands: commands.toSpliced(index, 1) };
  for (const [index, command] of commands.entries())
    for (const plainer of plainerCommands(command)) yield { ...step, commands: commands.with(index, plainer) };
}

function* plainerCommands(command: Command): Generator<Command> {
  const { in: place, name, ...options } = command;
  for (const option of Object.keys(options)) {
    const { [option as keyof typeof options]: _, ...rest } = options;
    yield { in: place, name, ...rest };
  }
  const { faults = [], kill } = command;
  if (faults.length > 1) for (const index of faults.keys()) yield { ...command, faults: faults.toSpliced(index, 1) };
  for (const [index, fault] of faults.entries())
    for (const plainer of plainerFaults(fault)) yield { ...command, faults: faults.with(index, plainer) };
  if (kill?.again !== undefined) {
    const { again: _, ...once } = kill;
    yield { ...command, kill: once };
  }
  if (kill !== undefined && "at" in kill && kill.at > 1)
    for (const at of [kill.at >> 1, kill.at - 1]) yield { ...command, kill: { ...kill, at } };
}

function* plainerFaults(fault: Fault): Generator<Fault> {
  const { times, ...once } = fault;
  if (times !== undefined) yield once;
  if (fault.nth > 1) yield { ...fault, nth: fault.nth - 1 };
}

function* plainerResources(resource: Resource): Generator<Resource> {
  for (const option of [
    "inside",
    "adopt",
    "retain",
    "deleteFirst",
    "goesWith",
    "reads",
    "forceDestroy",
    "parent",
    "provider",
  ] as const) {
    const { [option]: there, ...rest } = resource;
    if (there !== undefined) yield rest;
  }
  if (resource.content > 0) yield { ...resource, content: 0 };
  if (resource.key > 1) yield { ...resource, key: 1 };
}
