import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { providerNameKey, variableName } from "../../provider/runtime/settings.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { type StoredResource } from "../stack/deployment.js";
import { plainProperties } from "../stack/plaintext.js";
import { Pulumi } from "../stack/pulumi.js";
import { classOfFailure, type Comparison, compare, isComplete, isManaged, isProtected } from "./compare.js";
import { type Story, storyOf } from "./events.js";

/** Previews of a stack: one, and more that leave out what failed, so that the rest is compared as well. */
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
  const known = new Set(resources.map(({ urn }) => urn));
  const stories: Story[] = [];
  const excluded = new Set<string>();
  const temporary = await mkdtemp(join(tmpdir(), "hosting-drift-"));
  try {
    while (stories.length < mostPreviews) {
      const story = storyOf(await pulumi.preview(join(temporary, `events-${stories.length}.json`), [...excluded]));
      stories.push(story);
      const failed = isComplete(story) ? [] : ownFailures(story).filter((urn) => known.has(urn) && !excluded.has(urn));
      for (const urn of failed) excluded.add(urn);
      if (failed.length === 0 || resources.filter(isManaged).every(({ urn }) => excluded.has(urn))) break;
      const at =
        failed.length === 1
          ? "a resource, so the rest is compared without it"
          : `${failed.length} resources, so the rest is compared without them`;
      if (stories.length < mostPreviews) notify(`Pulumi stopped at ${at}.`);
    }
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return compare(stories, resources);
}

/** URNs of the resources of this package at which a preview stopped. */
const ownFailures = ({ failures }: Story): string[] =>
  failures.filter((failure) => classOfFailure(failure) !== undefined && !isProtected(failure)).flatMap(({ urn }) => urn ?? []);

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
