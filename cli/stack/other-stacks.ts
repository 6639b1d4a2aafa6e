import { backendOf } from "../../provider/journal/backend.js";
import { Claims } from "../../provider/journal/claims.js";
import { journalFolder } from "../../provider/journal/noted.js";
import { folderStorage } from "../../provider/journal/journal-storage.js";
import { stateOf, thisProcess } from "../../provider/journal/sender.js";
import { claimantText } from "../../provider/ownership/holders.js";
import { systemClock } from "../../sdk/values/clock.js";
import { checkJournal } from "./project-folder.js";
import { type ObjectKey, isSameStack, type StackIdentity } from "../../provider/journal/journal-events.js";

/** The resource of another stack that has an object, in words; undefined if no run on this machine has recorded one. */
export type Elsewhere = (object: ObjectKey) => string | undefined;

/**
 * Reads who has objects, as runs have recorded it in the journal.
 *
 * @param stack this one, which is no other
 * @throws UsageError if the environment does not say where the journal is
 */
export function otherStacks(
  stack: StackIdentity,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Elsewhere {
  checkJournal(environment);
  const claims = new Claims({
    storage: folderStorage(journalFolder(environment)).folder("claims"),
    engine: "hosting",
    clock: systemClock,
    self: thisProcess(),
    stateOf,
  });
  const own: StackIdentity = { ...stack, backend: backendOf({ environment, folder }) };
  return (object) => {
    const claim = claims.of(object).find((each) => each.isDoubted !== true && !isSameStack(each, own));
    return claim && claimantText(claim);
  };
}
