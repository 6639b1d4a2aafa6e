import { scryptSync } from "node:crypto";
import { readText } from "../shared/input.js";

/** Without a secret, a digest of a weak password could be guessed by whoever reads the review. */
export const noKey =
  "no secret is known that the review and the run share: set HOSTING_REVIEW_KEY to the same long random text for both";

/**
 * The key of the digests of a stack; undefined if the environment has no secret. A passphrase can be a weak one, so guessing is made slow.
 *
 * @param configuration of the stack, in plain text
 */
export async function digestKeyOf(
  environment: NodeJS.ProcessEnv,
  configuration: ReadonlyMap<string, { readonly value: string }>,
  stack: string,
): Promise<string | undefined> {
  const file = environment["PULUMI_CONFIG_PASSPHRASE_FILE"];
  // What is the same for a review and its application, the most lasting first.
  const secrets = [
    environment["HOSTING_REVIEW_KEY"],
    environment["PULUMI_CONFIG_PASSPHRASE"],
    file && (await readText("PULUMI_CONFIG_PASSPHRASE_FILE", file)).trim(),
    environment["HOSTING_PASSWORD"],
    environment["HOSTING_ACCESS_TOKEN"],
    environment["PULUMI_ACCESS_TOKEN"],
    configuration.get("hosting:password")?.value,
    configuration.get("hosting:accessToken")?.value,
  ];
  const secret = secrets.find(Boolean);
  return secret && scryptSync(secret, `hosting review of ${stack}`, 32).toString("hex");
}
