import { notInSandbox } from "../../provider/values/stand-in.js";
import type { Story } from "../preview/events.js";

/** A preview, and what the sandbox does not have: whether the provider has it is not known. */
export interface Known {
  readonly story: Story;
  /** What was looked up in vain, as the lookups say it. */
  readonly unknown: readonly string[];
}

/** Pulumi says this of every program that has failed. */
const hasFailed = /Program exited with non-zero exit code|an unhandled error occurred/;

const isUnknown = (message: string): boolean => message.includes(notInSandbox);

const textOf = (message: string): string =>
  message
    .slice(message.indexOf(notInSandbox) + notInSandbox.length)
    .trim()
    .replace(/\s*\n[^]*$/, "");

/**
 * Tells what is wrong from what is not known against the sandbox. A program that needs a value itself fails without it, and the preview ends
 * there: that is no failure of the run.
 */
export function knownOf(story: Story): Known {
  const { remarks, isWhole } = story;
  const unknown = story.failures.filter(({ message }) => isUnknown(message));
  const failures =
    unknown.length === 0
      ? story.failures
      : story.failures.filter(({ message }) => !isUnknown(message) && !hasFailed.test(message));
  return {
    story: {
      ...story,
      failures,
      remarks: remarks.filter((message) => !isUnknown(message)),
      isWhole: isWhole || (unknown.length > 0 && failures.length === 0),
    },
    unknown: [...new Set([...remarks.filter(isUnknown), ...unknown.map(({ message }) => message)].map(textOf))],
  };
}
