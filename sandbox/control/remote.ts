import { request } from "undici";
import type { Control, Objects } from "./control.js";
import { controlPrefix } from "./control-routes.js";
import type { HeldRequest, ListedFault } from "../http/faults.js";
import type { JournalEntry } from "../http/request-log.js";
import { collectionNames } from "../state/collections.js";
import type { Delivery, Mail } from "../state/records.js";
import type { AllSettings } from "../state/settings.js";
import type { Snapshot } from "../state/snapshot.js";

/** `T` with every function asynchronous. */
type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Promise<Awaited<R>>
    : Remote<T[K]>;
};

/** Same as `Control`, for a sandbox in another process. */
export type RemoteControl = Remote<Control>;

/** Connects to the control routes of a running sandbox at its base address, such as `http://127.0.0.1:4010`. */
export async function connectSandbox(url: string): Promise<RemoteControl> {
  const base = `${url.replace(/\/+$/, "")}${controlPrefix}`;
  /** What was answered, null for an empty body, and undefined if there is no such object. */
  const call = async (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const answer = await request(`${base}${path}`, { method, ...sent });
    const text = await answer.body.text();
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    const value: unknown = isJson && text !== "" ? JSON.parse(text) : undefined;
    if (answer.statusCode === 404 && method !== "POST") return undefined;
    if (answer.statusCode >= 400) {
      const reason = (value as { readonly message?: string } | undefined)?.message ?? `status ${answer.statusCode}`;
      throw new Error(`${method} ${controlPrefix}${path}: ${reason}`);
    }
    return value ?? null;
  };
  const get = async <T>(path: string): Promise<T> => (await call("GET", path)) as T;
  const send = async (method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<void> => {
    await call(method, path, body);
  };
  const removed = async (path: string): Promise<boolean> => (await call("DELETE", path)) !== undefined;
  const clock = async (): Promise<number> => {
    const answer = await get<{ readonly now?: unknown } | undefined>("/clock").catch((cause: unknown) => {
      throw new Error(`No sandbox answers at ${url}.`, { cause });
    });
    if (typeof answer?.now !== "number") throw new Error(`No sandbox answers at ${url}.`);
    return answer.now;
  };

  const objects = (name: string): Remote<Objects<{ readonly id: string }>> => {
    const at = (id: string): string => `/objects/${name}/${encodeURIComponent(id)}`;
    const find = (id: string) => get<{ readonly id: string } | undefined>(at(id));
    return {
      all: () => get(`/objects/${name}`),
      get: find,
      insert: async (record) => (await call("PUT", at(record.id), record)) as { readonly id: string },
      update: async (id, changes) => {
        const record = await find(id);
        if (record === undefined) throw new Error(`${name} has no object ${id}`);
        // JSON drops a member that is undefined, which removes it.
        return (await call("PUT", at(id), { ...record, ...changes })) as { readonly id: string };
      },
      delete: (id) => removed(at(id)),
    };
  };

  await clock();
  return {
    reset: () => send("POST", "/reset"),
    settings: () => get<AllSettings>("/settings"),
    configure: (settings) => send("PATCH", "/settings", settings),
    snapshot: () => get<Snapshot>("/state"),
    restore: (snapshot) => send("PUT", "/state", snapshot),
    seed: (seed) => send("POST", "/seed", seed),
    now: clock,
    advance: (milliseconds) => send("POST", "/clock", { advance: milliseconds }),
    setTime: (time) => send("POST", "/clock", { now: time }),
    idle: () => send("POST", "/idle"),
    faults: {
      add: async (fault) => ((await call("POST", "/faults", fault)) as { id: string }).id,
      remove: (id) => removed(`/faults/${encodeURIComponent(id)}`),
      clear: () => send("DELETE", "/faults"),
      list: () => get<ListedFault[]>("/faults"),
      held: () => get<HeldRequest[]>("/held"),
      release: async (release) => ((await call("POST", "/release", { release })) as { released: number }).released,
    },
    journal: {
      requests: (filter = {}) => {
        const query = new URLSearchParams();
        for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
        return get<JournalEntry[]>(`/requests?${query.toString()}`);
      },
      clear: () => send("DELETE", "/requests"),
    },
    deliveries: () => get<Delivery[]>("/deliveries"),
    outbox: () => get<Mail[]>("/outbox"),
    store: Object.fromEntries(collectionNames.map((name) => [name, objects(name)])) as unknown as RemoteControl["store"],
  };
}
