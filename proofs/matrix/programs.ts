import type { Properties } from "../../provider/values/properties.js";
import type { Control } from "../../sandbox/index.js";
import type { ResourceSpec } from "../../tests/support/engine.js";
import type { Cell } from "./cells.js";
import { definitions } from "../../tests/support/definitions.js";
import type { Place } from "../../tests/support/place.js";
import { specimens } from "../../tests/support/kinds.js";

/** What the program declares for a cell before its fault, and from then on. */
export interface Declared {
  readonly before: ResourceSpec | undefined;
  readonly after: ResourceSpec | undefined;
  /** The final arguments of the object; undefined if it must not exist. */
  readonly last: Properties | undefined;
  /** Identifier of the object that was created at the provider beforehand. */
  readonly planted: string | undefined;
}

/** Short, so that the next run handles what the fault keeps invisible. */
const timeouts = { create: "5s", update: "5s", delete: "5s" };

/** Declares a cell, and creates at the provider what the program must find there. */
export function declare(cell: Cell, place: Place, control: Control): Declared {
  const { className, costly } = definitions[cell.kind];
  const sample = specimens[cell.kind];
  const args = { ...sample.args(place, control), timeouts };
  const options = costly ? { protect: false } : {};
  const managed = (declared: Properties): ResourceSpec => ({ type: className, name: place.name, args: declared, options });
  const from = (before: Properties | undefined, last: Properties | undefined): Declared => ({
    before: before && managed(before),
    after: last && managed(last),
    last,
    planted: undefined,
  });
  switch (cell.operation) {
    case "create":
      return from(undefined, args);
    case "update":
      return from(args, sample.updated!(args, place));
    case "delete":
      return from(args, undefined);
    case "refresh":
      return from(args, args);
    case "replace-new":
    case "replace-old":
      return from(args, sample.replaced!(args, place));
    case "adopt": {
      const planted = sample.plant(control, place, args);
      return { before: undefined, after: managed({ ...args, adopt: true }), last: args, planted };
    }
    case "read": {
      const planted = sample.plant(control, place, args);
      return { before: undefined, after: { type: className, name: place.name, get: planted }, last: undefined, planted };
    }
  }
}
