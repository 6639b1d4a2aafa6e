import type { z } from "zod";
import { excessOf } from "../../sdk/http/payload-limits.js";
import type { AnyInput } from "../../sdk/http/request.js";
import { locate } from "../../sdk/http/schema-problems.js";
import { membersShownOnce } from "../../sdk/models/schema.js";
import type { Operation } from "../../sdk/operations/operation.js";
import { mask } from "../../sdk/redaction/mask.js";
import { Secrets, secretValues } from "../../sdk/redaction/redaction.js";
import { inLine } from "../../sdk/redaction/text.js";
import type { ValuePath } from "../../sdk/values/value-path.js";

/** Places where two copies of the same data differ, as precisely as possible. */
function differences(one: unknown, other: unknown, path: ValuePath = []): ValuePath[] {
  if (Object.is(one, other)) return [];
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return [path];
  const names = Object.keys(one);
  if (names.join("\0") !== Object.keys(other).join("\0")) return [path];
  return names.flatMap((name) => differences(one[name], other[name], [...path, Array.isArray(one) ? Number(name) : name]));
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** Whether one path leads to the same place as the other, or into it. */
const isWithin = (inner: ValuePath, outer: ValuePath): boolean => outer.every((step, index) => step === inner[index]);

/** `items[2].name`; with `every`, `items[].name`, which is the same for all elements of a list. */
function located(path: ValuePath, place = "", every = false): string {
  const where = inLine(locate(place, path));
  return every ? where.replace(/\[\d+\]/g, "[]") : where;
}

export const answerSchemas = ({ answers }: Operation): z.ZodType[] =>
  Object.values(answers).flatMap((answer) => (answer.kind === "json" ? [answer.schema] : []));

interface Masked {
  readonly shown: unknown;
  readonly places: readonly string[];
}

/** The answer without secrets: those that its schemas mark, those in the request, and those that the client knows. */
export function masked(operation: Operation, input: AnyInput, answer: unknown, known: Secrets): Masked {
  const sent = operation.body === undefined ? [] : secretValues(operation.body, input["body"]);
  const secrets = known.including(sent);
  const shown = answerSchemas(operation).reduce<unknown>((rest, schema) => secrets.scrub(rest, schema), secrets.scrub(answer));
  const places = differences(answer, shown).map((path) => located(path, "", true) || "the whole answer");
  return { shown, places: [...new Set(places)] };
}

/** A text that is not a secret, to find out what is treated as one. In an address it looks like a token. */
const harmless = "visible-0123456789";

/** Places of a body that have the mask instead of a secret, because a masked answer was sent back. */
export function masksIn({ body: schema }: Operation, body: unknown): string[] {
  if (schema === undefined || excessOf(body) !== undefined) return [];
  const probe = JSON.parse(JSON.stringify(body ?? null).replaceAll(mask, harmless)) as unknown;
  const masks = differences(body, probe);
  return differences(probe, new Secrets().scrub(probe, schema))
    .filter((secret) => masks.some((path) => isWithin(path, secret)))
    .map((path) => located(path, "body"));
}

/** Secret members that only this answer shows. */
export const shownOnce = (operation: Operation): string[] => [
  ...new Set(answerSchemas(operation).flatMap((schema) => membersShownOnce(schema))),
];
