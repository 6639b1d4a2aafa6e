import * as pulumi from "@pulumi/pulumi";
import type { Properties } from "../values/properties.js";
import { countKey } from "../values/reserved-properties.js";
import { endOfTurn } from "./end-of-turn.js";
import { isMocked } from "./mistakes.js";
import { perRun } from "./per-run.js";

/** How many resources the run has declared, by class. */
const presentCounts = perRun(() => new Map<string, number>());

/** The property by which a check gets to know how many resources of its kind the program declares. To be called for each of them. */
export function countProperty(className: string): Properties {
  if (pulumi.runtime.isDryRun() || isMocked()) return {};
  const counts = presentCounts();
  counts.set(className, (counts.get(className) ?? 0) + 1);
  return { [countKey]: endOfTurn().then(() => counts.get(className)) };
}
