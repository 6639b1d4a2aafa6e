/** Names of members and header fields that always hold a secret, in lower case and without punctuation. */
const secretNames =
  /pass(word|wort)?$|token$|secret|authcode|pincode|verificationcode|multifactorcode|^deviceid$|^iban$|jwt$|accountnumber$|^(proxy)?authorization$|cookie$|(api|access|private)key$|pwd$|passphrase$/;

/** Whether a member or header field with this name always holds a secret. */
export const isSecretName = (name: string): boolean => secretNames.test(name.toLowerCase().replace(/[^a-z]/g, ""));
