import { type Planned, runFleet } from "../../examples/fleet/fleet.js";
import { jobsFor } from "../../examples/fleet/jobs.js";
import { partOf } from "../../examples/fleet/part.js";
import { plannedFor } from "../../examples/fleet/plan.js";
import type { Room } from "../../examples/fleet/room.js";
import { Share } from "../../examples/fleet/share.js";
import type { StackResult } from "../../examples/fleet/stack.js";
import { SharedWindow } from "../../examples/fleet/window.js";
import { customerOf, sizeOfMany } from "./customers.js";
import type { CaseName, Measured } from "./measured.js";
import { limit, type Traffic, World } from "./world.js";

/** Where a fleet runs. */
export interface Place {
  /** Each runs a part of the fleet. */
  readonly machines: number;
  /** Of each machine, which runs a stack on each of them. */
  readonly cores: number;
  /** Whether each machine has a login of its own, with its own window. */
  readonly ownLogins: boolean;
}

/** What a run of a fleet took. */
export interface Simulated extends Traffic {
  readonly case: CaseName;
  readonly place: Place;
  /** Customers in a stack. */
  readonly customers: number;
  readonly hours: number;
  /** Share of the time in which the cores compute. */
  readonly machine: number;
}

/** The runner's commands. It has none for `drift` and `adopt`, which say themselves how many requests they need. */
const commands = { create: "up", unchanged: "up", change: "up", refresh: "refresh" } as const;

const isOfRunner = (name: CaseName): name is keyof typeof commands => name in commands;

const planned = ({ case: title, customers, requests }: Measured, name: string): Planned =>
  isOfRunner(title) ? plannedFor(commands[title], name, sizeOfMany(customers)) : { name, requests: requests.length };

/** A preview computes as long as an `up` without changes, and asks what an `up` asks before its first change. */
function previewOf({ requests, ...measured }: Measured, unchanged: Measured): Measured {
  const first = requests.findIndex(({ method }) => method !== "GET");
  return { ...measured, processor: unchanged.processor, requests: requests.slice(0, Math.max(0, first)) };
}

const accountsFrom = (first: number, count: number): ReadonlySet<string> =>
  new Set(Array.from({ length: count }, (_, index) => customerOf(first + index).account));

const hour = 3_600_000;

/** A command has a core for as long as it computes and waits for its answers, as if it waited for one after the other. */
const durationOf = ({ processor, requests }: Measured, latency: number): number => processor * 1000 + requests.length * latency;

/**
 * Runs a measured command on the stacks of all customers, by the runner of the fleet in simulated time. The requests of each stack reach the sandbox
 * in the order and at about the intervals of the measurement.
 *
 * @param unchanged an `up` of the same stack without changes
 * @param latency of each request, in milliseconds
 */
export async function simulate(
  measured: Measured,
  unchanged: Measured,
  all: number,
  latency: number,
  place: Place,
): Promise<Simulated> {
  const { customers } = measured;
  const world = new World(all, measured.case !== "create");
  const { clock, traffic } = world;
  const stacks = Array.from({ length: all / customers }, (_, index) => planned(measured, String(index)));
  const began = clock.now();
  let ended = began;
  let computed = 0;

  const runOne = async (ran: Measured, token: string, name: string): Promise<StackResult> => {
    const length = durationOf(ran, latency);
    computed += ran.processor * 1000;
    const start = clock.now();
    const until = (time: number) => clock.sleep(Math.max(0, start + time - clock.now()));
    for (const request of ran.requests) {
      await until(Math.min(1, request.after / (ran.seconds * 1000)) * length);
      await world.send(token, request, Number(name) * customers);
    }
    await until(length);
    world.forget(accountsFrom(Number(name) * customers, customers));
    ended = clock.now();
    const created = measured.case === "change" ? customers : measured.case === "create" ? sizeOfMany(customers).resources : 0;
    const counts = { created, updated: 0, deleted: 0, unchanged: 0, failed: 0 };
    return { end: "done", untouched: false, counts, drift: [], reasons: [], requests: ran.requests.length };
  };

  const runPart = async (number: number, token: string, room: Room): Promise<void> => {
    const failures: string[] = [];
    const run = (ran: Measured) => async (name: string) => {
      try {
        return await runOne(ran, token, name);
      } catch (error) {
        failures.push((error as Error).message);
        throw error;
      }
    };
    const outcomes = await runFleet({
      command: isOfRunner(measured.case) ? commands[measured.case] : "preview",
      stacks: partOf(stacks, { number, of: place.machines }),
      concurrency: place.cores,
      room,
      clock,
      run: run(measured),
      runPreview: run(previewOf(measured, unchanged)),
      tell: () => undefined,
      stop: new AbortController().signal,
    });
    if (outcomes.some(({ result }) => result?.end !== "done")) throw new Error(failures[0] ?? "A stack was not run.");
  };

  const options = { clock, tell: () => undefined, signal: new AbortController().signal };
  const parts = Array.from({ length: place.machines }, (_, index) => {
    const token = place.ownLogins ? `token-${index}` : "token";
    world.logIn(token);
    const isShared = place.machines > 1 && !place.ownLogins;
    const room = isShared
      ? new Share(jobsFor(stacks, place.machines, limit).requests, options)
      : new SharedWindow({ ...options, ask: () => world.ask(token) });
    return runPart(index + 1, token, room);
  });
  await clock.drive(Promise.all(parts), () => true);

  const hours = (ended - began) / hour;
  return {
    case: measured.case,
    place,
    customers,
    hours,
    machine: computed / (place.machines * place.cores * hours * hour),
    ...traffic,
  };
}
