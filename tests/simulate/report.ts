import type { Command, Fault, History, Kill, Place, Resource, Step } from "./history.js";
import type { Finding, Simulated } from "./simulate.js";
import type { Ended } from "./stack.js";

/** A history as steps that a person can repeat on the real engine, with the result of each command. */
export function described(history: History, { finding, commands }: Simulated): string {
  const outcomes = [...commands];
  const lines = [...placesOf(history)];
  for (const [index, step] of history.steps.entries()) {
    lines.push(`${index + 1}. ${textOf(step)}`);
    if (step.do !== "run") continue;
    for (let left = stacksOf(step, history); left > 0; left -= 1) {
      const ended = outcomes.shift();
      if (ended !== undefined) lines.push(...outcomeOf(ended));
    }
  }
  if (outcomes.length > 0)
    lines.push(`${history.steps.length + 1}. everything is mended, and each stack is brought to what its program says:`);
  for (const ended of outcomes)
    lines.push(`   stack ${ended.command.in}: pulumi ${commandOf(ended.command)}`, ...outcomeOf(ended));
  if (finding !== undefined) lines.push("", findingOf(finding));
  return lines.join("\n");
}

const findingOf = ({ invariant, what, step }: Finding): string => `Broken after step ${step + 1} (${invariant}): ${what}`;

const stacksOf = ({ commands }: Extract<Step, { readonly do: "run" }>, { places }: History): number =>
  new Set(commands.map((command) => command.in % places.length)).size;

function placesOf({ machines, places, readings, lag, fed }: History): string[] {
  const placeOf = ({ backend, stack, machine }: Place, index: number): string => {
    const { host, journal, sort = "plain", fresh } = machines[machine % machines.length]!;
    return `stack ${index}: "${stack}" in backend ${backend}, worked on at machine ${machine} ("${host}", ${sort}, ${fresh === true ? "without a journal" : `journal on volume ${journal}`})`;
  };
  return [
    ...places.map(placeOf),
    ...(readings === undefined ? [] : [`the sandbox reads: ${JSON.stringify(readings)}`]),
    ...(fed === true
      ? [`provider "north" logs in by the token of application token "token", where its stack declares that`]
      : []),
    ...(lag === undefined ? [] : [`a new object is missing from listings for ${lag} ms`]),
  ];
}

function textOf(step: Step): string {
  switch (step.do) {
    case "declare":
      return `stack ${step.in}: declare ${resourceOf(step.resource)}`;
    case "remove":
      return `stack ${step.in}: remove "${step.name}" from the program`;
    case "change":
      return `stack ${step.in}: change "${step.name}" to ${JSON.stringify(step.to)}`;
    case "rename":
      return `stack ${step.in}: rename "${step.name}" to "${step.to}" ${step.alias ? "with" : "without"} an alias`;
    case "run":
      return step.commands
        .map((command) => `stack ${command.in}: pulumi ${commandOf(command)}${troubleOf(command)}`)
        .join("; at the same time ");
    case "state":
      return `stack ${step.in}: pulumi state ${step.edit} "${step.name}"`;
    case "import":
      return `stack ${step.in}: pulumi stack import of what was exported ${step.back} commands before the last one`;
    case "outside":
      return `somebody else: ${step.act} ${step.kind} ${step.key}${step.account === undefined ? "" : ` in account ${step.account}`}`;
    case "wait":
      return `${step.milliseconds / 1000} s pass`;
    case "clock":
      return `the clock of machine ${step.machine} is ${step.offset / 60_000} minutes ahead of the provider's`;
    case "boot":
      return `machine ${step.machine} restarts`;
    case "journal":
      return `the journal of machine ${step.machine}: ${{ lose: "is lost", spoil: "can be written no more", mend: "can be written again" }[step.act]}`;
    case "remedy":
      return `stack ${step.in}: do what the last messages say`;
  }
}

const resourceOf = ({ kind, name, key, content, ...options }: Resource): string =>
  `${kind} "${name}" with key ${key} and content ${content}${Object.keys(options).length === 0 ? "" : ` ${JSON.stringify(options)}`}`;

function commandOf({ name, target, exclude, replace, targetReplace, ...rest }: Command): string {
  const each = (option: string, values: readonly string[] = []): string[] =>
    values.map((value) => `--${option} <urn of ${value}>`);
  return [
    name,
    ...each("target", target),
    ...each("exclude", exclude),
    ...each("replace", replace),
    ...each("target-replace", targetReplace),
    ...(rest.targetDependents === true ? ["--target-dependents"] : []),
    ...(rest.refresh === true ? ["--refresh"] : []),
    ...(rest.continueOnError === true ? ["--continue-on-error"] : []),
    ...(rest.parallel === undefined ? [] : [`--parallel ${rest.parallel}`]),
  ].join(" ");
}

function troubleOf({ faults = [], kill, fullDisk }: Command): string {
  const parts = [
    ...faults.map(faultOf),
    ...(kill === undefined ? [] : [killOf(kill)]),
    ...(fullDisk === undefined ? [] : [`the disk is full from write ${fullDisk} of the state on`]),
  ];
  return parts.length === 0 ? "" : `, while: ${parts.join(", ")}`;
}

function killOf({ who, again, ...moment }: Kill): string {
  const what = who !== "user" ? `kill -9 of the ${who}` : again === undefined ? "Ctrl-C" : "Ctrl-C twice";
  const when = "at" in moment ? `at moment ${moment.at}` : `${moment.when}${moment.nth > 1 ? `, time ${moment.nth}` : ""}`;
  return `${what} ${when}`;
}

const faultOf = ({ on, nth, times = 1, kind, status, after }: Fault): string =>
  `${on} ${nth}${times > 1 ? ` to ${nth + times - 1}` : ""} meets ${kind}${status === undefined ? "" : ` ${status}`}${after === undefined ? "" : ` ${after} ms`}`;

const outcomeOf = ({ result, killed, messages }: Ended): string[] => [
  `   ${result}${killed === undefined ? "" : `; cut off ${killed.when}`}`,
  ...new Set(messages.map((message) => `   | ${message.split("\n").join("\n   | ")}`)),
];
