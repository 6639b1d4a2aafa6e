import type { Arguments, Command, Declared, DeclaredProvider, Program, ResourceOptions } from "../types.js";
import type { Script } from "./scripted.js";

/** What happens to the stored state between two commands, as `pulumi state <edit>`. */
export interface Edit {
  readonly edit: "delete" | "taint" | "untaint" | "unprotect";
  readonly urn: string;
}

export interface ScenarioStep extends Script {
  /** From this step on. */
  readonly program?: Program;
  readonly run: Command | Edit;
}

export type Scenario = readonly ScenarioStep[];

export const stack = { project: "recorder", stack: "test", module: "recorder" } as const;

/** Where the engine keeps the state in the folder of a recording. */
export const stateFile = (folder: string): string => `${folder}/.pulumi/stacks/${stack.project}/${stack.stack}.json`;

/** Of a thing without a parent. */
export const urn = (name: string): string =>
  `urn:pulumi:${stack.stack}::${stack.project}::pulumi-nodejs:dynamic/${stack.module}:Thing::${name}`;

const thing = (name: string, args: Arguments = {}, options?: ResourceOptions): Declared => ({
  kind: "Thing",
  name,
  args,
  ...(options === undefined ? {} : { options }),
});
const get = (name: string, id: string): Declared => ({ ...thing(name), get: id });
const login = (name: string, args: Arguments = {}): DeclaredProvider => ({ provider: true, name, args });
const serialOf = (name: string): unknown => ({ $of: [name, "serial"] });
const program = (...resources: Program["resources"]): { program: Program } => ({ program: { resources } });

type Flags = Omit<Command, "name">;
const command =
  (name: Command["name"]) =>
  (flags: Flags = {}): { run: Command } => ({ run: { name, ...flags } });
const up = command("up");
const preview = command("preview");
const refresh = command("refresh");
const destroy = command("destroy");
const edit = (kind: Edit["edit"], name: string): { run: Edit } => ({ run: { edit: kind, urn: urn(name) } });

/** `b` is replaced with `a`, `c` only updated. */
const chain = (args: Arguments, options?: ResourceOptions): { program: Program } =>
  program(
    thing("a", args, options),
    thing("b", { key: serialOf("a"), deleteFirst: args["deleteFirst"] ?? false }),
    thing("c", { value: serialOf("a") }, { dependsOn: ["b"] }),
  );

const pair = (args: Arguments, options: ResourceOptions): { program: Program } =>
  program(thing("a", args), thing("b", { key: serialOf("a") }, options));

/** Things, each with the provider that it names, and one with the default provider. */
const shared = (things: Readonly<Record<string, string>>): { program: Program } =>
  program(
    ...[...new Set(Object.values(things))].map((name) => login(name)),
    ...Object.entries(things).map(([name, provider]) => thing(name, {}, { provider })),
    thing("c"),
  );

