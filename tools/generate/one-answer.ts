import type { Operation } from "../../sdk/operations/operation.js";
import { tableRows } from "../../sdk/operations/rows.js";
import { modelsIn, type OperationSchemas, type TableSchemas } from "./openapi.js";
import { componentPrefix, type JsonSchema, referenced } from "./schemas.js";

/**
 * Schemas in which each operation succeeds with only one: generated clients have one type for an answer. Objects
 * that differ become one object, which has the members of all of them and requires what all of them require.
 */
export function withOneAnswer({ of, components }: TableSchemas): TableSchemas {
  const differing = tableRows.flatMap(({ operation }) => {
    const found = successes(operation, of(operation)).flatMap(([, schema]) => schema.anyOf ?? [schema]);
    const names = [...new Set(found.flatMap(({ $ref }) => ($ref === undefined ? [] : [referenced($ref)])))];
    const joined = `${operation.id[0]!.toUpperCase()}${operation.id.slice(1)}Answer`;
    return names.length < 2 ? [] : [{ operation, names, joined }];
  });
  const all = {
    ...components,
    ...Object.fromEntries(differing.map(({ names, joined }) => [joined, joinedObject(names, (name) => components[name]!)])),
  };
  const ofOne = (operation: Operation): OperationSchemas => {
    const found = of(operation);
    const joined = differing.find((each) => each.operation === operation)?.joined;
    const one = successes(operation, found).map(([status, schema]): [string, JsonSchema] => [
      status,
      joined === undefined ? withoutNull(schema) : { $ref: `${componentPrefix}${joined}` },
    ]);
    return { ...found, answers: { ...found.answers, ...Object.fromEntries(one) } };
  };
  const used = new Set<string>();
  for (const { operation } of tableRows) {
    const { query = {}, body = {}, answers } = ofOne(operation);
    for (const schema of [query, body, ...Object.values(answers)]) modelsIn(schema, all, used);
  }
  const isReplaced = (name: string) => differing.some(({ names }) => names.includes(name)) && !used.has(name);
  const kept = Object.entries(all).filter(([name]) => !isReplaced(name));
  return { of: ofOne, components: Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

const successes = (operation: Operation, { answers }: OperationSchemas): readonly [string, JsonSchema][] =>
  Object.entries(answers).filter(([status]) => operation.answers[Number(status)]?.kind === "json");

/** An object that may be null would be a second shape, too. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return only === undefined || others.length > 0 ? schema : only;
}

/** A name as generators compare it: many have the same member for `_id` and `id`. */
export const normalized = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, "").toLowerCase();

function joinedObject(names: readonly string[], model: (name: string) => JsonSchema): JsonSchema {
  const objects = names.map(model);
  const members = new Map<string, [string, JsonSchema]>();
  const replaced: string[] = [];
  for (const [name, member] of objects.flatMap(({ properties = {} }) => Object.entries(properties))) {
    const [kept] = members.get(normalized(name)) ?? [];
    if (kept === undefined) members.set(normalized(name), [name, member]);
    else if (kept !== name) replaced.push(` \`${name}\` may be in place of \`${kept}\`.`);
  }
  const required = objects[0]!.required?.filter((name) => objects.every((each) => each.required?.includes(name) === true)) ?? [];
  return {
    description: `The members of ${names.join(" or of ")}.${replaced.join("")}`,
    type: "object",
    properties: Object.fromEntries(members.values()),
    ...(required.length === 0 ? {} : { required }),
  };
}
