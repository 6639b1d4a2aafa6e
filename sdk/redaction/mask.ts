/** Names of members and header fields that always hold a secret, in lower case and without punctuation. */
const secretNames =
  /pass(word|wort)?$|token$|secret|authcode|pincode|verificationcode|multifactorcode|^deviceid$|^iban$|jwt$|accountnumber$|^(proxy)?authorization$|cookie$|(api|access|private)key$|pwd$|passphrase$/;

/** Whether a member or header field with this name always holds a secret. */
export const isSecretName = (name: string): boolean => secretNames.test(name.toLowerCase().replace(/[^a-z]/g, ""));

/** Replaces a secret. */
export const mask = "[secret]";

/** Whether a text is what an API shows in place of a secret, such as `********`. */
export const isMasked = (text: string): boolean => /^[*•]{3,}$/.test(text);

/** Why such a text is not sent: it would replace the secret. */
export const onlyMask = "is only a mask that the API shows in place of a secret, such as ********; give the secret itself";
