import { saidIn } from "./failure.js";
import { observed } from "./observe.js";
import { resellers } from "./operations/resellers.js";
import type { Settings } from "./options.js";
import { addressed, buildRequest } from "./request.js";
import { RequestLimit } from "./request-limit.js";
import type { Token } from "./token.js";
import type { Transport } from "./transport.js";

/** What a read takes. */
interface Wire {
  readonly settings: Settings;
  readonly transport: Transport;
  /** Ends the read. */
  readonly closing: AbortSignal;
}

/**
 * Whether an answer may be the gateway's way of turning the token down: it says so for a request without a login, and
 * reports an internal error for a token it does not know or that has ended.
 */
export function doubtAboutToken(status: number, said: string | undefined): "refused" | "possible" | undefined {
  if (status === 403 && said === "not authenticated") return "refused";
  if (status === 503 && said === "internal server error") return "possible";
  return undefined;
}

/** What the gateway makes of a token. */
type Verdict = "accepted" | "refused" | "unknown";

/** Short, changes nothing, and shows nothing of anybody. */
const harmless = resellers.listDatabaseTypes;

/** Tokens that the gateway is known to refuse while it takes others; tokens that have ended never come back. */
export class RefusedTokens {
  readonly #proofs = new WeakMap<Token, Promise<boolean>>();

  /**
   * Whether it is the token that the gateway refuses, so that it has passed none of its requests on that were answered like that:
   * it answers a harmless read with the old token in the same way, and takes the new one.
   */
  proven(wire: Wire, old: Token, renewed: Token): Promise<boolean> {
    const known = this.#proofs.get(old);
    if (known !== undefined) return known;
    const proof = prove(wire, old, renewed).catch(() => false);
    this.#proofs.set(old, proof);
    void proof.then((isProven) => isProven || this.#proofs.delete(old));
    return proof;
  }
}

async function prove(wire: Wire, old: Token, renewed: Token): Promise<boolean> {
  if ((await verdictOn(wire, old)) !== "refused") return false;
  return renewed.accepted || (await verdictOn(wire, renewed)) === "accepted";
}

async function verdictOn({ settings, transport, closing }: Wire, token: Token): Promise<Verdict> {
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
    const said = saidIn(new TextDecoder().decode(await limit.over(answer.bytes())), request);
    if (doubtAboutToken(status, said) === "possible") return "refused";
    return status < 300 ? "accepted" : "unknown";
  } finally {
    limit.release();
  }
}
