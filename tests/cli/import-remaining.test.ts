import assert from "node:assert/strict";
import { remainingOf, type RemainingOptions } from "../../cli/import/state.js";
import type { Match } from "../../cli/enter/entries.js";
import { holdersIn, type Placed } from "../../cli/import/objects.js";
import { exitCodeOf, type Imported } from "../../cli/import/report.js";
import { definitionOf } from "../../cli/stack/definitions.js";
import { urnOf } from "../support/engine.js";

const options: RemainingOptions = {
  mapping: {
    version: 1,
    address: "https://api.example",
    customers: [],
    accounts: [],
    files: {},
    objects: [
      { kind: "domain", id: "p1/gone.de", name: "gone.de", file: "customers/1.ts" },
      { kind: "webhook", id: "7", name: "hook", file: "login.ts" },
    ],
  },
  shown: new Set(),
  isRead: () => true,
  withoutReference: new Set(),
  holders: new Map(),
};

const step = (className: string, name: string, op = "create") => {
  const urn = urnOf(className, name);
  return { op, urn, entry: { urn, type: `pulumi-nodejs:dynamic/hosting:${className}` } };
};

const reported = async (each: ReturnType<typeof step>, changed: Partial<RemainingOptions> = {}) => {
  const [{ isOrdered, why } = { isOrdered: undefined, why: undefined }] = await remainingOf([each], { ...options, ...changed });
  return [isOrdered, why];
};

describe("what an import leaves to the next run", () => {
  it("is ordered only if it is billed, and says whether the provider shows it", async () => {
    const declared = "an earlier import declared it in customers/1.ts";
    const domain = step("Domain", "gone.de");
    assert.deepEqual(await reported(domain), [true, `${declared}, and the provider does not show it any more`]);
    const isRead = () => false;
    assert.deepEqual(await reported(domain, { isRead }), [true, `${declared}, and this import has not read everything`]);
    assert.deepEqual(await reported({ ...domain, op: "update" }), [false, declared]);
    assert.deepEqual(await reported({ ...domain, op: "replace" }), [true, declared]);
    assert.deepEqual(await reported(step("Webhook", "hook")), [
      false,
      "an earlier import declared it in login.ts, and the provider does not show it any more",
    ]);
  });

  it("is not from the import if that has not declared it", async () => {
    assert.deepEqual(await reported(step("Domain", "own.de")), [true, "it is not from the import"]);
    assert.deepEqual(await reported(step("Elsewhere", "bucket")), [false, "it is not from the import"]);
  });

  it("is what the program no longer declares, also if the preview shows only its URN", async () => {
    const { op, urn } = step("Webhook", "hook", "delete");
    const [left] = await remainingOf([{ op, urn, entry: undefined }], options);
    assert.deepEqual(
      [left!.isImported, left!.why],
      [true, "the program no longer declares it (an earlier import declared it in login.ts)"],
    );
  });

  it("names the alias of a renamed resource, which orders nothing", async () => {
    const definition = (await definitionOf("Domain"))!;
    const inputs = { accountIdentifier: "p1", sld: "gone", tld: "de" };
    const old = step("Domain", "gone.de", "delete");
    const renamed = step("Domain", "new");
    const steps = [
      { ...renamed, entry: { ...renamed.entry, inputs } },
      { ...old, entry: undefined },
    ];
    const found = { id: "p1/gone.de", inputs, outputs: { fullname: "gone.de" } };
    const holders = holdersIn(steps, { objects: [{ definition, found }], resources: [{ ...old.entry, id: "p1/gone.de" }] });
    const alias = `\`aliases: ["${old.urn}"]\``;
    assert.deepEqual(
      (await remainingOf(steps, { ...options, holders })).map(({ isOrdered, isImported, why }) => [isOrdered, isImported, why]),
      [
        [false, true, `Domain gone.de of this stack has its object: renamed? give it an alias: ${alias}`],
        [false, true, `the program declares its object as Domain new: renamed? give that one an alias: ${alias}`],
      ],
    );
  });

  it("is not said to be somebody else's if it only could not enter the state", async () => {
    const domain = step("Domain", "new.de");
    assert.deepEqual(await reported(domain, { withoutReference: new Set([domain.urn]) }), [true, "it did not enter the state"]);
  });
});

describe("the exit code of an import", () => {
  const nothing = { urns: [], rest: [], undeclared: [], withoutReference: [], remaining: [], difference: undefined, backup: "" };
  const lists = { newFiles: [], files: [], stale: [], fresh: [], secretKeys: [], leftOut: [], attention: [], notRead: [] };
  const whole: Imported = { folder: ".", stack: "test", isDryRun: false, ...lists, earlier: undefined, state: nothing };
  const rest = (op: string, more: object = {}) => {
    const remaining = [{ op, urn: urnOf("Webhook", "hook"), isOrdered: false, isImported: false, why: "", ...more }];
    return { state: { ...nothing, remaining } };
  };
  const match = {} as Match & Placed;
  for (const [title, change, code] of [
    ["0 if the next run only creates what is not from it", rest("create"), 0],
    ["1 if the next run would order something", rest("create", { isOrdered: true }), 1],
    ["1 if the next run would create again what it has declared", rest("create", { isImported: true }), 1],
    ["1 if the next run would delete something", rest("delete"), 1],
    ["1 if the program does not declare an object", { state: { ...nothing, undeclared: [match] } }, 1],
    ["1 if the state lacks what an object refers to", { state: { ...nothing, withoutReference: [match] } }, 1],
    ["1 if the packages are missing", { state: "not installed" as const }, 1],
    ["1 if Pulumi would run other files", { stale: ["index.js"] }, 1],
  ] as const)
    it(`is ${title}`, () => assert.equal(exitCodeOf({ ...whole, ...change }), code));
});
