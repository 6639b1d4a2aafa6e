import type { WireReply } from "./wire.js";

/**
 * The gateway's cache: keyed by request target and `Accept`, not by the token; without expiry; purged only by a write to the
 * identical target with the identical `Accept`. It therefore serves stale lists, as measured. It stores redirects too, but no failures.
 * HEAD and OPTIONS share their entries with GET, so that GET can be answered with the empty body of a HEAD.
 */
export class GatewayCache {
  readonly #answers = new Map<string, WireReply>();

  answer(method: string, target: string, accept: string, cacheControl: string | undefined, backend: () => WireReply): WireReply {
    const key = `${accept}\n${target}`;
    if (!["GET", "HEAD", "OPTIONS"].includes(method)) {
      const reply = backend();
      this.#answers.delete(key);
      return marked(reply, "PURGED");
    }
    if (cacheControl === "no-cache") return marked(backend(), "PASS");
    const stored = this.#answers.get(key);
    if (stored !== undefined) return marked(stored, "HIT");
    const reply = backend();
    if (reply.status >= 400) return marked(reply, "PASS");
    this.#answers.set(key, reply);
    return marked(reply, "MISS");
  }
}

const marked = (reply: WireReply, how: string): WireReply => ({ ...reply, headers: { ...reply.headers, "X-Cache": how } });
