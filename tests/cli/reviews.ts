import { reviewAsMarkdown, reviewAsText } from "../../cli/review/render.js";
import { type Review, reviewOf } from "../../cli/review/review.js";
import type { Rule } from "../../cli/review/rules.js";
import { readEvents } from "../../cli/stack/events.js";
import type { StoredResource } from "../../cli/stack/deployment.js";
import { ended, entry, step } from "../support/drifted-stack.js";

type Event = ReturnType<typeof step>;

/** What Pulumi wrote, whether or not it came to its end. */
export const written = (...events: readonly object[]) => readEvents(events.map((each) => `${JSON.stringify(each)}\n`).join(""));
/** A preview that succeeded. */
export const story = (...events: readonly object[]) => written(...events, ended("succeeded"));

/** What a review takes from elsewhere than the preview. */
export const sources = (rules: readonly Rule[] = []) =>
  ({ project: "shop", stack: "production", digest: "v1.x", rules, cautions: [] }) as const;
export const review = (...events: readonly object[]): Promise<Review> => reviewOf(story(...events), sources());

export const same = (text: string): string => text;
export const asText = (found: Review): string => reviewAsText(found, same, (_, value) => value);
export const asMarkdown = (found: Review, limit?: number): string => reviewAsMarkdown(found, same, { limit, whole: undefined });
export const textOf = async (...events: readonly object[]): Promise<string> => asText(await review(...events));
export const markdownOf = async (...events: readonly object[]): Promise<string> => asMarkdown(await review(...events));

/** The event with other members of the entry before it and after it. */
export function withOptions(event: Event, before: object, after: object = {}): Event {
  const { metadata } = event.resOutputsEvent;
  if (metadata.old !== null) Object.assign(metadata.old, before);
  if (metadata.new !== null) Object.assign(metadata.new, after);
  return event;
}

/** The steps of a replacement. */
export const replacing = (of: StoredResource, old: object, after: object, paths: readonly string[] = []): Event[] =>
  ["create-replacement", "replace", "delete-replaced"].map((op) => step(op, of, old, after, paths));

export const hookArgs = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://a.example/" };
export const hook = (name: string, id = "1"): StoredResource => entry("Webhook", name, id);
export const domainArgs = (sld: string, tld = "de", accountIdentifier = "p100001") => ({ accountIdentifier, sld, tld });
export const domain = (sld: string, tld = "de"): StoredResource => entry("Domain", sld, `p100001/${sld}.${tld}`);

/** The same step with other providers before and after it. */
export function withProvider(event: ReturnType<typeof step>, before: string, after: string) {
  const of = (name: string) => `urn:pulumi:production::agency::pulumi:providers:pulumi-nodejs::${name}`;
  const [old, made] = [before, after].map((name) => ({ provider: of(name.includes("::") ? name : `${name}::1`) }));
  return withOptions(event, old!, made);
}

/** What a digest is of, where nothing but the run counts. */
export const noFiles = {
  key: "k",
  base: 1,
  files: { configuration: undefined, project: undefined, dependencies: undefined },
  variables: {},
  options: [],
  settings: [],
};
