import type { Story } from "../preview/events.js";

/** A preview, and what the sandbox does not have: whether the provider has it is not known. */
export interface Known {
  readonly story: Story;
  /** What was looked up in vain. */
  readonly unknown: readonly string[];
}

/** Pulumi says this of every program that has failed. */
const hasFailed = /Program exited with non-zero exit code|an unhandled error occurred/;

/**
 * Tells what is wrong from what is not known against the sandbox. A program that needs a value itself fails without it, and the preview ends
 * there: that is no failure of the run.
 */
export function knownOf(story: Story): Known {
  const unknown = story.remarks.flatMap(({ code, text }) => (code === "missing" ? [text] : []));
  // The program fails with the same error that was handed over.
  const isUnknown = (message: string) => unknown.some((text) => message.includes(text));
  const hasUnknown = story.failures.some(({ message }) => isUnknown(message));
  const failures = story.failures.filter(({ message }) => !hasUnknown || (!isUnknown(message) && !hasFailed.test(message)));
  return {
    story: { ...story, failures, isWhole: story.isWhole || (hasUnknown && failures.length === 0) },
    unknown,
  };
}
