import type { z } from "zod";
import { plainCopy } from "../../sdk/http/json-copy.js";
import { isMasked, onlyMask } from "../../sdk/redaction/mask.js";
import { schemaProblems } from "../../sdk/http/schema-problems.js";
import { excessOf } from "../../sdk/http/payload-limits.js";
import { inLine } from "../../sdk/redaction/text.js";
import { unknownName } from "../../sdk/values/suggest.js";
import { argumentsWith } from "../definition/secrets.js";
import { declaredInputs, type Definition } from "../definition/definition.js";
import { nameOfDeclared } from "../definition/object-name.js";
import { type Properties, equal } from "../values/properties.js";
import { kindOf, lifecycleArguments, programKeys, providerKey, retainedKey } from "../values/reserved-properties.js";
import { ProviderError } from "../values/errors.js";
import { labelOf } from "../values/kinds.js";
import type { ValuePath } from "../../sdk/values/value-path.js";
import { containsUnknown, unknownPaths, joinedOutputs } from "../values/unknown-values.js";
import { explainedBy } from "../../sdk/values/explained.js";
import { differences } from "./comparison.js";

/**
 * Problems of the arguments, each beginning with the path of the property. Never quotes a value: Pulumi prints reasons
 * unredacted, and a value may be secret.
 *
 * @param olds what the state has
 */
export function checkArguments(definition: Definition, olds: Properties, news: Properties): string[] {
  const kindProblem = otherKind(definition, olds);
  if (kindProblem !== undefined) return [kindProblem];
  const unbounded = tooMuch(news);
  if (unbounded.length > 0) return unbounded;
  const joined = joinedOutputs(declaredInputs(definition, news));
  if (joined.length > 0) return joined;
  const problems = [...unknownArguments(definition, news), ...wrongValues(definition, olds, news)];
  if (problems.length > 0) return problems;
  const known = Object.fromEntries(
    Object.entries(declaredInputs(definition, news)).filter(([, value]) => !containsUnknown(value)),
  );
  return [...(definition.conflicts?.(known) ?? []), ...fixedChanges(definition, olds, news)];
}

/** Fails if the entry is of another kind. If an argument is unknown, `check` has refused nothing. */
export function checkKind(definition: Definition, olds: Properties): void {
  const problem = otherKind(definition, olds);
  if (problem !== undefined) throw new ProviderError(problem);
}

/** Why an entry of another kind, which an alias can name, is not taken for one of this kind: its id means another object. */
function otherKind({ kind, label }: Definition, olds: Properties): string | undefined {
  const other = kindOf(olds);
  if (other === undefined || other === kind) return undefined;
  return (
    `The state has an entry of another kind for this ${label}: ${labelOf(other)}. An alias of the resource has another type: remove that alias.` +
    explainedBy("other kind")
  );
}

/** Values that are too large or too deep to compare or send. */
const tooMuch = (news: Properties): string[] =>
  Object.entries(news).flatMap(([name, value]) => {
    const excess = excessOf(value);
    return excess === undefined ? [] : [`${inLine(name)}: ${excess}`];
  });

function unknownArguments(definition: Definition, news: Properties): string[] {
  const known = [...Object.keys(definition.fields), ...Object.keys(lifecycleArguments)];
  const silent: readonly string[] = [providerKey, retainedKey, ...programKeys];
  return Object.keys(news)
    .filter((name) => !silent.includes(name) && !known.includes(name))
    .map((name) => `${inLine(name)}: ${unknownName("argument", name, known)}`);
}

/** An entry that is being replaced counts as new too, because Pulumi may compare it with nothing. */
const isNew = ({ fields }: Definition, olds: Properties): boolean => !Object.keys(fields).some((name) => name in olds);

function wrongValues(definition: Definition, olds: Properties, news: Properties): string[] {
  const required = Object.entries(definition.fields).flatMap(([name, field]) => (field.required ? [name] : []));
  const missing = required.filter((name) => news[name] === undefined).map((name) => `${name}: required, but missing`);
  return [...missing, ...invalidValues(definition, news, olds)];
}

/** Problems of the arguments that have a value. They are unredacted. What an object in the state already has is not sent again. */
export function invalidValues(definition: Definition, news: Properties, olds: Properties = {}): string[] {
  const schemas: [string, z.ZodType][] = [
    ...Object.entries(definition.fields).map(([name, { schema }]): [string, z.ZodType] => [name, schema]),
    ...Object.entries(lifecycleArguments),
  ];
  const masked = argumentsWith(definition, news, isMasked).map((name) => `${name}: ${onlyMask}`);
  const invalid = schemas.flatMap(([name, schema]) => {
    const value = news[name];
    if (value === undefined) return [];
    const unknown = unknownPaths(value);
    const issues = schema.safeParse(value).error?.issues ?? [];
    const known = issues.filter((issue) => !concernsUnknown(issue, unknown));
    // Member names come from the program and may hold any text.
    const problems = schemaProblems(known, name, value).map(inLine);
    if (problems.length > 0 || equal(olds[name], value)) return problems;
    return plainCopy(value, name).objections.map(({ at, problem }) => inLine(`${at}: ${problem}`));
  });
  return [...invalid, ...masked];
}

const beginsWith = (path: ValuePath, start: ValuePath): boolean => start.every((key, index) => path[index] === key);

/** An issue at, above or below an unknown value may vanish once the value is known. An unrecognized key remains. */
const concernsUnknown = (issue: z.core.$ZodIssue, unknown: readonly ValuePath[]): boolean =>
  issue.code === "unrecognized_keys"
    ? unknown.some((path) => beginsWith(issue.path, path))
    : unknown.some((path) => beginsWith(issue.path, path) || beginsWith(path, issue.path));

/** Arguments that the API cannot change and whose value is not known yet, although the object exists. */
export const fixedUnknown = (definition: Definition, olds: Properties, news: Properties): string[] =>
  isNew(definition, olds)
    ? []
    : Object.entries(definition.fields)
        .filter(([name, { policy }]) => policy === "fixed" && containsUnknown(news[name]))
        .map(([name]) => name);

/** Changes that the API cannot make and that must not cause a replacement either. */
export function fixedChanges(definition: Definition, olds: Properties, news: Properties): string[] {
  if (isNew(definition, olds)) return [];
  const { replace, fixed } = differences(definition, olds, news);
  if (replace.length > 0) return [];
  return fixed.map((name) => {
    const remedy = definition.fields[name]!.readable
      ? "Declare the provider's value, or change it there and run `pulumi refresh`"
      : `Change it at the provider, and declare \`ignoreChanges: ["${name}"]\``;
    return (
      `${name}: the API cannot change it, and a replacement would delete ${nameOfDeclared(definition, olds)} and order a new, billed one. ` +
      `${remedy}.${explainedBy("fixed")}`
    );
  });
}
