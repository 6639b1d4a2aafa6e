import { isDeepStrictEqual } from "node:util";
import { declaredContents } from "../kinds.js";
import { actualContents } from "../objects.js";
import { nameOfUrn } from "../program.js";
import type { Ended, Stack } from "../stack.js";
import type { World } from "../world.js";
import { meetsStale } from "./entries.js";
import { holdingsOf, isHolder, nameOf } from "./holders.js";

/**
 * What a complete `up` without faults reports as done is as declared, unless somebody else, another resource with the same object, or a
 * late request has changed it since.
 */
export function falseContents(world: World, { command, result, run, began }: Ended): string | undefined {
  const stack = world.stack(command.in);
  if (result !== "succeeded" || command.name !== "up" || !isWhole(command)) return undefined;
  for (const holding of holdingsOf(world, stack)) {
    const resource = stack.program.get(nameOfUrn(holding.entry.urn));
    if (holding.object === undefined || resource === undefined || resource.kind !== holding.kind || !isHolder(holding)) continue;
    const { by, at = 0 } = world.ledger.changes.get(holding.object) ?? {};
    if (by === undefined || by === "somebody else" || by.place !== stack.index || by.name !== resource.name) continue;
    if (by.run === run || at >= began || !isKnown(stack, by.run) || isStray(stack, by.run, at) || wasReadLate(stack, by.run))
      continue;
    const shown = actualContents(world.store, holding.object);
    const wanted = declaredContents(resource);
    if (!isDeepStrictEqual(shown, wanted))
      return `${nameOf(holding)} is called unchanged, and is ${JSON.stringify(shown)} at the provider, not ${JSON.stringify(wanted)}`;
  }
  return undefined;
}

const isWhole = ({ target, exclude, targetReplace, faults, kill, fullDisk }: Ended["command"]): boolean =>
  [target, exclude, targetReplace, faults, kill, fullDisk].every((each) => each === undefined);

/**
 * A first attempt of an update that a later one of the same run completed: it reached the provider when the run was over, and nothing tells
 * the next run of it (docs/limits.md).
 */
const isStray = ({ ended }: Stack, run: number, at: number): boolean =>
  ended.some((each) => each.run === run && each.result === "succeeded" && each.over <= at);

/** A later refresh met a listing from before the change, and the state has what it showed (docs/limits.md). */
const wasReadLate = ({ ended }: Stack, run: number): boolean =>
  ended.some((each) => each.run > run && (each.command.name === "refresh" || each.command.refresh === true) && meetsStale(each));

/** Whether journal and state can know what a run has changed: neither was lost or replaced since. */
const isKnown = ({ forgetsUntil, importedAfter = 0 }: Stack, run: number): boolean => run > forgetsUntil && run > importedAfter;
