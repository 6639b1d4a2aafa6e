import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as registeredNames from "../../provider/lifecycle/registered-names.js";
import * as previewChecks from "../../provider/lifecycle/preview-checks.js";
import * as interrupted from "../../provider/lifecycle/interrupted-creations.js";
import * as noted from "../../provider/journal/noted.js";
import { Holders } from "../../provider/ownership/holders.js";
import { Notes } from "../../provider/ownership/notes.js";
import * as results from "../../provider/ownership/results.js";
import { RunResources } from "../../provider/ownership/run-resources.js";
import * as process from "../../provider/process/process.js";
import { webhook } from "../../provider/resources/webhook.js";
import * as reservedProperties from "../../provider/values/reserved-properties.js";
import { run } from "./engine/run.js";
import type { History } from "./history.js";
import { simulate } from "./simulate.js";

const folder = join(__dirname, "..", "..", "..", "tests", "simulate", "found");

/** Replaces a member until it is restored. */
type Replace = <T extends object, K extends keyof T>(target: T, name: K, value: T[K]) => void;
type Mutation = (replace: Replace) => void;

/** Treats every answered creation as in no state. */
const nothingRecorded: Mutation = (replace) => {
  const { parseJournalFile } = noted;
  replace(noted, "parseJournalFile", (text) => {
    const file = parseJournalFile(text);
    const notes = Array.from(file.notes, ([number, each]) => [number, { ...each, recorded: false }] as const);
    return { ...file, notes: new Map(notes) };
  });
};

/** Times count from the note. */
const sentWhenNoted: Mutation = (replace) => {
  const { parseJournalFile } = noted;
  replace(noted, "parseJournalFile", (text) => {
    const file = parseJournalFile(text);
    const notes = Array.from(file.notes, ([number, each]) => {
      const isCreation = each.request === "create";
      return [number, isCreation ? { ...each, sends: each.sends.map(() => each.notedAt) } : each] as const;
    });
    return { ...file, notes: new Map(notes) };
  });
};

const anybodyMayDelete: Mutation = (replace) => {
  replace(Holders.prototype, "holder", () => undefined);
  replace(RunResources.prototype, "readerOf", () => undefined);
  replace(RunResources.prototype, "refusedBecauseOf", () => undefined);
  replace(RunResources.prototype, "otherAdopter", () => undefined);
};
const nobodyHolds: Mutation = (replace) => {
  replace(Holders.prototype, "isHeld", () => false);
  replace(Holders.prototype, "claimantsOf", () => Promise.resolve(() => []));
};
const everythingIsTaken: Mutation = (replace) => replace(results, "mayTakeOver", () => true);
const previewsDoNotLook: Mutation = (replace) => replace(previewChecks, "newProblems", () => Promise.resolve([]));

const anythingMayBeDeclaredTwice: Mutation = (replace) => replace(registeredNames, "declaredTwice", () => []);

/** Deletes what an interrupted run may have created and nobody can use, because of its note alone. */
const leftoversAreDeleted: Mutation = (replace) => {
  const { leftover } = interrupted;
  replace(interrupted, "leftover", async (subject) => {
    const { definition, context } = subject;
    const found = await leftover(subject);
    if (definition.revealed === undefined) return found;
    for (const { id } of found.named) await definition.deletion.delete?.(context, id, {});
    return { ...found, named: [] };
  });
};

/** Treats stacks with the same name as one stack, wherever their states are. */
const backendsAreOne: Mutation = (replace) => {
  const { createProviderProcess } = process;
  replace(process, "createProviderProcess", (surroundings) =>
    createProviderProcess({ ...surroundings, stack: async () => ({ ...(await surroundings.stack()), backend: undefined }) }),
  );
};

/** Treats an object with other headers as the requested one. */
const likenessIsEnough: Mutation = (replace) =>
  replace(webhook.identity as { matches: unknown }, "matches", webhook.identity.adopts);

/** Treats what an interrupted run was changing as the state says. */
const updatesAreForgotten: Mutation = (replace) => {
  const { changes } = Notes.prototype;
  replace(Notes.prototype, "changes", function (this: Notes, ...of) {
    return changes.apply(this, of).filter(({ request }) => request !== "update");
  });
};

/** Treats every account as one whose billed contents may go. */
const everythingIsForced: Mutation = (replace) => replace(reservedProperties, "forcesDestroy", () => true);

const mends: Readonly<Record<string, readonly Mutation[]>> = {
  "case-1": [nothingRecorded, anybodyMayDelete, previewsDoNotLook],
  "case-2": [anybodyMayDelete],
  "case-3": [nothingRecorded, backendsAreOne, leftoversAreDeleted, previewsDoNotLook],
  "case-4": [nobodyHolds, leftoversAreDeleted],
  "case-5": [nobodyHolds, everythingIsTaken, likenessIsEnough, previewsDoNotLook, anythingMayBeDeclaredTwice],
  "case-6": [nothingRecorded, leftoversAreDeleted],
  "case-9": [sentWhenNoted],
  change: [updatesAreForgotten],
  unseen: [everythingIsForced],
  account: [everythingIsForced],
  "domain-read": [anybodyMayDelete],
  "new-entry": [anybodyMayDelete],
};

describe("the simulation", () => {
  const undo: (() => void)[] = [];
  const replace: Replace = (target, name, value) => {
    const original = target[name];
    target[name] = value;
    undo.push(() => (target[name] = original));
  };
  afterEach(() => undo.splice(0).forEach((each) => each()));

  for (const file of readdirSync(folder).sort()) {
    const [, mend] = /^(case-\d+|change|unseen|domain-read|new-entry|account(?=-\w+-around-a-domain))-/.exec(file) ?? [];
    if (mend === undefined) continue;
    it(`finds ${file.replace(/\.json$/, "").replaceAll("-", " ")} if its fix is removed`, async () => {
      for (const mutation of mends[mend]!) mutation(replace);
      const history = JSON.parse(readFileSync(join(folder, file), "utf8")) as History;
      assert.notEqual((await simulate(history, run)).finding, undefined);
    });
  }
});
