import { scryptSync } from "node:crypto";
import { readText } from "../shared/input.js";

/** Variables with a secret that the review and the run share, the preferred one first. */
const variables = [
  "HOSTING_REVIEW_KEY",
  "PULUMI_CONFIG_PASSPHRASE",
  "HOSTING_PASSWORD",
  "HOSTING_ACCESS_TOKEN",
  "PULUMI_ACCESS_TOKEN",
] as const;

/** Settings of the configuration that can be a secret in its place. */
const keys = ["hosting:password", "hosting:accessToken"] as const;

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
  const passphrase = file && (await readText("PULUMI_CONFIG_PASSPHRASE_FILE", file)).trim();
  const values = variables.map((name) => environment[name] || (name === "PULUMI_CONFIG_PASSPHRASE" ? passphrase : undefined));
  const secret = values.find(Boolean) ?? keys.map((key) => configuration.get(key)?.value).find(Boolean);
  return secret && scryptSync(secret, `hosting review of ${stack}`, 32).toString("hex");
}
