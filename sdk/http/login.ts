import { performRaw } from "./call.js";
import type { Engine, RawAnswer } from "./engine.js";
import { AccessDeniedError, AuthenticationError, NotFoundError, SecondFactorError } from "../values/errors.js";
import { pages } from "../values/explained.js";
import { UnreadableBody } from "./decode.js";
import { authentication } from "../operations/authentication.js";
import type { LoginCredentials, ResolvedOptions } from "./options.js";
import { presentable } from "../redaction/text.js";
import type { Grant, LoginCall } from "./token.js";

/** A login leaves nothing behind that anyone would have to look for, so it counts as safe. */
const operation = { ...authentication.authenticate, repeat: "safe" } as const;

/** Logs in with the client's credentials, through an engine without tokens. */
export function createLogin(engine: Engine, credentials: LoginCredentials): LoginCall {
  const { secrets } = engine.settings;
  let code = credentials.multiFactorCode;
  return async (onFailure) => {
    const { username, password, deviceId } = credentials;
    const body = {
      username,
      password,
      ...(code === undefined ? {} : { multiFactorCode: code }),
      ...(deviceId === undefined ? {} : { deviceId }),
    };
    try {
      const reader = (answer: RawAnswer) => readGrant(answer, engine.settings);
      const grant = await performRaw(engine, operation, { body }, { reader, onFailure });
      secrets.add(grant.token);
      // A code is valid for one login.
      code = undefined;
      return grant;
    } catch (error) {
      if (error instanceof AccessDeniedError) throw refusedLogin(error, Object.keys(body));
      throw error instanceof NotFoundError ? missingLogin(error, engine.settings) : error;
    }
  };
}

const inAList = new Intl.ListFormat("en", { type: "conjunction", style: "long" });

const refusedLogin = (error: AccessDeniedError, given: readonly string[]): AuthenticationError =>
  new AuthenticationError(
    `The provider refused the login${error.said === undefined ? "" : `: ${error.said}`}. Check ${inAList.format(given)}.${pages.loginRefused}`,
    { operation, status: error.status, said: error.said, cause: error },
  );

/** Every API has its login, so this says nothing about the object that the call is for: the address is another one's. */
const missingLogin = (error: NotFoundError, { base, secrets }: ResolvedOptions): AuthenticationError =>
  new AuthenticationError(
    `There is no login (${operation.method} ${operation.path}) at ${presentable(base.href, secrets) ?? base.host}: status ${error.status}` +
      `${error.said === undefined ? "" : `, ${error.said}`}. Check baseUrl.${pages.loginRefused}`,
    { operation, status: error.status, said: error.said, cause: error },
  );

/** Reads the token from JSON, or from the bare text that older descriptions show. */
function readGrant({ status, text }: RawAnswer, settings: ResolvedOptions): Grant {
  const answer = parsed(text);
  if (status === 202) throw secondFactorError(answer, status, settings);
  const token = typeof answer === "string" ? answer : memberOf(answer, "token");
  if (token === undefined || !/^[\x21-\x7e]+$/.test(token)) throw new UnreadableBody("it contains no token");
  const expires = Date.parse(memberOf(answer, "expires") ?? "");
  return { token, expires: Number.isNaN(expires) ? undefined : expires };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}

function memberOf(answer: unknown, name: string): string | undefined {
  const member: unknown = typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>)[name] : undefined;
  return typeof member === "string" ? member : undefined;
}

function secondFactorError(answer: unknown, status: number, { secrets }: ResolvedOptions): SecondFactorError {
  const name = memberOf(answer, "name");
  const deviceId = memberOf(answer, "deviceId");
  secrets.add(deviceId);
  const factor = name === undefined ? undefined : presentable(name, secrets);
  return new SecondFactorError(
    `The login needs a second factor${factor === undefined ? "" : ` (${factor})`}: use an application token.${pages.secondFactor}`,
    factor,
    deviceId,
    { operation, status },
  );
}
