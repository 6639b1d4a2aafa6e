import * as pulumi from "@pulumi/pulumi";
import type { Properties } from "../values/properties.js";
import { countKey } from "../values/reserved-properties.js";
import { endOfTurn } from "./end-of-turn.js";
import { isMocked } from "./mistakes.js";

/** How many resources each run has declared, by class: with the Automation API, a process sees several runs, each with its own monitor. */
const counts = new WeakMap<object, Map<string, number>>();
const onlyRun = {};

/** The property by which a check gets to know how many resources of its kind the program declares. To be called for each of them. */
export function countProperty(className: string): Properties {
  if (pulumi.runtime.isDryRun() || isMocked()) return {};
  const run = pulumi.runtime.getMonitor() ?? onlyRun;
  const ofRun = counts.get(run) ?? new Map<string, number>();
  counts.set(run, ofRun.set(className, (ofRun.get(className) ?? 0) + 1));
  return { [countKey]: endOfTurn().then(() => ofRun.get(className)) };
}
