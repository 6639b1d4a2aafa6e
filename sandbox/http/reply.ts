export interface EmptyBody {
  readonly kind: "empty";
}

export interface JsonBody<V> {
  readonly kind: "json";
  readonly value: V;
}

export interface TextBody {
  readonly kind: "text";
  readonly text: string;
}

export interface FileBody {
  readonly kind: "file";
  readonly contentType: string;
  readonly content: Uint8Array;
}

type Body = EmptyBody | JsonBody<unknown> | TextBody | FileBody;

/** An answer before it is encoded. */
export interface Reply<S extends number = number, B extends Body = Body> {
  readonly status: S;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: B;
}

export type EmptyReply<S extends number> = Reply<S, EmptyBody>;
export type JsonReply<S extends number, V> = Reply<S, JsonBody<V>>;
export type FileReply = Reply<200, FileBody>;

export const empty = <S extends number>(status: S): EmptyReply<S> => ({ status, body: { kind: "empty" } });
export const json = <S extends number, V>(status: S, value: V): JsonReply<S, V> => ({ status, body: { kind: "json", value } });
export const text = (status: number, content: string): Reply => ({ status, body: { kind: "text", text: content } });
export const file = (contentType: string, content: Uint8Array): FileReply => ({
  status: 200,
  body: { kind: "file", contentType, content },
});
export const message = <S extends number>(status: S, messageText: string): JsonReply<S, { readonly message: string }> =>
  json(status, { message: messageText });

/** 403, which means both "not yours" and "does not exist". */
export const denied = (): Reply => message(403, "access denied");

/** Ends a handler with a refusal. The handler must not have changed anything before it throws this. */
export class Refusal extends Error {
  constructor(readonly reply: Reply) {
    super(`refused with ${reply.status}`);
    this.name = "Refusal";
  }
}

/** `value`; ends the handler with 403 if there is none. */
export function visible<T>(value: T | undefined): T {
  if (value === undefined) throw new Refusal(denied());
  return value;
}
