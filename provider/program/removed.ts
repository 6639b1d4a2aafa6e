import * as pulumi from "@pulumi/pulumi";
import type { FiledClaim } from "../journal/claims.js";
import type { Definition } from "../definition/definition.js";
import { joinId } from "../values/id.js";
import type { Properties } from "../values/properties.js";
import { messageOf } from "../values/errors.js";
import type { Adopting, Placed } from "./removals-text.js";
import { objectKey } from "../values/object-keys.js";

/**
 * Pulumi calls a provider about no deletion in a preview. The program is the first to know which resources have left it, and the
 * journal knows which ones the stack has.
 */

/** Resources that the program has declared or reads, by kind and name. */
const inProgram = new Set<string>();
/** Objects that the program reads. */
const isRead = new Set<string>();
/** Resources that the program declares in containers that it names by text, so that they stay there. */
const placed: Placed[] = [];
/** Resources that the program declares with `adopt: true`. */
const adopting: Adopting[] = [];
let isWatching = false;

const keyOf = (kind: string, name: string): string => JSON.stringify([kind, name]);

/** What contains a resource, if the program names it by text. */
function placeOf({ kind, identity: { scope } }: Definition, name: string, args: Properties): Placed[] {
  const parts = scope.map((argument) => args[argument]);
  return parts.length > 0 && parts.every((part) => typeof part === "string") ? [{ kind, name, place: joinId(...parts) }] : [];
}

/**
 * To be called for each resource of the program. At its end, a preview says what the removal of others does.
 *
 * @param read the id of the object, if the program only reads it
 */
export function watchRemovals(definition: Definition, name: string, args: Properties, read?: pulumi.Input<string>): void {
  const { kind } = definition;
  inProgram.add(keyOf(kind, name));
  if (read !== undefined) pulumi.output(read).apply((id) => isRead.add(objectKey(kind, id)));
  // Pulumi starts a program in a process of its own with this variable. Only there does the end of the process end the program.
  if (process.env["PULUMI_NODEJS_ENGINE"] === undefined || !pulumi.runtime.isDryRun()) return;
  placed.push(...placeOf(definition, name, args));
  // It may be an output, which nothing is known of here.
  if (args["adopt"] !== undefined && args["adopt"] !== false) adopting.push({ kind, name });
  if (isWatching) return;
  isWatching = true;
  process.once("beforeExit", () => {
    // A program that failed has not declared everything.
    if (pulumi.log.hasErrors()) return;
    // A rejection would fail the preview.
    warn().catch((error: unknown) => pulumi.log.debug(`What the removals do could not be told: ${messageOf(error)}`));
  });
}

const isRemoved = ({ kind, id, name }: FiledClaim): boolean =>
  !inProgram.has(keyOf(kind, name)) && !isRead.has(objectKey(kind, id));

/** Loads the journal only now, because it would delay every program. */
async function warn(): Promise<void> {
  const { knownClaims, removalsText } = await import("./removals-text.js");
  const { own, others } = knownClaims();
  const known = new Set(own.map(({ kind, name }) => keyOf(kind, name)));
  const isNew = ({ kind, name }: Adopting) => !known.has(keyOf(kind, name));
  const text = removalsText(own.filter(isRemoved), { placed, others, adopting: adopting.filter(isNew) });
  if (text !== undefined) await pulumi.log.warn(text);
}
