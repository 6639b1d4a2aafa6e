/**
 * What to do about objects that only the answer to their creation would have made usable, after a space in a message.
 *
 * @param revealed outputs that only that answer shows
 * @param count number of the objects that the message has named
 */
export const lostOutputsText = (revealed: readonly string[], count: number): string =>
  count === 1
    ? `Its ${revealed.join(", ")} cannot be recovered. Delete the object at the provider if nobody uses it.`
    : `Their ${revealed.join(", ")} cannot be recovered. Delete those objects at the provider that nobody uses.`;
