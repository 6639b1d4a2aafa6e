import type { Reasons, Verdict } from "../../provider/decisions/decide.js";
import { type CreationFacts, creationRows, type Gets } from "../../provider/decisions/creation.js";
import type { ObservedObject } from "../../provider/definition/definition.js";
import { testTable } from "../support/tables.js";

const object: ObservedObject = { id: "4711", inputs: {}, outputs: {} };
const other: ObservedObject = { ...object, id: "4712" };
const gets: Gets = { as: "use", object, stuck: [], fits: true, unshown: [] };
const claimant = { name: "other", who: "another", isOwn: false, isDoubted: false, isOfThisStack: false };
const meant = { all: [object, other], free: [object], holder: undefined };

const nothingKnown: CreationFacts = {
  misplaced: undefined,
  misnamed: undefined,
  adopts: false,
  revealed: [],
  missingContainer: undefined,
  isNotThereYet: false,
  isOpen: false,
  adoptable: undefined,
  endangers: undefined,
  deletion: undefined,
  exchangedWith: undefined,
  isUnderWay: false,
  results: undefined,
  isUndeletable: false,
  gets: undefined,
  existing: [],
  holder: undefined,
  claimant: undefined,
  wasOwn: false,
  nameElsewhere: undefined,
  journal: undefined,
  canCreate: true,
  missing: [],
  problems: [],
};

const facts: Readonly<Record<keyof Reasons<typeof creationRows>, Partial<CreationFacts>>> = {
  misplaced: { misplaced: "It would be deleted." },
  "shown at creation only": { adopts: true, revealed: ["token"] },
  misnamed: { misnamed: "It has another name." },
  "container missing": { missingContainer: "There is none." },
  "not there yet": { adopts: true, isNotThereYet: true },
  "not known": { isOpen: true },
  "name elsewhere": { nameElsewhere: "It is registered." },
  "nothing to adopt": { adoptable: { all: [], free: [], holder: undefined } },
  taken: { adoptable: { all: [object], free: [], holder: "other" } },
  "several to adopt": { adoptable: { all: [object, other], free: [object, other], holder: undefined } },
  endangered: { endangers: "It may end." },
  "being deleted": { deletion: { pid: 1 } },
  exchanged: { adoptable: meant, exchangedWith: "other" },
  "under way": { isUnderWay: true },
  "several results": { results: { own: [object, other], isCreated: true, changed: [] } },
  "changed since": { results: { own: [object], isCreated: true, changed: ["description"] } },
  "cannot become": { gets: { ...gets, fits: false } },
  unshown: { gets: { ...gets, as: "adopt", unshown: ["description"] } },
  adopt: { gets: { ...gets, as: "adopt" } },
  "take over": { gets: { ...gets, as: "take over" } },
  use: { gets },
  "exists beside": { holder: "other" },
  "exists in stack": { claimant: { ...claimant, isOfThisStack: true } },
  "exists elsewhere": { claimant },
  "existed before": { wasOwn: true },
  exists: { existing: [object] },
  journal: { journal: "It cannot be written." },
  "not creatable": { canCreate: false },
  "arguments missing": { missing: ["password"] },
  problems: { problems: ["The account does not exist."] },
};

const nothing = { adoptable: undefined, results: undefined, gets: undefined } as const;

type Expected = readonly (readonly [
  keyof Reasons<typeof creationRows>,
  Verdict<typeof creationRows>["act"],
  Partial<CreationFacts>?,
])[];

const ofWhatExists: Expected = [
  ["exists beside", "refuse", nothing],
  ["exists in stack", "refuse"],
  ["exists elsewhere", "refuse"],
  ["existed before", "refuse"],
  ["exists", "refuse"],
];

const expected: Readonly<Record<keyof (typeof creationRows)[number]["acts"], Expected>> = {
  create: [
    ["misplaced", "refuse"],
    ["shown at creation only", "refuse"],
    ["misnamed", "refuse"],
    ["container missing", "refuse"],
    ["not there yet", "refuse"],
    ["not known", "defer"],
    ["name elsewhere", "refuse", facts["nothing to adopt"]],
    ["nothing to adopt", "refuse", { nameElsewhere: undefined }],
    ["taken", "refuse"],
    ["several to adopt", "refuse"],
    ["endangered", "refuse", { adoptable: meant }],
    ["being deleted", "refuse"],
    ["exchanged", "refuse"],
    ["under way", "defer", nothing],
    ["several results", "refuse", { results: { own: [object, other], isCreated: true, changed: ["description"] } }],
    ["changed since", "refuse"],
    ["cannot become", "refuse", { results: undefined, gets: { ...gets, as: "adopt", fits: false, unshown: ["description"] } }],
    ["unshown", "refuse"],
    ["adopt", "get"],
    ["take over", "get"],
    ["use", "get"],
    ...ofWhatExists,
    ["name elsewhere", "refuse"],
    ["journal", "refuse"],
    ["not creatable", "refuse"],
    ["arguments missing", "refuse"],
    ["problems", "refuse"],
  ],
  again: [["endangered", "refuse"], ["cannot become", "refuse"], ["use", "get"], ...ofWhatExists],
  replace: [
    ["name elsewhere", "refuse"],
    ["journal", "refuse"],
    ["arguments missing", "refuse"],
    ["problems", "refuse"],
  ],
};

describe("whether a resource gets an object", () => {
  testTable({
    table: creationRows,
    nothingKnown,
    facts,
    expected,
    // No resource has none and several, waits for a run and has its result, or gets an object in two ways.
    isEither: (text, change) => change === "after the next one" && /taken|under way|adopt$/.test(text),
  });
});
