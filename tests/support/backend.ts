import { randomUUID } from "node:crypto";
import { join } from "node:path";

/** Variables that Pulumi's backends read in addition to the address. */
const credentials = /^(AWS|AZURE|GOOGLE|PG)/;

/**
 * Variables that set where a stack of the tests keeps its state: in its own folder, or in the backend at the address
 * `TEST_BACKEND`, in which `{stack}` marks what differs for each stack, such as a table or a key prefix.
 */
export function backendVariables(folder: string): Record<string, string> {
  const address = process.env["TEST_BACKEND"];
  if (address === undefined) return { PULUMI_BACKEND_URL: `file://${join(folder, "state")}` };
  if (!address.includes("{stack}")) throw new Error("TEST_BACKEND needs {stack} in its address: stacks have the same name.");
  const own = `stack_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const given = Object.entries(process.env).filter((entry): entry is [string, string] => credentials.test(entry[0]));
  return { ...Object.fromEntries(given), PULUMI_BACKEND_URL: address.replaceAll("{stack}", own) };
}

/** Variables with which programs and provider processes start in half the time. Their types are checked without Pulumi. */
export const lightStart: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "light-sdk.js"))}`,
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
};
