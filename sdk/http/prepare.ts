import type { Operation } from "../operations/operation.js";
import { isSecretName } from "../redaction/secret-names.js";
import type { CallOptions } from "./call-options.js";
import { withFilesRead } from "./file-input.js";
import type { ResolvedOptions } from "./options.js";
import { buildRequest, type AnyInput, type Request } from "./request.js";

/**
 * The request of a call: its files are read, and it has the call's own header fields.
 *
 * @throws InputError, AbortError
 */
export async function requestFor(
  settings: ResolvedOptions,
  operation: Operation,
  input: AnyInput,
  { headers, fresh = settings.fresh, signal }: CallOptions,
): Promise<Request> {
  const own = headers as Readonly<Record<string, string>> | undefined;
  for (const [name, value] of Object.entries(own ?? {})) if (isSecretName(name)) settings.secrets.add(value);
  const request = buildRequest(operation, await withFilesRead(operation, input, signal), settings.secrets, fresh);
  return { ...request, headers: { ...own, ...request.headers } };
}
