import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "../../sdk/client.js";
import { HostingError } from "../../sdk/values/errors.js";
import { nameOf } from "../../sdk/http/error-messages.js";
import type { BinaryContent, Operation } from "../../sdk/operations/operation.js";
import type { AnyInput, Request } from "../../sdk/http/request.js";
import { mask } from "../../sdk/redaction/mask.js";
import { shortened } from "../../sdk/redaction/text.js";
import { isObject } from "../shared/is-object.js";
import { UndeliveredError } from "../shared/exit.js";
import { reasonOf } from "../shared/input.js";
import type { TableRow } from "../../sdk/operations/rows.js";
import { deliver, isEndOfReader, notify, print, remark } from "../shared/terminal.js";
import type { CallFlags } from "./flags.js";
import { keepElsewhere } from "./keep.js";
import type { OutputFile } from "./output.js";
import { type Presentation, selected, tableText } from "./presentation.js";
import { masked } from "./secrets.js";

/** What is needed to show an answer. */
export interface Answered {
  readonly row: TableRow;
  readonly input: AnyInput;
  readonly request: Request;
  readonly client: Client;
  readonly flags: CallFlags;
  readonly presentation: Presentation;
  readonly output: OutputFile | undefined;
  /** Secret members of the answer that are shown only once. */
  readonly once: readonly string[];
}

const isBinary = (answer: unknown): answer is BinaryContent =>
  isObject(answer) && isObject(answer["content"]) && Symbol.asyncIterator in answer["content"];

/** Writes the answer to its destination, and says what it hides. */
export const show = (answered: Answered, answer: unknown): Promise<void> =>
  isBinary(answer) ? showFile(answered, answer) : showData(answered, answer);

async function showData(answered: Answered, answer: unknown): Promise<void> {
  const { row, input, client, flags, presentation, output } = answered;
  const { operation } = row;
  if (answer === undefined && output === undefined && !flags.json) return remark(`${operation.id}: done.`);
  const text = (value: unknown) => JSON.stringify(value ?? null, undefined, flags.json ? undefined : 2);
  const { shown, places } = masked(operation, input, answer, client.secrets);
  const isMasking = output === undefined && !flags.showSecrets && places.length > 0;
  const data = selected(operation, isMasking ? shown : answer, presentation);
  const printed = presentation.table ? tableText(operation, data, presentation) : text(data);
  const isNothing = presentation.table && Array.isArray(data) && data.length === 0;
  try {
    if (output !== undefined) await output.write([Buffer.from(`${text(answer)}\n`)]);
    // An empty list has no line unless it has columns.
    else if (!isNothing || printed !== "") await deliver(printed);
  } catch (error) {
    if (output === undefined && isEndOfReader(error) && answered.once.length === 0) return;
    throw await undelivered(answered, error, { shown, whole: Buffer.from(`${text(answer)}\n`) });
  }
  if (output !== undefined) tellWritten(flags, output, "application/json");
  if (isMasking && printed.includes(mask))
    notify("masked", `secrets are shown as [secret]: ${places.join(", ")}; --show-secrets prints them.`, flags);
  if (mayHaveMore(operation, input, answer, flags))
    notify("page", `this is one page of ${answer.length} elements; there may be more. --all reads every page.`, flags);
  if (isNothing) notify("empty", emptiness(answer), flags);
}

const emptiness = (answer: unknown): string =>
  Array.isArray(answer) && answer.length > 0 ? `no element of ${answer.length} meets the conditions.` : "the list is empty.";

async function showFile(answered: Answered, { contentType, content }: BinaryContent): Promise<void> {
  const { flags, output } = answered;
  try {
    if (output === undefined) await pipeline(Readable.from(content), process.stdout, { end: false });
    else await output.write(content);
  } catch (error) {
    throw error instanceof HostingError ? error : await undelivered(answered, error);
  }
  if (output !== undefined) tellWritten(flags, output, contentType);
}

function tellWritten({ json }: CallFlags, { path, bytes }: OutputFile, contentType: string): void {
  if (json) print(JSON.stringify({ file: path, contentType, bytes }));
  else remark(`hosting: wrote ${path}: ${bytes} bytes, ${contentType}.`);
}

/** This much of an answer shows which object it is about. */
const longestTold = 500;

/** The call succeeded and cannot be undone: keeps its answer and says so. */
async function undelivered(
  { row: { operation }, request, output, once }: Answered,
  error: unknown,
  answer?: { readonly shown: unknown; readonly whole: Buffer },
): Promise<UndeliveredError> {
  const where = output === undefined ? "standard output" : `--output ${output.path}`;
  const failed = `${nameOf(request)} succeeded, but its answer could not be written to ${where}: ${reasonOf(error)}.`;
  if (operation.repeat === "safe")
    return new UndeliveredError(`${failed} The call changed nothing: repeat it.`, { operation: operation.id, effect: "none" });
  // If the answer has a secret that is shown only once, it is saved elsewhere if necessary.
  const kept =
    answer &&
    ((await output?.keep(answer.whole.length)) ??
      (once.length > 0 ? await keepElsewhere(operation.id, answer.whole) : undefined));
  const lines = [
    `${failed} It took effect; do not repeat it.`,
    ...(answer === undefined ? [] : [`The answer: ${shortened(JSON.stringify(answer.shown ?? null), longestTold)}`]),
    ...(kept === undefined ? [] : [`The whole answer is in ${kept}, which only you can read.`]),
    ...(kept === undefined && once.length > 0 ? [`Its ${once.join(" and ")} could not be kept and is lost.`] : []),
  ];
  return new UndeliveredError(lines.join("\n"), { operation: operation.id, effect: "possible", kept });
}

/** The provider's default page size. Its maximum is unknown, but not lower: a larger limit may be capped at any value. */
const defaultLimit = 20;

function mayHaveMore(
  { paging }: Operation,
  { query }: AnyInput,
  answer: unknown,
  { all }: CallFlags,
): answer is readonly unknown[] {
  if (paging?.by !== "offset" || all || !Array.isArray(answer)) return false;
  const limit = (query as { readonly limit?: number } | undefined)?.limit;
  return answer.length >= Math.min(limit ?? defaultLimit, defaultLimit);
}
