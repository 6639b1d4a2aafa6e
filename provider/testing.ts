import type * as pulumi from "@pulumi/pulumi";
import { createHash } from "node:crypto";
import { attempt } from "./journal/journal-storage.js";
import type { Invented } from "./definition/definition.js";
import { definitionOfKind } from "./program/containers.js";
import { joinId, splitId } from "./values/ids.js";
import { pick, type Properties } from "./values/properties.js";
import { kindOf } from "./values/reserved-properties.js";

/** An object as the provider would show it. */
interface MockObject {
  readonly id: string;
  /** Its outputs and, of an object that is only read, the arguments that its id tells. */
  readonly shown: Properties;
}

/** Made of the name, so that no run differs from another. */
function inventedFor(name: string): Invented {
  const digest = createHash("sha256").update(name).digest("hex");
  return {
    name,
    number: 100_000 + (parseInt(digest.slice(0, 8), 16) % 900_000),
    uuid: digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5"),
    key: digest.slice(0, 24),
    time: "2026-01-01T00:00:00Z",
  };
}

/**
 * What the provider would show of a resource of this kind; undefined for other kinds.
 *
 * @param read the id of the object, if the program only reads it. A test may invent one of another form, which tells nothing.
 */
function mockObject(kind: string | undefined, args: Properties, name: string, read?: string): MockObject | undefined {
  const definition = definitionOfKind(kind);
  if (definition === undefined) return undefined;
  const { idParts, identity, outputs, revealed = [] } = definition;
  const mock = (known: Properties): Properties => definition.mock?.(inventedFor(name), known) ?? {};
  if (read !== undefined) {
    const shownOf = (parts: Properties): Properties => {
      const mocked = mock(parts);
      const fromId = Object.keys(parts).map((part) => [
        part,
        typeof mocked[part] === "number" ? Number(parts[part]) : parts[part],
      ]);
      return { ...mocked, ...(Object.fromEntries(fromId) as Properties), ...identity.parse(read) };
    };
    const shown = attempt(() => Object.entries(shownOf(splitId(read, ...idParts)))) ?? [];
    return { id: read, shown: Object.fromEntries(shown.filter(([output]) => !revealed.includes(output))) };
  }
  const shown = pick(mock(args), Object.keys(outputs));
  return { id: joinId(...idParts.map((part) => String(args[part] ?? shown[part]))), shown };
}

/**
 * Mocks for unit tests of programs, for `pulumi.runtime.setMocks`. Each resource of this package gets an id of the form that the
 * provider's ids have, and its outputs; both are the same in every run. A resource that is only read (`get`) has outputs that fit its
 * id. Resources of other packages get their inputs as outputs.
 */
export const mocks = (): pulumi.runtime.Mocks => ({
  newResource({ name, inputs, id: given }) {
    const args = inputs as Record<string, unknown>;
    const { id, shown } = mockObject(kindOf(args), args, name, given || undefined) ?? { id: given || `${name}_id`, shown: {} };
    return { id, state: { ...args, ...shown } };
  },
  call: ({ inputs }) => inputs as Record<string, unknown>,
});
