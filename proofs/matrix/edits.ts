import type { Properties } from "../../provider/values/properties.js";
import type { ResourceSpec } from "../../tests/support/engine.js";
import type { AllowedOutcome } from "./allowed-outcomes.js";
import type { KindTraits } from "./kind-traits.js";

/** Actions that the same `pulumi up` can perform, each for its own resources. */
const sharedActions = ["up", "up --replace", "taint, up", "state delete, up", "export, import, up"] as const;
export type SharedAction = (typeof sharedActions)[number];

/** Actions that affect every resource of the stack. */
export type WholeAction =
  | "up --target"
  | "up --target another"
  | "up --exclude"
  | "up --target-replace"
  | "up --refresh"
  | "refresh"
  | "refresh --run-program"
  | "rename the stack, up"
  | "up in another stack"
  | "destroy the other stack";

/** What a step does to the stack after its program is declared. */
export type Action = SharedAction | WholeAction;

export const isShared = (action: Action): action is SharedAction => (sharedActions as readonly Action[]).includes(action);

/** One way in which a step may end. */
export interface Ending {
  readonly outcome: AllowedOutcome;
  /** Whether the command fails, with an error that names the resource. */
  readonly refused: boolean;
}

const done = (...outcomes: readonly AllowedOutcome[]): readonly Ending[] =>
  outcomes.map((outcome) => ({ outcome, refused: false }));
const refused = (outcome: AllowedOutcome = "kept"): readonly Ending[] => [{ outcome, refused: true }];

/** What the program declares for a cell. */
export interface Declaration {
  /** The arguments of the kind's sample. */
  readonly args: Properties;
  /** Other arguments that the API can change to; the same ones if it cannot change any. */
  readonly updated: Properties;
  /** Other arguments that only a new object can have. */
  readonly replaced: Properties;
  /** The resource as it was set up, with other arguments, options or a suffix of its name. */
  resource(args?: Properties, options?: ResourceSpec["options"], ending?: string): ResourceSpec;
  /** The resource as it was set up, as the engine names it. */
  readonly urn: string;
}

export type Program = (declaration: Declaration) => readonly ResourceSpec[];

export interface Step {
  readonly action: Action;
  readonly program: Program;
  /** The allowed endings. */
  readonly endings: (traits: KindTraits) => readonly Ending[];
  /** Arguments that the objects have afterwards. Default: those of the setup. */
  readonly args?: "updated" | "replaced";
  /** Whether a message names the object although nothing fails. */
  readonly tells?: boolean;
  /** Continues without following the messages' advice. */
  readonly leavesOpen?: boolean;
}

/** A change that is not a fault: an option of the engine, or a change of program or state. */
export interface Edit {
  readonly setUp: Program;
  /** Whether the object exists beforehand, and is adopted. */
  readonly planted?: boolean;
  readonly steps: readonly Step[];
  /** Whether the object gets another entry in the state, so that an alias is a solution too. */
  readonly movesEntry?: boolean;
  /** Whether a failed deletion keeps the engine from ending the command, so that it cannot share one with other edits. */
  readonly deletesFirst?: boolean;
  /** Why the edit does not apply to a kind. */
  readonly lacks?: (traits: KindTraits) => EditOmission | undefined;
}

/** Why an edit is impossible, with its sign in the table. */
export const leftOutEdits = {
  "no-replacement": ["r", "no change needs a new object"],
  "no-adoption": ["a", "never adopted: only its creation shows its secret"],
  "nothing-exclusive": ["s", "it is part of the customer's record: the last stack that declares it determines its value"],
} as const;
export type EditOmission = keyof typeof leftOutEdits;

const plain: Program = ({ resource }) => [resource()];
const nothing: Program = () => [];
const changed: Program = ({ resource, updated }) => [resource(updated)];
/** For edits in which a new entry adopts an object. */
const needsAdoption = {
  lacks: ({ adoptable }: KindTraits): EditOmission | undefined => (adoptable ? undefined : "no-adoption"),
};
const adopting: Program = ({ resource, args }) => [resource({ ...args, adopt: true })];
const renamed = "renamed";
const twin = "twin";
/** The component that objects move into. */
export const component = "group";
/** The explicit provider. */
export const login = "login";

const kept = () => done("kept");
/** The existing object prevents a second one. */
const inTheWay = ({ singleton, unique }: KindTraits): readonly Ending[] =>
  singleton ? done("kept") : unique ? refused() : done("joined");
/** An existing object, and a second one that the program declares beside it. */
const declaredTwice = ({ singleton, unique }: KindTraits): readonly Ending[] =>
  singleton || unique ? refused() : done("joined");
/** A new entry replaces an old one: an object with a natural key stays, everything else is recreated. */
const anotherEntry = ({ singleton, unique }: KindTraits): readonly Ending[] =>
  singleton ? done("kept") : unique ? refused() : done("replaced");
/** The program requires a new object: it is created, or refused without losing anything. */
const forced = ({ singleton }: KindTraits): readonly Ending[] => [
  ...done("replaced"),
  ...refused(),
  ...(singleton ? done("kept") : []),
];
const changedInPlace = ({ updatable }: KindTraits): readonly Ending[] => done(updatable ? "updated" : "kept");

