import type { Reply } from "./reply.js";

/** This charset name is not valid, but it is what the gateway sends. */
export const jsonContentType = "application/json;charset=utf8";

/** Head and body of an answer as they are sent. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function toWire(reply: Reply): WireReply {
  const [contentType, body] = encodeBody(reply.body);
  return {
    status: reply.status,
    headers: {
      ...(contentType === undefined ? {} : { "Content-Type": contentType }),
      ...(reply.status === 204 ? {} : { "Content-Length": String(body.length) }),
      ...reply.headers,
    },
    body,
  };
}

/** The answer with its time of creation, unless it already has one. */
export const dated = (reply: WireReply, time: number): WireReply => ({
  ...reply,
  headers: { Date: new Date(time).toUTCString(), ...reply.headers },
});

function encodeBody(body: Reply["body"]): [string | undefined, Buffer] {
  switch (body.kind) {
    case "empty":
      return [undefined, Buffer.alloc(0)];
    case "json":
      return [jsonContentType, Buffer.from(encodeJson(body.value))];
    case "text":
      return ["text/plain; charset=utf-8", Buffer.from(body.text)];
    case "file":
      return [body.contentType, Buffer.from(body.content)];
  }
}

/** JSON as the gateway rewrites it: members in the order of their names, `<`, `>` and `&` escaped. */
const encodeJson = (value: unknown): string =>
  JSON.stringify(sorted(value)).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
