import type { Command, History, Step } from "./history.js";
import type { Finding, Simulated } from "./simulate.js";
import type { Ended } from "./stack.js";

/** A history as its steps, with the result of each command. */
export function described({ steps, ...beginning }: History, { finding, commands }: Simulated): string {
  const resultsOf = (step: Step): string[] =>
    step.do === "run" ? commands.filter(({ command }) => step.commands.includes(command)).flatMap(resultOf) : [];
  const drawn = new Set(steps.flatMap((step) => (step.do === "run" ? step.commands : [])));
  return [
    JSON.stringify(beginning),
    ...steps.flatMap((step, index) => [`${index + 1}. ${JSON.stringify(step)}`, ...resultsOf(step)]),
    `${steps.length + 1}. everything is mended, and each stack is brought to what its program says:`,
    ...commands
      .filter(({ command }) => !drawn.has(command))
      .flatMap((ended) => [`   ${JSON.stringify(ended.command)}`, ...resultOf(ended)]),
    ...(finding === undefined ? [] : [`Broken after step ${finding.step + 1} (${finding.invariant}): ${finding.what}`]),
  ].join("\n");
}

const resultOf = ({ result, killed, messages }: Ended): string[] => [
  `   ${result}${killed === undefined ? "" : `; cut off ${killed.when}`}`,
  ...new Set(messages.map((message) => `   | ${message.split("\n").join("\n   | ")}`)),
];

/** The common part of findings with the same cause: everything except numbers and names. */
export const signatureOf = ({ invariant, what }: Finding): string =>
  `${invariant}: ${what
    .split("\n")[0]!
    .replace(/urn:pulumi:\S+:(\w+)::[\w-]+/g, "$1")
    .replace(/\b\d[\w/.-]*|\bp\d+|[\w-]+\.de\b|\b5f\w{22}\b/g, "…")
    .replace(/\b(?:during|of) (\w+) of \w+/g, "$1")
    .slice(0, 200)}`;

/**
 * The history with kills identified by what was going on, so that it stays the same if other moments are added, and with
 * the current numbers of its stacks.
 */
export function named(history: History, commands: readonly Ended[]): History {
  const { length } = history.places;
  const lasting = (command: Command): Command => {
    const killed = commands.find((ended) => ended.command === command)?.killed;
    const { in: place, kill, ...rest } = command;
    const { who, again } = kill ?? {};
    const named = who === undefined || killed === undefined ? kill : { who, ...(again && { again }), ...killed };
    return { in: place % length, ...rest, ...(named && { kill: named }) };
  };
  const steps = history.steps.map((step): Step => {
    if (step.do === "run") return { ...step, commands: step.commands.map(lasting) };
    return "in" in step ? { ...step, in: step.in % length } : step;
  });
  return { ...history, steps };
}
