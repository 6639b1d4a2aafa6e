import { constants } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { clientOptions, resolveSettings, SettingsError } from "../../provider/runtime/settings.js";
import { type Client, createClient } from "../../sdk/client.js";
import type { CallOptions } from "../../sdk/http/call-options.js";
import { nameOf } from "../../sdk/http/error-messages.js";
import type { AnyInput, Request } from "../../sdk/http/request.js";
import type { BinaryContent, Operation } from "../../sdk/operations/operation.js";
import type { TableRow } from "../../sdk/operations/rows.js";
import { mask } from "../../sdk/redaction/mask.js";
import { shortened } from "../../sdk/redaction/text.js";
import { AbortError, HostingError } from "../../sdk/values/errors.js";
import { CommandError, UndeliveredError, UsageError } from "../shared/exit.js";
import { onSignals } from "../shared/files.js";
import { parseTime, reasonOf } from "../shared/input.js";
import { findRow } from "../shared/operations.js";
import { withProfile } from "../shared/profiles.js";
import { deliver, isEndOfReader, notify, print, remark } from "../shared/terminal.js";
import { isObject } from "../shared/values.js";
import type { CallFlags } from "../options.js";
import { needsConsent, priceOf, refusal } from "./consent.js";
import { checkArrival, checkFlags, checkInput, readInput, wouldLose } from "./input.js";
import { keepElsewhere, OutputFile } from "./output.js";
import { type Presentation, readPresentation, selected, tableText } from "./presentation.js";
import { masked, shownOnce } from "./secrets.js";

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

const show = (answered: Answered, answer: unknown): Promise<void> =>
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

export async function runCall(name: string, flags: CallFlags): Promise<void> {
  const row = findRow(name);
  const { operation } = row;
  const timeout = parseTime("--timeout", flags.timeout);
  checkFlags(row, flags);
  const once = shownOnce(operation);
  const presentation = readPresentation(operation, flags, once);
  const input = await readInput(operation, flags);
  const request = checkInput(operation, input);
  const settings = readSettings(await withProfile(process.env, flags.profile));
  const client = createClient({
    ...clientOptions(settings),
    onNotice: ({ kind, message }) => notify(kind, message, flags),
  });
  if (needsConsent(operation) && !flags.yes) {
    const price = await priceOf(operation, input, client).finally(() => client.close());
    throw refusal(request, new URL(settings.baseUrl).host, { price, once: wouldLose(once, flags) ? once : [] });
  }
  checkArrival(row, once, flags);

  const output = flags.output === undefined ? undefined : await OutputFile.open(flags.output, once.length > 0);
  try {
    const answer = await interruptible((signal) => send(client, row, input, flags, { signal, timeout }));
    await show({ row, input, request, client, flags, presentation, output, once }, answer);
  } catch (error) {
    await output?.abandon();
    throw error;
  } finally {
    await client.close();
  }
}

function readSettings(environment: Parameters<typeof resolveSettings>[0]) {
  try {
    return resolveSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const remedy = "`hosting sandbox` runs an emulator for experiments, and prints these variables for it.";
    throw new UsageError(error.message.includes("is missing") ? `${error.message}\n${remedy}` : error.message);
  }
}

/** Work that Ctrl-C and SIGTERM end gracefully. A second signal ends the process at once. */
async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const leave = onSignals(["SIGINT", "SIGTERM"], (signal) => {
    received = signal;
    leave();
    controller.abort();
  });
  try {
    return await work(controller.signal);
  } catch (error) {
    if (error instanceof AbortError && received !== undefined)
      throw new CommandError(error.message, 128 + constants.signals[received], { cause: error });
    throw error;
  } finally {
    leave();
  }
}

type AnyCall = ((input: AnyInput, options: CallOptions) => Promise<unknown>) & {
  each(input: AnyInput, options: CallOptions): AsyncIterable<unknown>;
  file(input: AnyInput, options: CallOptions): Promise<BinaryContent>;
};

/** Sends the call. A list with all its pages is returned only when it is complete. */
async function send(
  client: Client,
  { area, verb }: TableRow,
  input: AnyInput,
  { all, file }: CallFlags,
  options: CallOptions,
): Promise<unknown> {
  const call = (client as unknown as Readonly<Record<string, Readonly<Record<string, AnyCall>>>>)[area]![verb]!;
  if (file) return call.file(input, options);
  if (!all) return call(input, options);
  const elements: unknown[] = [];
  for await (const element of call.each(input, options)) elements.push(element);
  return elements;
}
