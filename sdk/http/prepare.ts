import type { Operation } from "../operations/operation.js";
import { isSecretName } from "../redaction/mask.js";
import type { CallOptions } from "./call-options.js";
import { withoutFiles } from "./file-input.js";
import type { ResolvedOptions } from "./options.js";
import { buildRequest, type AnyInput, type Request } from "./request.js";

/**
 * The request of a call, with the call's own header fields. The input is read at once, and the program may change it afterwards; its files
 * are still to be read.
 *
 * @throws InputError
 */
export function requestFor(
  settings: ResolvedOptions,
  operation: Operation,
  given: AnyInput,
  { headers, fresh = settings.fresh }: CallOptions,
): Request {
  const own = headers as Readonly<Record<string, string>> | undefined;
  for (const [name, value] of Object.entries(own ?? {})) if (isSecretName(name)) settings.secrets.add(value);
  const { input, files } = withoutFiles(operation, given);
  const request = buildRequest(operation, input, settings.secrets, fresh);
  return { ...request, files, headers: { ...own, ...request.headers } };
}
