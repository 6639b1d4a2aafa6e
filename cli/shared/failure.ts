import { CommanderError } from "commander";
import { spelledOut } from "../../sdk/redaction/text.js";
import { ConfigurationError, HostingError, InputError } from "../../sdk/values/errors.js";
import { explainedOnce } from "../../sdk/values/explained.js";
import { CommandError, exitCodes, FailedCommand } from "./exit.js";
import { painter } from "./terminal.js";

interface Failure {
  readonly exitCode: number;
  /** The message to show; undefined if everything has been said. */
  readonly message: string | undefined;
}

/** An unknown option with its value: it may be a misspelt option with a secret. */
const unknownWithValue = /(unknown option '[^'=]*)=[^]*?'/;

function assess(error: unknown): Failure {
  if (error instanceof FailedCommand) {
    const { exitCode, message } = assess(error.cause);
    return { exitCode: exitCode === exitCodes.done ? exitCode : exitCodes.failed, message };
  }
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return { exitCode: exitCodes.done, message: undefined };
    if (error.code === "commander.help") return { exitCode: exitCodes.usage, message: undefined };
    const message = error.message.replace(/^error: /, "").replace(unknownWithValue, "$1'");
    return { exitCode: exitCodes.usage, message: `${message}\nRun the command with --help to see what it takes.` };
  }
  if (error instanceof CommandError) return { exitCode: error.exitCode, message: error.message };
  if (error instanceof InputError || error instanceof ConfigurationError)
    return { exitCode: exitCodes.usage, message: error.message };
  if (error instanceof HostingError) return { exitCode: exitCodes.failed, message: error.message };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exitCode: exitCodes.failed, message: `this is a bug; please report it.\n${text}` };
}

/** Members of errors that tell a program more than the message does. */
const reportedMembers = ["operation", "effect", "status", "said", "retryIn", "code", "phase", "factor", "problems", "kept"];

/** The actual failure, if the error only wraps it. */
function subjectOf(error: unknown): unknown {
  if (error instanceof FailedCommand) return subjectOf(error.cause);
  return error instanceof CommandError && error.cause instanceof HostingError ? error.cause : error;
}

function particulars(subject: unknown): object {
  if (!(subject instanceof HostingError || subject instanceof CommandError)) return {};
  return Object.fromEntries(Object.entries(subject).filter(([name]) => reportedMembers.includes(name)));
}

/** Prints a failure on standard error, as one line of JSON if requested. Returns the exit code. */
export function report(error: unknown, json: boolean): number {
  const { exitCode, message } = assess(error);
  if (message === undefined) return exitCode;
  const subject = subjectOf(error);
  const kind = subject instanceof CommanderError ? "UsageError" : subject instanceof Error ? subject.name : "Error";
  const text = json
    ? spelledOut(JSON.stringify({ error: { kind, message: explainedOnce(message), exitCode, ...particulars(subject) } }))
    : `${painter(process.stderr)("red", "hosting:")} ${spelledOut(explainedOnce(message))}`;
  process.stderr.write(`${text}\n`);
  return exitCode;
}
