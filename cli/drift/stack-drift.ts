import { join } from "node:path";
import { withTemporaryFolder } from "../shared/temporary-folder.js";
import { providerNameKey, variableName } from "../../provider/runtime/settings.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { definitionOf } from "../stack/definitions.js";
import { classOf, type StoredResource } from "../stack/deployment.js";
import { plainProperties } from "../stack/plaintext.js";
import { Pulumi } from "../stack/pulumi.js";
import { classOfFailure, type Comparison, compare, isComplete, isManaged, isProtected } from "./compare.js";
import { type Story, storyOf } from "../preview/events.js";
import { nameIn, recordedDrift } from "../preview/properties.js";

/**
 * Previews of a stack: one, and more that leave out what failed, so that the rest is compared as well. Pulumi names all resources that cannot
 * be read, but only the first one that it refuses, so the last preview also leaves out what is likely to be refused. It cannot leave out a
 * single resource that the state lacks, so if one of these is refused, all of them are left out.
 */
const mostPreviews = 5;

export interface DriftOptions {
  readonly folder: string;
  readonly stack: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly resources: readonly StoredResource[];
  readonly secrets: Secrets;
  readonly notify: (message: string) => void;
}

/** How a stack differs from its program, by previews that write nothing. */
export async function stackDrift({ folder, stack, environment, resources, secrets, notify }: DriftOptions): Promise<Comparison> {
  const pulumi = new Pulumi(folder, stack, secrets, { ...environment, ...comparing(resources) });
  const managed = new Set(resources.filter(isManaged).map(({ urn }) => urn));
  const recorded = new Set(resources.map(({ urn }) => urn));
  const stories: Story[] = [];
  const excluded = new Set<string>();
  let areNewLeftOut = false;
  const targets = () => (areNewLeftOut ? new Set([...recorded].filter((urn) => !excluded.has(urn))) : undefined);
  await withTemporaryFolder("drift", async (temporary) => {
    for (;;) {
      const target = targets();
      const selection = target === undefined ? { exclude: [...excluded] } : { target: [...target] };
      const story = storyOf(await pulumi.preview(join(temporary, `events-${stories.length}.json`), selection));
      stories.push(story);
      const stoppedAt = isComplete(story) ? [] : ownFailures(story);
      const refusedNew = areNewLeftOut ? [] : stoppedAt.filter((urn) => !recorded.has(urn));
      const failed = [...stoppedAt.filter((urn) => managed.has(urn) && !excluded.has(urn)), ...refusedNew];
      if (failed.length === 0 || stories.length === mostPreviews) break;
      const isLast = stories.length === mostPreviews - 1;
      for (const urn of [...failed, ...(isLast ? await refusable(stories) : [])]) excluded.add(urn);
      areNewLeftOut ||= refusedNew.length > 0;
      if ([...managed].every((urn) => excluded.has(urn))) break;
      const at =
        failed.length === 1
          ? "a resource, so the rest is compared without it"
          : `${failed.length} resources, so the rest is compared without them`;
      notify(`Pulumi stopped at ${at}.`);
    }
  });
  return compare(stories, resources, { excluded, targets: targets() });
}

/** URNs of the resources of this package at which a preview stopped. */
const ownFailures = ({ failures }: Story): string[] =>
  failures.filter((failure) => classOfFailure(failure) !== undefined && !isProtected(failure)).flatMap(({ urn }) => urn ?? []);

/** URNs of the resources at which a preview would stop as well, because the API cannot change back what the provider shows. */
async function refusable(stories: readonly Story[]): Promise<readonly string[]> {
  const urns: string[] = [];
  for (const step of stories.flatMap(({ refreshed }) => refreshed)) {
    const className = classOf(step);
    const definition = className === undefined ? undefined : await definitionOf(className);
    const isStuck = (path: string) => {
      const policy = definition?.fields[nameIn(path)]?.policy;
      return policy === "fixed" || (policy === "replace" && definition?.replacement.refuses !== undefined);
    };
    if (definition !== undefined && recordedDrift(definition, step).some(({ path }) => isStuck(path))) urns.push(step.urn);
  }
  return urns;
}

/**
 * Variables that let a preview go on where a run must stop: a domain that is gone is reported like any other object, and what could be
 * ordered now is not looked up.
 */
function comparing(resources: readonly StoredResource[]): Record<string, string> {
  const names = resources.map(({ inputs }) => plainProperties(inputs)[providerNameKey]);
  const providers = [undefined, ...names.filter((name) => typeof name === "string")];
  return Object.fromEntries(
    providers.flatMap((name) => [
      [variableName("whenGone", name), "recreate"],
      [variableName("previewChecks", name), "off"],
    ]),
  );
}
