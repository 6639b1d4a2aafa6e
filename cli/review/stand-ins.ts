/** A configuration without its secrets. */
export interface PublicConfiguration {
  readonly text: string;
  /** Keys of the values that were replaced. */
  readonly replaced: readonly string[];
}

/** A value in place of a secret. No program should depend on what it is. */
const standIn = "replaced-for-this-review";

/**
 * A configuration file of a stack with a value in place of each secret, whose ciphertext only the owner can read, and without what
 * encrypts them. Pulumi writes a secret as a mapping of the one key `secure`.
 */
export function withoutSecrets(text: string): PublicConfiguration {
  const replaced = new Set<string>();
  const lines: string[] = [];
  let key = "";
  for (const line of text.split(/\r?\n/)) {
    if (/^(?:encryptionsalt|encryptedkey|secretsprovider)\s*:/.test(line)) continue;
    key = /^\s+(["']?)([^\s"':]+:[^\s"':]+)\1\s*:/.exec(line)?.[2] ?? key;
    if (!secure.test(line)) {
      lines.push(line);
      continue;
    }
    replaced.add(key);
    const before = lines.at(-1) ?? "";
    // In a block, the mapping is below its key.
    if (/^\s+secure\s*:/.test(line) && /:\s*$/.test(before)) lines[lines.length - 1] = `${before.trimEnd()} ${standIn}`;
    else lines.push(line.replace(/\{\s*secure\s*:[^}]*\}/g, standIn).replace(/^(\s*-\s+)secure\s*:.*$/, `$1${standIn}`));
  }
  return { text: lines.join("\n"), replaced: [...replaced] };
}

const secure = /(?:^\s+|-\s+|\{\s*)secure\s*:/;
