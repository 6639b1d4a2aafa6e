import type { Properties } from "../../provider/values/properties.js";
import type { Control } from "../../sandbox/index.js";
import { urnOf } from "../../tests/support/engine.js";
import type { EditCell } from "./edit-cells.js";
import { type Declaration, editOf } from "./edits.js";
import { definitions } from "../../tests/support/definitions.js";
import type { Place } from "../../tests/support/place.js";
import { specimens } from "../../tests/support/kinds.js";

/** What a message has advised, and the program follows from then on. */
export interface Advice {
  adopt: boolean;
  alias: boolean;
  /** Names of resources that are left out. */
  readonly without: Set<string>;
}

/** Short, because there is nothing to wait for. */
const timeouts = { create: "10s", update: "10s", delete: "10s" };

/** What a cell declares after `advice`. */
export function declarationOf({ kind, edit }: EditCell, place: Place, control: Control, advice: Advice): Declaration {
  const { className, costly } = definitions[kind];
  const sample = specimens[kind];
  const args: Properties = { ...sample.args(place, control), timeouts };
  const urn = urnOf(className, place.name);
  return {
    args,
    updated: sample.updated?.(args, place) ?? args,
    replaced: sample.replaced?.(args, place) ?? args,
    urn,
    resource: (given = args, options = {}, ending = "") => ({
      type: className,
      name: [place.name, ending].filter(Boolean).join("."),
      args: { ...given, ...(advice.adopt ? { adopt: true } : {}) },
      options: {
        ...(costly ? { protect: false } : {}),
        ...options,
        ...(advice.alias && editOf(edit).movesEntry ? { aliases: [urn] } : {}),
      },
    }),
  };
}
