/** Replaces a secret. */
export const mask = "[secret]";
