import * as pulumi from "@pulumi/pulumi";
import { notInSandbox } from "../values/stand-in.js";
import { perRun } from "./per-run.js";

/** What was said in this run: resources often share a lookup. */
const presentlySaid = perRun(() => new Set<string>());

/**
 * What a lookup found. If the sandbox only stands in for an account, what it does not have is an unknown value, as what a run creates: the
 * program goes on, and the preview shows the rest.
 */
export async function orUnknown<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith(notInSandbox))) throw error;
    const said = presentlySaid();
    if (!said.has(error.message)) {
      said.add(error.message);
      await pulumi.log.info(error.message);
    }
    return pulumi.unknown as T;
  }
}
