import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../sdk/index.js";
import { explainedOnce } from "../../sdk/values/explained.js";
import { AccessDeniedError, HostingError, InputError, NotFoundError } from "../../sdk/values/errors.js";
import { inLine } from "../../sdk/redaction/text.js";
import { programError, withoutStack } from "../pulumi/runs.js";
import { joinedOutputs } from "../values/joined-outputs.js";
import { asMissing, isMissing } from "../values/stand-in.js";
import type { Settings } from "../runtime/settings.js";
import { type ProgramClient, withoutSecrets } from "./client.js";
import { requestKey } from "./shared-answers.js";

/** What a lookup asks for. */
interface Asked {
  /** Of the operation. */
  readonly id: string;
  readonly input: object;
  /** Whether the input must not be shown. */
  readonly isSecret?: boolean;
}

/**
 * Fails if an output is a part of a text in what is asked for, or something else is wrong with it.
 *
 * @throws pulumi.RunError
 */
export function checkAsked(lookup: string, asked: object, problems: readonly string[] = []): void {
  const joined = joinedOutputs(asked);
  if (joined.length > 0) throw programError(`${lookup}: ${joined.join(" ")}`);
  if (problems.length > 0) throw programError(`${lookup}: ${problems.join("; ")}`);
}

/** An answer of the API, which equal lookups of the run share. */
export const answered = <T>(
  { settings, client, answers }: ProgramClient,
  { id, input, isSecret = false }: Asked,
  send: (client: Client) => Promise<T>,
  suffices?: (answer: T) => boolean,
): Promise<T> =>
  answers
    .get(requestKey(id, input), () => send(client), suffices)
    .catch((error: unknown) => {
      throw lookedUp(error, isSecret ? {} : input, settings);
    });

type Login = Pick<Settings, "provider" | "credentials">;

/** With which login a lookup was made: `with login "p123456"`. */
export function withLogin({ provider, credentials }: Login): string {
  const login = "username" in credentials ? `login "${inLine(credentials.username)}"` : "an access token";
  return provider === undefined ? `with ${login}` : `with Provider "${inLine(provider)}" (${login})`;
}

/** What was looked up. */
export const askedText = (input: object): string =>
  Object.entries(input)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([name, value]) => `${name} "${inLine(String(value))}"`)
    .join(" and ");

/**
 * The error of a lookup with what was looked up and with which login. It keeps its class and members, for programs that handle it. It is
 * another object for each lookup, because lookups of two providers with one login share the answer.
 */
export function lookedUp(error: unknown, input: object, login: Login): unknown {
  if (!(error instanceof HostingError)) return error;
  // Nothing was looked up, and the message names what is wrong.
  if (error instanceof InputError) return withoutStack(error);
  const what = askedText(input);
  const told = Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as HostingError;
  // What is private belongs to the original alone.
  for (
    let each = Object.getPrototypeOf(error) as object;
    each !== HostingError.prototype;
    each = Object.getPrototypeOf(each) as object
  )
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(each)))
      if (get !== undefined) Object.defineProperty(told, name, { get: () => get.call(error) as unknown, configurable: true });
  const value = explainedOnce(`${error.message} Looked up: ${what === "" ? "" : `${what}, `}${withLogin(login)}.`);
  Object.defineProperty(told, "message", { value, configurable: true, writable: true });
  // The API refuses what is in nobody's or another account, as it does what does not exist.
  const isAbsent = error instanceof NotFoundError || error instanceof AccessDeniedError;
  return withoutStack(isAbsent ? asMissing(told, withoutSecrets) : told);
}

/**
 * What a lookup found. If the sandbox only stands in for an account, what it does not have is an unknown value, as what a run creates: the
 * program goes on, and the preview shows the rest.
 */
export async function orUnknown<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return pulumi.unknown as T;
  }
}
