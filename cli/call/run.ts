import { constants } from "node:os";
import { clientOptions, resolveSettings, SettingsError } from "../../provider/runtime/settings.js";
import { createClient, type Client } from "../../sdk/client.js";
import { AbortError } from "../../sdk/values/errors.js";
import type { BinaryContent } from "../../sdk/operations/operation.js";
import type { CallOptions } from "../../sdk/http/call-options.js";
import type { AnyInput } from "../../sdk/http/request.js";
import { CommandError, UsageError } from "../shared/exit.js";
import { parseTime } from "../shared/input.js";
import type { TableRow } from "../../sdk/operations/rows.js";
import { withProfile } from "../shared/profiles.js";
import { findRow } from "../shared/table.js";
import { notify } from "../shared/terminal.js";
import { checkArrival, checkFlags, checkInput, wouldLose } from "./check.js";
import { needsConsent, refusal } from "./consent.js";
import { priceOf } from "./price.js";
import type { CallFlags } from "./flags.js";
import { readInput } from "./input.js";
import { OutputFile } from "./output.js";
import { readPresentation } from "./presentation.js";
import { shownOnce } from "./secrets.js";
import { show } from "./show.js";

/** Calls one operation and prints its answer. */
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

const endings = ["SIGINT", "SIGTERM"] as const;

/** Work that Ctrl-C and SIGTERM end gracefully. A second signal ends the process at once. */
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
      throw new CommandError(error.message, 128 + constants.signals[received], { cause: error });
    throw error;
  } finally {
    for (const signal of endings) process.off(signal, end);
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
