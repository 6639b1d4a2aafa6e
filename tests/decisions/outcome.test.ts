import { type OutcomeFacts, outcomeRows } from "../../provider/decisions/outcome.js";
import type { ObservedObject } from "../../provider/definition/definition.js";
import { testTable } from "../support/tables.js";

const result: ObservedObject = { id: "4711", inputs: {}, outputs: {} };

const nothingKnown: OutcomeFacts = {
  results: [],
  result: undefined,
  isSecretLost: false,
  isSentTwice: false,
  isLost: false,
  mayRepeat: true,
  isThere: false,
  usesExisting: false,
};

describe("what the request of a creation did", () => {
  testTable({
    table: outcomeRows,
    nothingKnown,
    facts: {
      result: { result },
      used: { isThere: true, usesExisting: true },
      appeared: { results: [result] },
      exists: { isThere: true },
      "not identified": { results: [result] },
      "sent twice": { isSentTwice: true },
      "no answer": { mayRepeat: false },
      "still open": { isLost: true },
    },
    expected: {
      waited: [
        ["result", "created"],
        ["appeared", "unclear", { result: undefined }],
      ],
      refused: [
        ["result", "created", { isSentTwice: true }],
        ["used", "look", { isSentTwice: false }],
        ["appeared", "unclear", { usesExisting: false }],
        ["exists", "look", { results: [] }],
        ["still open", "unclear", { isThere: false }],
      ],
      failed: [["still open", "unclear"]],
      unanswered: [
        ["result", "created"],
        ["not identified", "unclear", { result: undefined }],
        ["sent twice", "unclear", { results: [] }],
        ["no answer", "unclear", { isSentTwice: false }],
      ],
    },
  });
});