/** The scenarios for the comparison, each on a separate stack. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  lifecycle: [
    { ...program(thing("a"), thing("b", { value: serialOf("a") })), ...preview() },
    up(),
    up(),
    { ...program(thing("a", { value: 2 }), thing("b", { value: serialOf("a") })), ...preview() },
    up(),
    { ...program(thing("a", { value: 2 })), ...preview() },
    up(),
    destroy(),
  ],
  "create-first": [{ ...chain({ key: 1 }), ...up() }, { ...chain({ key: 2 }), ...preview() }, up(), up(), destroy()],
  "delete-first": [
    { ...chain({ key: 1, deleteFirst: true }), ...up() },
    { ...chain({ key: 2, deleteFirst: true }), ...preview() },
    up(),
    up(),
    destroy(),
  ],
  "delete-first-dependents-otherwise": [
    {
      ...program(
        thing("a", { key: 1, deleteFirst: true }),
        thing("b", { key: serialOf("a") }),
        thing("c", { value: serialOf("b") }),
        thing("d", {}, { dependsOn: ["a"] }),
      ),
      ...up(),
    },
    {
      ...program(
        thing("a", { key: 2, deleteFirst: true }),
        thing("b", { key: serialOf("a") }),
        thing("c", { value: serialOf("b") }),
        thing("d", {}, { dependsOn: ["a"] }),
      ),
      ...up(),
    },
    { ...program(thing("a", { key: 3, deleteFirst: true })), ...up() },
  ],
  "delete-before-replace-option": [
    { ...program(thing("a", { key: 1 }, { deleteBeforeReplace: true }), thing("b", { key: serialOf("a") })), ...up() },
    { ...program(thing("a", { key: 2 }, { deleteBeforeReplace: true }), thing("b", { key: serialOf("a") })), ...up() },
    {
      ...program(thing("a", { key: 3, deleteFirst: true }, { deleteBeforeReplace: false }), thing("b", { key: serialOf("a") })),
      ...up(),
    },
  ],
  "replace-option": [
    { ...chain({ key: 1 }), ...up() },
    preview({ replace: [urn("a")] }),
    up({ replace: [urn("a")] }),
    up({ replace: [urn("b"), urn("c")] }),
    { ...chain({ key: 1, deleteFirst: true }), ...up({ replace: [urn("a")] }) },
    up(),
  ],
  "replace-option-delete-first": [
    { ...chain({ key: 1, deleteFirst: true }, { deleteBeforeReplace: true }), ...up() },
    up({ replace: [urn("a")] }),
    edit("taint", "a"),
    up(),
    edit("taint", "b"),
    up({ targetReplace: [urn("a")] }),
    up(),
  ],
  "unwritable-state": [
    { ...chain({ key: 1 }), ...up(), unwritable: "create a" },
    { ...up(), unwritable: "check a" },
    up(),
    { ...chain({ key: 2 }), ...up(), unwritable: "create a" },
    { ...up(), unwritable: "delete b" },
    { ...chain({ key: 3, deleteFirst: true }), ...up(), unwritable: "delete a" },
    up(),
  ],
  serial: [
    { ...program(thing("a"), thing("b"), thing("c", { value: serialOf("a") })), ...up({ parallel: 1 }) },
    { ...program(thing("a", { key: 2 }), thing("b", { key: 2 }), thing("c", { value: serialOf("a") })), ...up({ parallel: 1 }) },
    destroy({ parallel: 1 }),
  ],
  "target-replace": [{ ...chain({ key: 1 }), ...up() }, up({ targetReplace: [urn("a")] }), up()],
  taint: [
    { ...chain({ key: 1 }), ...up() },
    edit("taint", "a"),
    preview(),
    up(),
    up(),
    edit("taint", "c"),
    edit("untaint", "c"),
    up(),
    edit("taint", "b"),
    refresh(),
    up({ target: [urn("b")] }),
  ],
  target: [
    { ...program(thing("a"), thing("b"), thing("c", { value: serialOf("b") })), ...up() },
    {
      ...program(thing("a", { value: 2 }), thing("b", { value: 2 }), thing("c", { value: serialOf("b") }), thing("d")),
      ...preview({ target: [urn("a")] }),
    },
    up({ target: [urn("a")] }),
    up({ target: [urn("d")] }),
    up({ target: [urn("b")], targetDependents: true }),
    { ...program(thing("a", { value: 3 }), thing("d", { value: 3 })), ...up({ target: [urn("a")] }) },
    up({ target: [urn("c")] }),
    up(),
  ],
  "target-untargeted-create": [
    { ...program(thing("a")), ...up() },
    { ...program(thing("a", { value: 2 }), thing("b"), thing("c", { value: serialOf("b") })), ...up({ target: [urn("c")] }) },
    up({ target: [urn("a")] }),
    up({ target: [urn("b"), urn("c")] }),
  ],
  "target-destroy": [
    { ...chain({ key: 1 }), ...up() },
    destroy({ target: [urn("a")] }),
    destroy({ target: [urn("c")] }),
    destroy({ target: [urn("a")], targetDependents: true }),
  ],
  exclude: [
    { ...program(thing("a"), thing("b", { value: serialOf("a") }), thing("c")), ...up() },
    {
      ...program(thing("a", { value: 2 }), thing("b", { value: 2 }), thing("c", { value: 2 }), thing("d")),
      ...up({ exclude: [urn("a"), urn("d")] }),
    },
    { ...program(thing("b", { value: 3 })), ...up({ exclude: [urn("a")] }) },
    up(),
  ],
  "exclude-dependents": [
    { ...program(thing("a"), thing("b", { value: serialOf("a") }), thing("c")), ...up() },
    {
      ...program(thing("a", { value: 2 }), thing("b", { value: serialOf("a"), more: 2 }), thing("c", { value: 2 })),
      ...up({ exclude: [urn("a")], excludeDependents: true }),
    },
    destroy({ exclude: [urn("b")] }),
  ],
  "deleted-with": [
    { ...pair({ key: 1 }, { deletedWith: "a" }), ...up() },
    { ...pair({ key: 2 }, { deletedWith: "a" }), ...up() },
    { ...pair({ key: 3, deleteFirst: true }, { deletedWith: "a" }), ...up() },
    { ...program(thing("a", { key: 3, deleteFirst: true })), ...up() },
    { ...pair({ key: 3 }, { deletedWith: "a" }), ...up() },
    destroy({ target: [urn("b")] }),
    up(),
    { ...program(), ...up() },
  ],
  "deleted-with-destroy": [
    { ...pair({ key: 1 }, { deletedWith: "a" }), ...up() },
    { ...destroy(), fail: ["delete a"] },
    up(),
    destroy(),
  ],
  "deleted-with-one-replaced": [
    { ...program(thing("a", { key: 1 }), thing("b", { key: 1 }, { deletedWith: "a" })), ...up() },
    { ...program(thing("a", { key: 2 }), thing("b", { key: 1 }, { deletedWith: "a" })), ...up() },
    { ...program(thing("a", { key: 2 }), thing("b", { key: 2 }, { deletedWith: "a" })), ...up() },
    { ...program(thing("a", { key: 3, deleteFirst: true }), thing("b", { key: 2 }, { deletedWith: "a" })), ...up() },
  ],
  retain: [
    { ...program(thing("a", { key: 1 }, { retainOnDelete: true }), thing("b", {}, { retainOnDelete: true })), ...up() },
    { ...program(thing("a", { key: 2 }, { retainOnDelete: true })), ...up() },
    { ...program(thing("a", { key: 3 })), ...up() },
    { ...program(thing("a", { key: 4, deleteFirst: true }, { retainOnDelete: true })), ...up() },
    { ...program(thing("a", { key: 5, deleteFirst: true }, { retainOnDelete: true })), ...up() },
    destroy(),
  ],
  protect: [
    { ...program(thing("a", { key: 1 }, { protect: true }), thing("b", { key: serialOf("a") })), ...up() },
    { ...program(thing("a", { key: 2 }, { protect: true }), thing("b", { key: serialOf("a") })), ...preview() },
    up(),
    { ...program(thing("b")), ...up() },
    destroy(),
    edit("unprotect", "a"),
    { ...program(thing("a", { key: 3 }, { protect: true }), thing("b")), ...up() },
    { ...program(thing("a", { key: 3 }), thing("b")), ...up() },
    destroy(),
  ],
  "protect-several": [
    {
      ...program(
        thing("a", {}, { protect: true }),
        thing("b", { value: serialOf("a") }, { protect: true }),
        thing("c"),
        thing("d", { value: serialOf("b") }),
      ),
      ...up(),
    },
    { ...program(), ...preview() },
    up(),
    destroy(),
  ],
  "provider-compares": [
    { ...program(thing("a", { differs: "perhaps", value: 1 }, { replaceOnChanges: ["value"] })), ...up() },
    up(),
    { ...program(thing("a", { differs: "perhaps", value: 2 }, { replaceOnChanges: ["value"] })), ...up() },
    { ...program(thing("a", { differs: "surely", value: 3 }, { replaceOnChanges: ["value"] })), ...up() },
    up(),
  ],
  "protect-dependent": [
    { ...program(thing("a", { key: 1, deleteFirst: true }), thing("b", { key: serialOf("a") }, { protect: true })), ...up() },
    { ...program(thing("a", { key: 2, deleteFirst: true }), thing("b", { key: serialOf("a") }, { protect: true })), ...up() },
    { ...program(thing("a", { key: 2 }), thing("b", { key: serialOf("a") }, { protect: true })), ...up() },
    { ...program(thing("a", { key: 2 }), thing("b", { key: serialOf("a") })), ...up() },
  ],
  rename: [
    { ...program(thing("a", { label: "a" }), thing("b", { value: serialOf("a") })), ...up() },
    { ...program(thing("x", { label: "a" }), thing("b", { value: serialOf("x") })), ...up() },
  ],
  "rename-aliased": [
    { ...program(thing("a", { label: "a", key: 1 }), thing("b", { value: serialOf("a") }, { deletedWith: "a" })), ...up() },
    {
      ...program(
        thing("x", { label: "a", key: 1 }, { aliases: [{ name: "a" }] }),
        thing("b", { value: serialOf("x") }, { deletedWith: "x" }),
      ),
      ...up(),
    },
    {
      ...program(
        thing("y", { label: "a", key: 2 }, { aliases: [{ name: "x" }] }),
        thing("b", { value: serialOf("y") }, { deletedWith: "y" }),
      ),
      ...up(),
    },
    {
      ...program(
        thing("z", { label: "a", key: 3, deleteFirst: true }, { aliases: [{ name: "y" }] }),
        thing("b", { value: serialOf("z") }, { deletedWith: "z" }),
      ),
      ...up(),
    },
    destroy(),
  ],
  "rename-aliased-target": [
    { ...program(thing("a", { label: "a" }), thing("b")), ...up() },
    {
      ...program(thing("x", { label: "a", value: 2 }, { aliases: [{ name: "a" }] }), thing("b", { value: 2 })),
      ...up({ target: [urn("b")] }),
    },
    up(),
  ],
  parent: [
    { ...program(thing("a", { key: 1 }), thing("b", {}, { parent: "a" })), ...up() },
    { ...program(thing("a", { key: 2 }), thing("b", {}, { parent: "a" })), ...up() },
    { ...program(thing("a", { key: 3, deleteFirst: true }), thing("b", {}, { parent: "a" })), ...up() },
    { ...program(thing("a", { key: 3 }), thing("b", {}, { aliases: [{ parent: "a" }] })), ...up() },
    destroy(),
  ],
  "killed-create": [
    { ...program(thing("a"), thing("b", { value: serialOf("a") })), ...up(), kill: "create b" },
    preview(),
    up(),
    refresh(),
    up(),
  ],
  "killed-update": [
    { ...program(thing("a")), ...up() },
    { ...program(thing("a", { value: 2 })), ...up(), kill: "update a" },
    up(),
  ],
  "killed-create-first": [
    { ...chain({ key: 1 }), ...up() },
    { ...chain({ key: 2 }), ...up(), kill: "create b" },
    preview(),
    refresh(),
    up(),
  ],
  "killed-create-first-delete": [
    { ...chain({ key: 1 }), ...up() },
    { ...chain({ key: 2 }), ...up(), kill: "delete b" },
    up({ target: [urn("c")] }),
    refresh(),
    { ...chain({ key: 3 }), ...up(), kill: "update c" },
    { ...chain({ key: 4 }), ...up() },
    destroy(),
  ],
  "killed-left-over-removed": [
    { ...program(thing("a", { key: 1 })), ...up() },
    { ...program(thing("a", { key: 2 })), ...up(), kill: "delete a" },
    { ...program(), ...up() },
  ],
  "killed-left-over-gone": [
    { ...chain({ key: 1 }), ...up() },
    { ...chain({ key: 2 }), ...up(), kill: "delete b" },
    { ...refresh(), gone: ["b-1"] },
    { ...up({ refresh: true }), gone: ["a-1"] },
  ],
  "killed-left-over-deleted-with": [
    { ...program(thing("a", { key: 1 }), thing("b", { key: serialOf("a") }, { deletedWith: "a" })), ...up() },
    { ...program(thing("a", { key: 2 }), thing("b", { key: serialOf("a") }, { deletedWith: "a" })), ...up(), kill: "delete a" },
    destroy(),
  ],
  "killed-delete-first": [
    { ...chain({ key: 1, deleteFirst: true }), ...up() },
    { ...chain({ key: 2, deleteFirst: true }), ...up(), kill: "create a" },
    preview(),
    refresh(),
    up(),
  ],
  "killed-delete-first-delete": [
    { ...chain({ key: 1, deleteFirst: true }), ...up() },
    { ...chain({ key: 2, deleteFirst: true }), ...up(), kill: "delete a" },
    up(),
  ],
  "killed-delete-first-unchanged": [
    { ...chain({ key: 1, deleteFirst: true }), ...up() },
    { ...chain({ key: 2, deleteFirst: true }), ...up(), kill: "create a" },
    { ...chain({ key: 1, deleteFirst: true }), ...up() },
  ],
  "killed-delete-first-removed": [
    { ...chain({ key: 1, deleteFirst: true }), ...up() },
    { ...chain({ key: 2, deleteFirst: true }), ...up(), kill: "create a" },
    { ...program(thing("c", { value: 1 })), ...up() },
    destroy(),
  ],
  "killed-delete-first-destroyed": [
    { ...chain({ key: 1, deleteFirst: true }), ...up() },
    { ...chain({ key: 2, deleteFirst: true }), ...up(), kill: "create a" },
    destroy(),
  ],
  "killed-destroy": [{ ...chain({ key: 1 }), ...up() }, { ...destroy(), kill: "delete b" }, up()],
  refresh: [
    { ...chain({ key: 1 }), ...up() },
    refresh(),
    { ...refresh(), drift: { "a-1": { value: 9 } } },
    { ...preview({ refresh: true }), gone: ["b-1"] },
    up(),
    { ...refresh(), gone: ["a-1"] },
    up(),
    { ...up({ refresh: true }), gone: ["b-1", "b-2", "c-1"] },
    { ...destroy({ refresh: true }), gone: ["b-3"] },
  ],
  read: [
    { ...program(thing("a"), thing("b", { value: serialOf("a") })), ...up() },
    { ...program(get("a", "a-1"), thing("b", { value: serialOf("a") })), ...preview(), drift: { "a-1": { serial: 7 } } },
    { ...up(), drift: { "a-1": { serial: 7 } } },
    { ...up(), drift: { "a-1": { serial: 8 } } },
    { ...up({ refresh: true }), drift: { "a-1": { serial: 9 } } },
    { ...refresh(), gone: ["a-1"] },
    { ...up(), gone: ["a-1"] },
    { ...program(), ...preview() },
    up(),
  ],
  "read-replacement": [
    { ...program(thing("a"), thing("b", {}, { dependsOn: ["a"] })), ...up() },
    { ...program(get("a", "A-1"), thing("b", {}, { dependsOn: ["a"] })), ...preview() },
    { ...up(), fail: ["delete a"] },
    up(),
    up({ target: [urn("b")] }),
    destroy(),
  ],
  "killed-read-replacement": [
    { ...program(thing("a")), ...up() },
    { ...program(get("a", "A-1")), ...up(), kill: "delete a" },
    up(),
  ],
  "read-owned": [
    { ...program(get("a", "A-1")), ...up() },
    { ...program(thing("a")), ...preview() },
    { ...up(), fail: ["create a"] },
    up(),
    destroy(),
  ],
  "refresh-target": [
    { ...chain({ key: 1 }), ...up() },
    { ...refresh({ target: [urn("a")] }), drift: { "a-1": { value: 9 }, "b-1": { value: 9 } } },
    refresh({ exclude: [urn("a")] }),
    { ...up({ refresh: true, target: [urn("a")] }), gone: ["a-1", "b-1"] },
    { ...refresh(), fail: ["read b"] },
    up(),
  ],
  "refresh-gone-parent": [
    { ...program(thing("a"), thing("b", {}, { parent: "a", deletedWith: "a" })), ...up() },
    { ...refresh(), gone: ["a-1"] },
    { ...refresh(), gone: ["b-1"] },
    up(),
  ],
  "init-failure": [
    { ...program(thing("a"), thing("b", { value: serialOf("a") })), ...up(), init: ["create a"] },
    preview(),
    { ...up(), init: ["update a"] },
    up(),
    { ...program(thing("a", { value: 2 })), ...up(), init: ["update a"] },
    refresh(),
    up(),
  ],
  "init-failure-replaced": [
    { ...program(thing("a", { key: 1 })), ...up(), init: ["create a"] },
    { ...program(thing("a", { key: 2 })), ...up(), init: ["create a"] },
    { ...program(thing("a", { key: 3, deleteFirst: true })), ...up(), init: ["create a"] },
    up(),
  ],
  "failed-create": [
    { ...chain({ key: 1 }), ...up(), fail: ["create b"] },
    up(),
    { ...chain({ key: 2 }), ...up(), fail: ["create a"] },
    { ...chain({ key: 2 }), ...up(), fail: ["create b"] },
    up(),
    { ...chain({ key: 3, deleteFirst: true }), ...up(), fail: ["create b"] },
    up(),
  ],
  "failed-create-delete-first": [
    { ...chain({ key: 1, deleteFirst: true }), ...up() },
    { ...chain({ key: 2, deleteFirst: true }), ...up(), fail: ["create a"] },
    { ...up(), fail: ["create a"] },
    { ...chain({ key: 3, deleteFirst: true }), ...up() },
  ],
  "failed-update": [
    { ...chain({ key: 1, value: 1 }), ...up() },
    { ...chain({ key: 1, value: 2 }), ...up(), fail: ["update a"] },
    up(),
  ],
  "failed-delete": [
    { ...chain({ key: 1 }), ...up() },
    { ...chain({ key: 2 }), ...up(), fail: ["delete b"] },
    { ...up(), fail: ["delete b"] },
    { ...chain({ key: 3 }), ...up(), fail: ["delete a"] },
    { ...program(thing("a", { key: 3 })), ...up(), fail: ["delete c"] },
    { ...chain({ key: 3, deleteFirst: true }), ...up() },
    { ...chain({ key: 4, deleteFirst: true }), ...up(), fail: ["delete a"] },
    up(),
    { ...destroy(), fail: ["delete b"] },
    destroy(),
  ],
  "failed-check-and-diff": [
    { ...chain({ key: 1 }), ...up(), fail: ["check b"] },
    up(),
    { ...chain({ key: 2 }), ...up(), fail: ["diff b"] },
    up(),
  ],
  "continue-on-error": [
    {
      ...program(thing("a"), thing("b", { value: serialOf("a") }), thing("c", { value: serialOf("b") }), thing("d")),
      ...up({ continueOnError: true }),
      fail: ["create b"],
    },
    up(),
    { ...program(thing("d", { value: 2 })), ...up({ continueOnError: true }), fail: ["delete b", "update d"] },
    { ...destroy({ continueOnError: true }), fail: ["delete d"] },
    destroy({ continueOnError: true }),
  ],
  "continue-on-error-replace": [
    { ...chain({ key: 1 }), ...up() },
    { ...chain({ key: 2 }), ...up({ continueOnError: true }), fail: ["create b"] },
    { ...chain({ key: 2 }), ...up({ continueOnError: true }), init: ["create b"] },
    up({ continueOnError: true }),
  ],
  provider: [
    { ...program(thing("a", { key: 1 }), thing("b", { key: serialOf("a") })), ...up() },
    {
      ...program(login("second"), thing("a", { key: 1 }, { provider: "second" }), thing("b", { key: serialOf("a") })),
      ...preview(),
    },
    up(),
    {
      ...program(
        login("second", { more: "x" }),
        thing("a", { key: 1 }, { provider: "second" }),
        thing("b", { key: serialOf("a") }),
      ),
      ...up(),
    },
    {
      ...program(
        login("third"),
        thing("a", { key: 2 }, { provider: "third" }),
        thing("b", { key: serialOf("a") }, { parent: "a", aliases: [{ parent: null }] }),
      ),
      ...up(),
    },
    { ...program(thing("b", { key: 1 }, { aliases: [{ parent: urn("a") }] })), ...up() },
  ],
  "providers-between": [
    { ...shared({ a: "north", b: "south" }), ...up() },
    { ...shared({ a: "south", b: "north" }), ...up() },
    { ...shared({ a: "south" }), ...up({ target: [urn("a")] }) },
    refresh(),
    { ...shared({ b: "north", x: "north" }), ...up() },
    { ...shared({ b: "north" }), ...up(), kill: "delete x" },
    { ...shared({ b: "south", y: "north" }), ...up({ target: [urn("b"), urn("y")] }) },
    { ...shared({}), ...up() },
    { ...shared({ b: "north" }), ...refresh() },
    destroy(),
  ],
  "ignore-changes": [
    { ...program(thing("a", { key: 1, value: 1 }, { ignoreChanges: ["key"] })), ...up() },
    { ...program(thing("a", { key: 2, value: 2 }, { ignoreChanges: ["key"] })), ...up() },
    { ...up({ refresh: true }), drift: { "a-1": { key: 9 } } },
    up({ replace: [urn("a")] }),
    { ...program(thing("a", { value: 2 }, { ignoreChanges: ["key"] })), ...up() },
  ],
  "replace-on-changes": [
    { ...program(thing("a", { value: 1 }, { replaceOnChanges: ["value"] })), ...up() },
    { ...program(thing("a", { value: 2 }, { replaceOnChanges: ["value"] })), ...preview() },
    up(),
    { ...program(thing("a", { value: 2, more: 1 }, { replaceOnChanges: ["value"] })), ...up() },
  ],
  "replace-with": [
    { ...program(thing("a", { key: 1 }), thing("b", {}, { replaceWith: ["a"] })), ...up() },
    { ...program(thing("a", { key: 2 }), thing("b", {}, { replaceWith: ["a"] })), ...up() },
    { ...program(thing("a", { key: 3, deleteFirst: true }), thing("b", {}, { replaceWith: ["a"] })), ...up() },
  ],
  "state-delete": [
    { ...chain({ key: 1 }), ...up() },
    edit("delete", "c"),
    edit("delete", "a"),
    up(),
    { ...program(thing("a", { key: 1 })), ...up() },
    edit("delete", "a"),
    { ...program(), ...up() },
  ],
  "preview-chain": [
    { ...chain({ key: 1 }), ...preview() },
    up(),
    { ...chain({ key: 1, value: 2 }), ...preview({ refresh: true }) },
    { ...chain({ key: 2, deleteFirst: true }), ...preview() },
    { ...program(thing("b", { key: 1 })), ...preview() },
    preview({ target: [urn("b")] }),
  ],
};
