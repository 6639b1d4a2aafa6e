import { type RecoveryFacts, recoveryRows } from "../../provider/decisions/recovery.js";
import type { ObservedObject } from "../../provider/definition/definition.js";
import type { NotedCreation } from "../../provider/journal/noted.js";
import { testTable } from "../support/tables.js";

const result: ObservedObject = { id: "4711", inputs: {}, outputs: {} };
const other: ObservedObject = { ...result, id: "4712" };

const nothingKnown: RecoveryFacts = {
  isEntered: false,
  underWay: undefined,
  isContainerGone: false,
  own: [],
  isProven: true,
  foreign: [],
  isOfState: false,
  waits: 0,
  isUnsent: false,
  isSecretLost: false,
  isUndeletable: false,
  isCreatedAgain: false,
  isToReplace: false,
  differing: [],
  lacksEntry: false,
  lacksProvider: false,
  isImpossible: false,
  isGone: false,
  found: undefined,
  unchanged: [],
  isAll: false,
  hidden: [],
  isUnconfirmed: false,
  neededBy: [],
};

const none: Partial<RecoveryFacts> = { own: [] };

describe("what became of the operation of an interrupted run", () => {
  // If nothing was sent, nothing could be the result.
  const isEither = (unnoticed: string) => unnoticed === "6 not sent";
  testTable({
    table: recoveryRows,
    nothingKnown,
    facts: {
      "nothing created": { isEntered: true },
      "under way": { underWay: {} as NotedCreation },
      "container gone": { isContainerGone: true },
      "held here": { isOfState: true, foreign: [other] },
      "may appear": { waits: 60_000 },
      foreign: { foreign: [other] },
      "not sent": { isUnsent: true },
      "secret lost": { isSecretLost: true, own: [result] },
      unproven: { isProven: false, own: [result] },
      several: { own: [result, other] },
      "created again": { isCreatedAgain: true, own: [result] },
      spare: { isCreatedAgain: true, isUndeletable: true, own: [result] },
      replaces: { isToReplace: true, own: [result] },
      "provider gone": { lacksProvider: true, own: [result] },
      differs: { differing: ["target"], own: [result] },
      result: { own: [result] },
      "no entry": { lacksEntry: true },
      impossible: { isImpossible: true },
      gone: { isGone: true },
      "not changed": { unchanged: ["url"] },
      "not visible": { hidden: ["password"] },
      "changed, provider gone": { lacksProvider: true },
      changed: { found: result },
      "still exists": { found: result },
      "never listed": { isUnconfirmed: true },
      needed: { neededBy: ["shop"] },
      deleted: { isGone: true },
    },
    expected: {
      creation: [
        ["nothing created", "drop"],
        ["under way", "leave"],
        ["container gone", "drop"],
        ["held here", "drop", none],
        ["may appear", "leave", none],
        ["foreign", "drop", none],
        ["not sent", "drop", none],
        ["secret lost", "drop"],
        ["unproven", "drop", { own: [result, other] }],
        ["several", "leave"],
        ["created again", "leave", { isUndeletable: false }],
        ["spare", "drop"],
        ["replaces", "drop"],
        ["provider gone", "drop"],
        ["differs", "drop"],
        ["result", "take-over"],
      ],
      update: [
        ["no entry", "drop"],
        ["impossible", "drop"],
        ["gone", "drop"],
        ["not changed", "drop"],
        ["not visible", "drop"],
        ["changed, provider gone", "drop"],
        ["changed", "update"],
      ],
      deletion: [
        ["no entry", "drop"],
        ["impossible", "drop"],
        ["still exists", "drop"],
        ["never listed", "drop"],
        ["needed", "drop"],
        ["deleted", "remove"],
      ],
    },
    isEither,
  });
});
