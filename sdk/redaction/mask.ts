/** Replaces a secret. */
export const mask = "[secret]";

/** Whether a text is what an API shows in place of a secret, such as `********`. */
export const isMasked = (text: string): boolean => /^[*•]{3,}$/.test(text);

/** Why such a text is not sent: it would replace the secret. */
export const onlyMask = "is only a mask that the API shows in place of a secret, such as ********; give the secret itself";
