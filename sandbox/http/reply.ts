/** An answer on its way to the wire. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body:
    | { readonly kind: "empty" }
    | { readonly kind: "json"; readonly value: unknown }
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "file"; readonly contentType: string; readonly content: Uint8Array };
}

export const empty = (status: number): Reply => ({ status, body: { kind: "empty" } });
export const json = (status: number, value: unknown): Reply => ({ status, body: { kind: "json", value } });
export const text = (status: number, content: string): Reply => ({ status, body: { kind: "text", text: content } });
export const file = (contentType: string, content: Uint8Array): Reply => ({
  status: 200,
  body: { kind: "file", contentType, content },
});
export const message = (status: number, said: string): Reply => json(status, { message: said });

/** 403, which stands for "not yours" and "does not exist" alike. */
export const denied = (): Reply => message(403, "access denied");

/** Ends a handler with a refusal. Nothing may have been changed before it is thrown. */
export class Refusal extends Error {
  constructor(readonly reply: Reply) {
    super(`refused with ${reply.status}`);
    this.name = "Refusal";
  }
}

/** `value`, or the end of the handler with 403 where there is none. */
export function visible<T>(value: T | undefined): T {
  if (value === undefined) throw new Refusal(denied());
  return value;
}
