import { type Definition, isAdoptable } from "../../provider/definition/definition.js";
import type { Operation as Row } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";
import { type FaultName, faultNames, faultOf } from "./faults.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import { definitions } from "../../tests/support/definitions.js";
import type { Place } from "../../tests/support/place.js";
import { requestOf, type Target } from "../../tests/support/specimen.js";
import { specimens } from "../../tests/support/kinds.js";

/**
 * The operations of the lifecycle. A replacement has two decisive requests, the creation of the new object and the deletion of the old
 * one, and each of them can fail.
 */
export const operationNames = ["create", "read", "update", "delete", "refresh", "adopt", "replace-new", "replace-old"] as const;
export type OperationName = (typeof operationNames)[number];

/** One fault at one point of the lifecycle of one kind. */
export interface Cell {
  readonly kind: Kind;
  readonly operation: OperationName;
  readonly fault: FaultName;
}

export const nameOf = ({ kind, operation, fault }: Cell): string => `${operation}/${fault}/${kind}`;

/** Why a cell is impossible, with its sign in the table. */
export const leftOut = {
  "no-creation": ["c", "not created: it exists as long as its customer, and the existing one is used"],
  "no-update": ["u", "the API cannot change it"],
  "no-deletion": ["d", "the API cannot delete it"],
  "no-replacement": ["r", "no change needs a new object"],
  "no-adoption": ["a", "never adopted: only its creation shows its secret"],
  "no-effect": ["e", "a request that only reads has no effect, so before and after are the same"],
  "no-body": ["b", "the answer has no body"],
  "no-listing": ["l", "no listing is read"],
  "nothing-hidden": ["h", "nothing is created that could stay hidden"],
} as const;
export type Omission = keyof typeof leftOut;

const rowsById = new Map(rows.map((row) => [row.id, row] as const));

export function rowOf({ operation }: Target): Row {
  const row = rowsById.get(operation);
  if (row === undefined) throw new Error(`tests/support/kinds/ names the operation ${operation}, which does not exist`);
  return row;
}

/** The request that decides an operation. */
function decisive({ kind, operation }: Pick<Cell, "kind" | "operation">, place: Place, id: string): Target | undefined {
  const of = (verb: Parameters<typeof requestOf>[1]) => requestOf(specimens[kind], verb, place, id);
  switch (operation) {
    case "create":
    case "replace-new":
      return of("create");
    case "read":
      return of("get") ?? of("list");
    case "refresh":
      return of("list");
    case "update":
      return of("update");
    case "delete":
    case "replace-old":
      return of("delete");
    case "adopt":
      return of("update") ?? of("list");
  }
}

/** The request that the fault of a cell hits. `id` is the id of the existing object. */
export function targetOf(cell: Cell, place: Place, id: string): Target {
  const fault = faultOf(cell.fault);
  const listing = fault.scope === "request" && fault.meets === "listing";
  const reads = cell.operation === "read" || cell.operation === "refresh";
  const target = listing && !reads ? requestOf(specimens[cell.kind], "list", place, id) : decisive(cell, place, id);
  if (target === undefined) throw new Error(`${nameOf(cell)} has no request that could fail`);
  return target;
}

/** Whether a target also matches requests of other objects of its kind. */
export const isShared = (target: Target): boolean => target.body === undefined && target.parameters === undefined;

const anywhere: Place = { name: "", mark: "", customerNumber: 1, account: "", domain: "" };

function lacking({ kind, operation }: Cell, definition: Definition): Omission | undefined {
  const { requests, replaced } = specimens[kind];
  switch (operation) {
    case "create":
      return requests.create === undefined ? "no-creation" : undefined;
    case "update":
      return requests.update === undefined ? "no-update" : undefined;
    case "delete":
      return definition.deletion.undeletable !== undefined ? "no-deletion" : undefined;
    case "replace-new":
    case "replace-old":
      if (replaced === undefined) return "no-replacement";
      return operation === "replace-old" && definition.deletion.undeletable !== undefined ? "no-deletion" : undefined;
    case "adopt":
      return isAdoptable(definition) ? undefined : "no-adoption";
    default:
      return undefined;
  }
}

/** Whether waiting for the result reads the listing. */
function lists({ operation }: Cell, { deletion: { staysListed } }: Definition): boolean {
  if (operation === "update") return false;
  return (operation !== "delete" && operation !== "replace-old") || staysListed !== true;
}

/** Why a cell is impossible; undefined if it is possible. */
export function omissionOf(cell: Cell): Omission | undefined {
  const definition = definitions[cell.kind];
  const none = lacking(cell, definition);
  if (none !== undefined) return none;
  const fault = faultOf(cell.fault);
  const target = decisive(cell, anywhere, "-");
  const row = rowOf(target!);
  if (fault.twin !== undefined && row.method === "GET") return "no-effect";
  if (fault.spoilsBody && !Object.values(row.answers).some(({ kind }) => kind === "json")) return "no-body";
  if (fault.scope === "request" && fault.meets === "listing" && !lists(cell, definition)) return "no-listing";
  if (fault.scope === "request" && fault.meets === "creation" && cell.operation !== "create" && cell.operation !== "replace-new")
    return "nothing-hidden";
  return undefined;
}

/** Every cell, including impossible ones. */
const allCells: readonly Cell[] = kinds.flatMap((kind) =>
  operationNames.flatMap((operation) => faultNames.map((fault) => ({ kind, operation, fault }))),
);

export const cells: readonly Cell[] = allCells.filter((cell) => omissionOf(cell) === undefined);
