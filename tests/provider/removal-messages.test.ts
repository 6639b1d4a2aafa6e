import assert from "node:assert/strict";
import type { Reasons, Verdict } from "../../provider/decisions/decide.js";
import { removalRows } from "../../provider/decisions/removal.js";
import { leaveText, refusal } from "../../provider/lifecycle/removal-messages.js";
import { ownContent as inner } from "../support/tables.js";

const holder = { who: 'resource "shop" of stack test', isOfThisRun: false, isDoubted: true };
const away = { there: "a at https://one", here: "b at https://one", isOtherAddress: false };

/** Objects concerned, by reason code. */
const abouts: Reasons<typeof removalRows> = {
  undeletable: "The API cannot delete it.",
  read: "reader",
  adopted: "other",
  shared: "other",
  doubted: holder,
  held: holder,
  login: true,
  moved: true,
  "declared elsewhere": { name: "other", here: "account p1", there: "account p2" },
  wanted: "other",
  "perhaps ordered": "Resource other may have created it.",
  "goes with container": "domain shop.de",
  "retained in replaced": "domain shop.de",
  "in replaced": "domain shop.de",
  "given up inside": ["subdomain blog"],
  "deleted before": true,
  elsewhere: { is: "not shown", away },
  "kind refuses": "the API cannot move it",
  "own inside": [inner],
  "declared inside": [{ ...inner, isDeclared: true }],
  "arriving inside": [{ kind: "domain", name: "shop" }],
  "retained inside": [{ ...inner, isRetained: true }],
  "others inside": [{ kind: "domain", isRead: false, text: "domain p1/shop.de" }],
  "ordered inside": { sent: ["domain shop.de"], isOwn: true },
  "billed inside": [{ kind: "domain", id: "p1/shop.de" }],
};

const textFor = (
  code: keyof Reasons<typeof removalRows>,
  act: Verdict<typeof removalRows>["act"],
  about: unknown = abouts[code],
): string => {
  const verdict = { act, code, about } as Verdict<typeof removalRows>;
  const of = { kind: "virtualAccount", resource: "account", here: "b at https://one" };
  return act === "refuse" ? refusal("account p1 was not deleted", verdict, of).message : leaveText(verdict, "account p1", []);
};

describe("a message about an object that may not go", () => {
  for (const { code, acts } of removalRows)
    for (const act of new Set(Object.values(acts)))
      if (act !== "forget")
        it(`says why: ${code}, ${act}`, () => {
          assert.match(textFor(code, act), /^account p1 (was (not deleted|removed)|is not deleted)[^]*\w\w [^]*\.$/);
          assert.doesNotMatch(textFor(code, act), new RegExp(`: ${code}\\.?$|undefined|\\.\\.`));
        });
});
