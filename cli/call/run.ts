import { constants } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { clientOptions, resolveSettings, SettingsError } from "../../provider/runtime/settings.js";
import { createClient, type Client } from "../../sdk/client.js";
import { AbortError, InputError } from "../../sdk/errors.js";
import type { BinaryContent, Operation } from "../../sdk/operation.js";
import type { CallOptions } from "../../sdk/options.js";
import { Secrets } from "../../sdk/redaction.js";
import { buildRequest, type AnyInput } from "../../sdk/request.js";
import { CommandError, UsageError } from "../exit.js";
import { parseTime } from "../input.js";
import { findRow, type Row } from "../table.js";
import { notify, print, remark } from "../terminal.js";
import { needsConsent, refusal } from "./consent.js";
import { readInput, type InputFlags } from "./input.js";
import { OutputFile } from "./output.js";
import { masked, shownOnce } from "./secrets.js";

export interface CallFlags extends InputFlags {
  readonly yes?: true;
  readonly output?: string;
  readonly all?: true;
  readonly file?: true;
  readonly timeout: string;
  readonly showSecrets?: true;
  readonly json?: true;
}

/** Calls one operation and prints its answer. */
export async function runCall(name: string, flags: CallFlags): Promise<void> {
  const row = findRow(name);
  const { operation } = row;
  const timeout = parseTime("--timeout", flags.timeout);
  checkFlags(row, flags);
  const input = await readInput(operation, flags);
  const request = checkInput(operation, input);
  const settings = readSettings();
  if (needsConsent(operation) && !flags.yes) throw refusal(request, new URL(settings.baseUrl).host);

  const output = flags.output === undefined ? undefined : await OutputFile.open(flags.output);
  const client = createClient({
    ...clientOptions(settings),
    onNotice: ({ kind, message }) => notify(kind, message, flags),
  });
  try {
    const answer = await interruptible((signal) => send(client, row, input, flags, { signal, timeout }));
    await show({ row, input, client, flags, output }, answer);
    await output?.finish();
  } catch (error) {
    await output?.abandon();
    throw error;
  } finally {
    await client.close();
  }
}

const answers = (operation: Operation, kind: "binary" | "json" | "value"): boolean =>
  Object.values(operation.answers).some((answer) => answer.kind === kind);

function checkFlags(row: Row, { all, file, output, showSecrets, json }: CallFlags): void {
  const { operation } = row;
  const { id, paging } = operation;
  if (file && operation.alternate === undefined)
    throw new UsageError(`--file: ${id} has no second form; its answer is what it is`);
  if (all && paging?.by !== "offset") throw new UsageError(`--all: ${id} is not paged, it answers everything at once`);
  if (output !== undefined && !answers(operation, "binary") && !answers(operation, "json"))
    throw new UsageError(`--output: ${id} answers nothing that could be written`);
  if ((file || answers(operation, "binary")) && output === undefined && (json || process.stdout.isTTY))
    throw new UsageError(`the answer of ${id} is a file: say where to write it with --output FILE; nothing was sent`);
  const once = shownOnce(row);
  if (once.length > 0 && !showSecrets && output === undefined)
    throw new UsageError(
      `the answer of ${id} shows its ${once.join(" and ")} this one time, and it would be masked. Nothing was sent.\n` +
        "Repeat the command with --show-secrets to print it, or with --output FILE to keep the answer in a file that only you can read.",
    );
}

function checkInput(operation: Operation, input: AnyInput) {
  try {
    return buildRequest(operation, input, new Secrets(), true);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const hint = `\`hosting operations ${operation.id}\` shows what it takes.`;
    throw new InputError(`${error.message}\n${hint}`, error.problems, { operation });
  }
}

function readSettings() {
  try {
    return resolveSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const remedy = "`hosting sandbox` runs an emulator to try things out with, and prints these variables for it.";
    throw new UsageError(error.message.includes("is missing") ? `${error.message}\n${remedy}` : error.message);
  }
}

const endings = ["SIGINT", "SIGTERM"] as const;

/** Work that Ctrl-C and SIGTERM end in order; asked a second time, the process ends at once. */
async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let received: (typeof endings)[number] | undefined;
  const end = (signal: (typeof endings)[number]) => {
    received = signal;
    controller.abort();
  };
  for (const signal of endings) process.once(signal, end);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (error instanceof AbortError && received !== undefined)
      throw new CommandError(error.message, 128 + constants.signals[received]);
    throw error;
  } finally {
    for (const signal of endings) process.off(signal, end);
  }
}

type AnyCall = ((input: AnyInput, options: CallOptions) => Promise<unknown>) & {
  each(input: AnyInput, options: CallOptions): AsyncIterable<unknown>;
  file(input: AnyInput, options: CallOptions): Promise<BinaryContent>;
};

/** The answer; of a list with all its pages nothing before it is complete. */
async function send(
  client: Client,
  { area, verb }: Row,
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

interface Answered {
  readonly row: Row;
  readonly input: AnyInput;
  readonly client: Client;
  readonly flags: CallFlags;
  readonly output: OutputFile | undefined;
}

const isBinary = (answer: unknown): answer is BinaryContent =>
  typeof answer === "object" && answer !== null && Symbol.asyncIterator in ((answer as Partial<BinaryContent>).content ?? {});

async function show(answered: Answered, answer: unknown): Promise<void> {
  if (isBinary(answer)) return showFile(answered, answer);
  const { row, input, client, flags, output } = answered;
  const { operation } = row;
  if (answer === undefined) return flags.json ? print("null") : remark(`${operation.id}: done.`);
  const text = (value: unknown) => (flags.json ? JSON.stringify(value) : JSON.stringify(value, undefined, 2));
  if (output !== undefined) {
    await output.write([Buffer.from(`${text(answer)}\n`)]);
    return written(answered, "application/json");
  }
  const shown = flags.showSecrets ? answer : masked(operation, input, answer, client.secrets);
  print(text(shown));
  if (flags.json) return;
  if (JSON.stringify(shown) !== JSON.stringify(answer))
    remark("hosting: secrets are shown as [secret]; --show-secrets prints them.");
  if (mayHaveMore(operation, input, answer, flags))
    remark(`hosting: this is one page of ${(answer as unknown[]).length}, there may be more; --all reads every page.`);
}

async function showFile(answered: Answered, { contentType, content }: BinaryContent): Promise<void> {
  const { output } = answered;
  if (output === undefined) {
    await pipeline(Readable.from(content), process.stdout, { end: false });
    return;
  }
  await output.write(content);
  written(answered, contentType);
}

function written({ flags, output }: Answered, contentType: string): void {
  const { bytes } = output!;
  if (flags.json) print(JSON.stringify({ file: flags.output, contentType, bytes }));
  else remark(`hosting: wrote ${flags.output!}: ${bytes} bytes, ${contentType}.`);
}

/** The provider's page size where none is asked for. Its maximum is not known, but not less: a larger limit may be cut down to any. */
const defaultLimit = 20;

function mayHaveMore({ paging }: Operation, { query }: AnyInput, answer: unknown, { all }: CallFlags): boolean {
  if (paging?.by !== "offset" || all || !Array.isArray(answer)) return false;
  const limit = (query as { readonly limit?: number } | undefined)?.limit;
  return answer.length >= Math.min(limit ?? defaultLimit, defaultLimit);
}
