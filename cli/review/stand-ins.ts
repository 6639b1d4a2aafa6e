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
  const replaced: string[] = [];
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^(?:encryptionsalt|encryptedkey|secretsprovider)\s*:/.test(line)) continue;
    const before = lines.at(-1) ?? "";
    if (/^\s+secure\s*:/.test(line) && /:\s*$/.test(before)) {
      replaced.push(
        before
          .trim()
          .replace(/^- /, "")
          .replace(/:$/, "")
          .replace(/^(["'])(.*)\1$/, "$2"),
      );
      lines[lines.length - 1] = `${before.trimEnd()} ${standIn}`;
    } else if (/\{\s*secure\s*:/.test(line)) {
      replaced.push(line.trim().replace(/:.*\{.*$/, ""));
      lines.push(line.replace(/\{\s*secure\s*:[^}]*\}/g, standIn));
    } else lines.push(line.replace(/^(\s*)- secure\s*:.*$/, `$1- ${standIn}`));
  }
  return { text: lines.join("\n"), replaced };
}