const up = (program: Program, endings: Step["endings"] = kept, more: Partial<Step> = {}): Step => ({
  action: "up",
  program,
  endings,
  ...more,
});
const act = (action: Action, endings: Step["endings"] = kept, program: Program = plain, more: Partial<Step> = {}): Step => ({
  ...up(program, endings, more),
  action,
});

const newName =
  (more: Properties = {}): Program =>
  ({ resource, args }) => [resource({ ...args, ...more }, {}, renamed)];
const moved =
  (more: Properties = {}): Program =>
  ({ resource, args }) => [resource({ ...args, ...more }, { parent: component })];
const oldName: Program = ({ resource, urn }) => [resource(undefined, { aliases: [urn] }, renamed)];
const both: Program = ({ resource }) => [resource(), resource(undefined, {}, twin)];

/** By name, in the order of the table. */
export const edits = {
  target: { setUp: plain, steps: [act("up --target", changedInPlace, changed, { args: "updated" })] },
  "target-other": {
    setUp: plain,
    steps: [act("up --target another", kept, changed), up(changed, changedInPlace, { args: "updated" })],
  },
  exclude: {
    setUp: plain,
    steps: [act("up --exclude", kept, changed), up(changed, changedInPlace, { args: "updated" })],
  },
  replace: { setUp: plain, steps: [act("up --replace", forced)] },
  "replace-adopt": {
    setUp: plain,
    steps: [act("up --replace", (traits) => [...forced(traits), ...done("kept")], adopting)],
    ...needsAdoption,
  },
  "delete-before-replace": {
    deletesFirst: true,
    setUp: ({ resource }) => [resource(undefined, { deleteBeforeReplace: true })],
    steps: [act("up --replace", forced, ({ resource }) => [resource(undefined, { deleteBeforeReplace: true })])],
  },
  "target-replace": { setUp: plain, steps: [act("up --target-replace", forced)] },
  taint: { setUp: plain, steps: [act("taint, up", forced)] },
  refresh: { setUp: plain, steps: [act("refresh"), act("up --refresh"), act("refresh --run-program")] },
  "state-delete": { setUp: plain, steps: [act("state delete, up", inTheWay)] },
  "state-delete-adopt": { setUp: plain, steps: [act("state delete, up", kept, adopting)], ...needsAdoption },
  remove: {
    setUp: plain,
    steps: [
      up(nothing, () => done("gone")),
      up(plain, ({ singleton, unique, deletable }) =>
        deletable ? done("joined") : !singleton && unique ? refused() : done("kept"),
      ),
    ],
  },
  "remove-retain": {
    setUp: ({ resource }) => [resource(undefined, { retainOnDelete: true })],
    steps: [up(nothing), up(plain, inTheWay)],
  },
  rename: { setUp: plain, movesEntry: true, steps: [up(newName(), anotherEntry)] },
  "rename-alias": { setUp: plain, steps: [up(oldName)] },
  "rename-adopt": { setUp: plain, steps: [up(newName({ adopt: true }), kept, { tells: true })], ...needsAdoption },
  move: { setUp: plain, movesEntry: true, steps: [up(moved(), anotherEntry)] },
  "move-alias": {
    setUp: plain,
    steps: [up(({ resource, args, urn }) => [resource(args, { parent: component, aliases: [urn] })])],
  },
  "move-adopt": { setUp: plain, steps: [up(moved({ adopt: true }), kept, { tells: true })], ...needsAdoption },
  protect: {
    setUp: ({ resource }) => [resource(undefined, { protect: true })],
    steps: [up(plain), up(({ resource }) => [resource(undefined, { protect: true })]), up(plain)],
  },
  "adopt-added": { setUp: plain, steps: [up(adopting), up(plain)] },
  "adopt-left": { setUp: adopting, planted: true, steps: [up(adopting), up(plain)], ...needsAdoption },
  rotate: {
    setUp: plain,
    steps: [
      up(
        ({ resource, replaced }) => [resource(replaced)],
        () => done("replaced"),
        { args: "replaced" },
      ),
    ],
    lacks: ({ replaceable }) => (replaceable ? undefined : "no-replacement"),
  },
  duplicate: { setUp: plain, steps: [up(both, declaredTwice), up(plain, () => done("as at first"))] },
  "duplicate-at-once": {
    setUp: nothing,
    steps: [up(both, ({ singleton, unique }) => (singleton ? refused("any") : unique ? refused("joined") : done("paired")))],
  },
  "provider-change": { setUp: plain, steps: [up(({ resource }) => [resource(undefined, { provider: login })])] },
  "export-import": { setUp: plain, steps: [act("export, import, up")] },
  "rename-stack": { setUp: plain, steps: [act("rename the stack, up")] },
  "second-stack-same-name": {
    setUp: plain,
    steps: [
      act("up in another stack", inTheWay, plain, { leavesOpen: true }),
      act("destroy the other stack", () => done("as at first")),
    ],
    lacks: ({ singleton, deletable }) => (singleton && deletable ? "nothing-exclusive" : undefined),
  },
} as const satisfies Readonly<Record<string, Edit>>;

export type EditName = keyof typeof edits;

export const editNames = Object.keys(edits) as readonly EditName[];

export const editOf = (name: EditName): Edit => edits[name];
