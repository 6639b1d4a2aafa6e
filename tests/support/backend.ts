import { randomUUID } from "node:crypto";
import { join } from "node:path";

/** What the backends of Pulumi read beside the address. */
const credentials = /^(AWS|AZURE|GOOGLE|PG)/;

/**
 * Variables by which a stack of the tests keeps its state: in a folder of its own, or in the backend of which `TEST_BACKEND` is the
 * address, with `{stack}` in the place of what each stack has there alone, such as a table or the beginning of its keys.
 */
export function backendVariables(folder: string): Record<string, string> {
  const address = process.env["TEST_BACKEND"];
  if (address === undefined) return { PULUMI_BACKEND_URL: `file://${join(folder, "state")}` };
  if (!address.includes("{stack}")) throw new Error("TEST_BACKEND needs {stack} in its address: stacks have the same name.");
  const own = `stack_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const given = Object.entries(process.env).filter((entry): entry is [string, string] => credentials.test(entry[0]));
  return { ...Object.fromEntries(given), PULUMI_BACKEND_URL: address.replaceAll("{stack}", own) };
}
