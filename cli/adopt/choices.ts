import { unknownName } from "../../sdk/values/suggest.js";
import { CommandError, exitCodes, UsageError } from "../shared/exit.js";
import { titleOf } from "../stack/deployment.js";

/** Which object a resource is to get, of several that fit. */
export interface Choice {
  /** Its class and name, such as `Webhook hook`, or its URN. */
  readonly resource: string;
  readonly id: string;
}

/** @throws UsageError */
export function parseChoices(given: readonly string[] = []): readonly Choice[] {
  const choices = new Map<string, Choice>();
  for (const text of given) {
    const [, resource, id] = /^(.+)=([^=]+)$/s.exec(text) ?? [];
    if (resource === undefined || id === undefined)
      throw new UsageError(`--take ${text}: must be a resource and the id of an object, such as "Webhook hook=1032"`);
    if (choices.has(resource)) throw new UsageError(`--take ${text}: ${resource} is given twice`);
    choices.set(resource, { resource, id });
  }
  return [...choices.values()];
}

export const isFor = ({ resource }: Choice, urn: string): boolean => resource === urn || resource === titleOf(urn);

export const isOfClass = ({ resource }: Choice, className: string): boolean =>
  (resource.startsWith("urn:") ? titleOf(resource) : resource).startsWith(`${className} `);

export const wrongChoice = ({ resource, id }: Choice, why: string): CommandError =>
  new CommandError(`--take ${resource}=${id}: ${why}. Nothing was written.`, exitCodes.failed);

/**
 * @param created URNs of the resources that a run would create
 * @param held URNs of those that the state has: an earlier run of the command may have entered them
 */
export function checkChoices(choices: readonly Choice[], created: readonly string[], held: readonly string[]): void {
  for (const choice of choices) {
    const meant = created.filter((urn) => isFor(choice, urn));
    if (meant.length > 1) throw wrongChoice(choice, `several resources are called so. Give the URN: ${meant.join(", ")}`);
    if (meant.length === 0 && !held.some((urn) => isFor(choice, urn)))
      throw wrongChoice(choice, unknownName("resource", choice.resource, created.map(titleOf)));
  }
}
