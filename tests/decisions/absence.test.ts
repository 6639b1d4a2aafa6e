import { type AbsenceFacts, absenceRows } from "../../provider/decisions/absence.js";
import type { ObservedObject } from "../../provider/definition/definition.js";
import type { Elsewhere } from "../../provider/ownership/identity.js";
import { testTable } from "../support/tables.js";

const found: ObservedObject = { id: "4711", inputs: {}, outputs: {} };
const otherLogin: Elsewhere = { there: "shop", here: "agency", isOtherAddress: false };
const otherAddress: Elsewhere = { ...otherLogin, isOtherAddress: true };

const nothingKnown: AbsenceFacts = {
  isBare: false,
  elsewhere: undefined,
  found: undefined,
  failure: undefined,
  wasDeleted: false,
  isUnconfirmed: false,
  reader: undefined,
  isKept: false,
};

describe("whether an object is gone", () => {
  testTable({
    table: absenceRows,
    nothingKnown,
    facts: {
      "other address": { elsewhere: otherAddress, isBare: false },
      there: { found },
      unread: { failure: new Error("refused") },
      "nothing there": { isBare: true },
      "other login": { elsewhere: otherLogin, wasDeleted: false },
      "never listed": { isUnconfirmed: true },
      "only read": { reader: "shop" },
      billed: { isKept: true },
    },
    expected: {
      read: [
        ["other address", "unknown"],
        ["there", "there", { elsewhere: otherLogin }],
        ["unread", "unknown", { found: undefined }],
        ["nothing there", "unknown", { failure: undefined }],
        ["other login", "unknown", { isBare: false }],
        ["never listed", "unknown", { wasDeleted: true }],
        ["only read", "gone", { isUnconfirmed: false }],
        ["billed", "stays", { reader: undefined }],
      ],
      keep: [
        ["there", "there"],
        ["unread", "unknown", { found: undefined }],
        ["other login", "unknown", { failure: undefined }],
      ],
    },
  });
});
