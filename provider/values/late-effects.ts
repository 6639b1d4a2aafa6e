/**
 * How long a request may still take effect whose sender no longer waits for it, in milliseconds. No source tells it, so each rule
 * assumes as much as what it protects is worth.
 */

/** An update that an earlier run sent. A later update sends the declared values again anyway. */
export const updateLasts = 5_000;

/** A deletion that a killed process sent. Waiting longer would hold up every adoption of the object. */
export const deletionLasts = 60_000;
