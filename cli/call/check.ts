import { InputError } from "../../sdk/values/errors.js";
import { mask } from "../../sdk/redaction/mask.js";
import type { Operation } from "../../sdk/operations/operation.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { buildRequest, type AnyInput, type Request } from "../../sdk/http/request.js";
import { UsageError } from "../shared/exit.js";
import type { TableRow } from "../../sdk/operations/rows.js";
import type { CallFlags } from "./flags.js";
import { masksIn } from "./secrets.js";

const answers = (operation: Operation, kind: "binary" | "json" | "value"): boolean =>
  Object.values(operation.answers).some((answer) => answer.kind === kind);

/** @throws UsageError if the flags do not fit the operation. */
export function checkFlags({ operation }: TableRow, { all, file, output, json }: CallFlags): void {
  const { id, paging } = operation;
  if (file && operation.alternate === undefined) throw new UsageError(`--file: ${id} has only one form of answer`);
  if (all && paging?.by !== "offset") throw new UsageError(`--all: ${id} is not paged; it always returns the whole list`);
  if (output !== undefined && !answers(operation, "binary") && !answers(operation, "json"))
    throw new UsageError(`--output: ${id} has no answer to write`);
  if ((file || answers(operation, "binary")) && output === undefined && (json || process.stdout.isTTY))
    throw new UsageError(`the answer of ${id} is a file: name a file for it with --output FILE; nothing was sent`);
}

/** Whether a secret that is shown only once would be masked. */
export const wouldLose = (once: readonly string[], { showSecrets, output }: CallFlags): boolean =>
  once.length > 0 && !showSecrets && output === undefined;

/** @throws UsageError */
export function checkArrival({ operation }: TableRow, once: readonly string[], flags: CallFlags): void {
  if (!wouldLose(once, flags)) return;
  throw new UsageError(
    `the answer of ${operation.id} shows its ${once.join(" and ")} only once, and this command would mask it. Nothing was sent.\n` +
      "Add --show-secrets to print it, or --output FILE to save the answer in a file that only you can read.",
  );
}

/** The request as it would be sent. @throws InputError */
export function checkInput(operation: Operation, input: AnyInput): Request {
  refuseMasks(operation, input);
  try {
    return buildRequest(operation, input, new Secrets(), true);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const hint = `\`hosting operations ${operation.id}\` shows what it takes.`;
    throw new InputError(`${error.message}\n${hint}`, error.problems, { operation });
  }
}

function refuseMasks(operation: Operation, input: AnyInput): void {
  const problems = masksIn(operation, input["body"]).map((place) => `${place}: must be the secret itself, not ${mask}`);
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `  ${problem}`);
  const hint = `This command shows ${mask} in place of a secret. Read the object with --show-secrets, or enter the secret.`;
  const message = [`${operation.id}: the input is not valid; nothing was sent.`, ...lines, hint].join("\n");
  throw new InputError(message, problems, { operation });
}
