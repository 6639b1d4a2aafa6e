import type { Clock } from "../values/clock.js";
import { saidIn } from "./error-messages.js";
import { observed } from "./observe.js";
import { resellers } from "../operations/resellers.js";
import type { ResolvedOptions } from "./options.js";
import { addressed, buildRequest } from "./request.js";
import { RequestLimit } from "./request-limit.js";
import { isConclusive } from "./retry.js";
import type { Token, TokenSource } from "./token.js";
import type { Transport } from "./transport.js";

/** What a check needs to send a read. */
interface Wire {
  readonly settings: ResolvedOptions;
  readonly transport: Transport;
  /** Ends the read. */
  readonly closing: AbortSignal;
}

/**
 * Whether an answer may be the gateway's rejection of the token. It says so for a request without a login, and
 * reports an internal error for an unknown or expired token.
 */
export function doubtAboutToken(status: number, said: string | undefined): "refused" | "possible" | undefined {
  if (status === 403 && said === "not authenticated") return "refused";
  if (status === 503 && said === "internal server error") return "possible";
  return undefined;
}

/** Whether an answer shows that the gateway accepted the token. */
export const showsAcceptance = (status: number, doubt: ReturnType<typeof doubtAboutToken>): boolean =>
  doubt === undefined && status !== 429 && isConclusive(status);

/** A token that worked less than this many milliseconds ago is assumed to work. */
const trusted = 60_000;

function isTrusted({ obtained, acceptedAt }: Token, clock: Clock): boolean {
  const idle = clock.now() - (acceptedAt ?? obtained);
  return idle >= 0 && idle < trusted;
}

/** A short read that changes nothing and exposes no one's data. */
const harmless = resellers.listDatabaseTypes;

/**
 * Checks tokens before requests that must not be sent twice. After the request it would be too late: the gateway reports an expired
 * token as an internal error, which may also happen after the effect, and no later read shows whether the token was valid then.
 */
export class TokenChecks {
  readonly #underWay = new WeakMap<Token, Promise<Token>>();

  /** The token, or a newer one if the gateway seems to reject it. All waiting calls share one check. */
  async checked(wire: Wire, tokens: TokenSource, token: Token): Promise<Token> {
    if (!token.fromLogin || isTrusted(token, wire.settings.clock)) return token;
    const known = this.#underWay.get(token);
    if (known !== undefined) return known;
    const check = replaceIfRefused(wire, tokens, token).finally(() => this.#underWay.delete(token));
    this.#underWay.set(token, check);
    return check;
  }
}

async function replaceIfRefused(wire: Wire, tokens: TokenSource, token: Token): Promise<Token> {
  return (await isRefused(wire, token)) ? ((await tokens.renew(token)) ?? token) : token;
}

/** Without an answer, nothing speaks against the token. */
async function isRefused({ settings, transport, closing }: Wire, token: Token): Promise<boolean> {
  const { clock, timeouts, secrets, observers } = settings;
  const request = buildRequest(harmless, {}, secrets, true);
  const target = addressed(request, settings, token.value);
  const limit = new RequestLimit(clock, timeouts.request, closing);
  try {
    const answer = await limit.over(
      observed(observers, request, { headers: target.headers, attempt: 1 }, () =>
        transport.send({
          ...target,
          body: undefined,
          signal: limit.signal,
          onStart: () => limit.start(),
        }),
      ),
    );
    const { status } = answer;
    const doubt = doubtAboutToken(status, saidIn(new TextDecoder().decode(await limit.over(answer.bytes())), request));
    if (showsAcceptance(status, doubt)) token.acceptedAt = clock.now();
    return doubt !== undefined;
  } catch {
    return false;
  } finally {
    limit.release();
  }
}
