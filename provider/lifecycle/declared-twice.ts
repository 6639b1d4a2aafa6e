import { inLine } from "../../sdk/redaction/text.js";
import { declaredInputs, type Definition, type Found } from "../definition/definition.js";
import { nameOfDeclared, naturalKey } from "../definition/object-name.js";
import type { Ownership } from "../ownership/ownership.js";
import type { RunResources } from "../ownership/run-resources.js";
import { joinId } from "../values/id.js";
import { resourceText } from "../values/labels.js";
import { sameId } from "../values/object-keys.js";
import type { Properties } from "../values/properties.js";
import { nameOf } from "../values/reserved-properties.js";
import { containsUnknown } from "../values/unknown-values.js";
import { withSources } from "./expected.js";
import { worldwideName } from "./namesakes.js";

/** What tells a declared object from those of other resources. */
interface Declared {
  readonly key: string;
  /** What an equal object matches; undefined if there is only one with the key. */
  readonly inputs?: Properties;
}

/** The declared object; undefined while it is not known, or if any number of equal ones may exist. */
function declaredObject(definition: Definition, run: RunResources, inputs: Properties): Declared | undefined {
  const { singleton, scope, unique } = definition.identity;
  const name = worldwideName(definition, inputs);
  if (name !== undefined) return { key: joinId("", name) };
  const placed = withSources(definition, run, inputs);
  const parts = scope.map((argument) => placed[argument]);
  if (unique === false || containsUnknown(singleton === true ? parts : placed)) return undefined;
  return singleton === true
    ? { key: joinId(...parts.map(String)) }
    : { key: joinId(naturalKey(definition, { ...inputs, ...placed })), inputs: placed };
}

/**
 * Problems of a resource with valid arguments whose object another resource of the program declares: a preview would promise two objects, or
 * each would overwrite the settings of the other. If the state has the object for both, other rules decide about them. Records the resource,
 * so that others find it.
 *
 * @param isEntering whether the program's objects enter the state, each of several equal ones too
 */
export function declaredTwice(
  definition: Definition,
  { run }: Ownership,
  { olds, news }: { readonly olds: Properties; readonly news: Properties },
  isEntering: boolean,
): string[] {
  const { kind, label } = definition;
  const name = nameOf(news);
  if (name !== "") run.recordDeclaration({ kind, name }, { inputs: declaredInputs(definition, news) });
  const declared = declaredObject(definition, run, news);
  if (name === "" || declared === undefined || (isEntering && declared.inputs !== undefined)) return [];
  const { key, inputs } = declared;
  const isNew = Object.keys(olds).length === 0 || !sameId(declaredObject(definition, run, olds)?.key ?? "", key);
  run.recordDeclaration({ kind, name }, { object: { key, isNew, inputs } });
  const other = run
    .declarersOf(kind, key, name)
    .find((each) => (isNew || each.isNew) && (inputs === undefined || areEqual(definition, each.inputs ?? {}, inputs)));
  if (other === undefined) return [];
  const [mine, theirs] = [name, other.name].map((each) => resourceText(kind, each));
  const unique = worldwideName(definition, news);
  const object =
    unique === undefined
      ? nameOfDeclared(definition, news)
      : `${label} ${inLine(unique)}, whose name is registered only once, whatever the account`;
  return [`${mine} and ${theirs} of this program declare the same ${object}: declare it once.`];
}

/** Whether an object that is as one resource declares is what the other one declares, either way: one may declare more than the other. */
function areEqual({ fields, identity }: Definition, first: Properties, second: Properties): boolean {
  const shown = (inputs: Properties): Found => ({ id: "", inputs, outputs: {} });
  return (
    identity.scope.every((argument) => fields[argument]!.same(first[argument], second[argument])) &&
    identity.matches(shown(first), second) &&
    identity.matches(shown(second), first)
  );
}
