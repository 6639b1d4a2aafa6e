/** Names of members and header fields that hold a secret wherever they occur, in small letters and without punctuation. */
const secretNames =
  /pass(word|wort)?$|token$|secret|authcode|pincode|verificationcode|multifactorcode|^deviceid$|^iban$|jwt$|accountnumber$|^(proxy)?authorization$|cookie$/;

/** Whether a member or header field of this name holds a secret wherever it occurs. */
export const isSecretName = (name: string): boolean => secretNames.test(name.toLowerCase().replace(/[^a-z]/g, ""));
