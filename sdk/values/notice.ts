/** Calls an observer. An observer must not affect a call, so its errors and rejections are ignored. */
export function notify<E>(observer: ((event: E) => unknown) | undefined, event: E): void {
  try {
    Promise.resolve(observer?.(event)).catch(() => undefined);
  } catch {
    return;
  }
}

/** Information for a person who is watching, although nothing has failed. */
export interface Notice {
  /** `retry`: a call is retried. `rate-limit`: a call waits for the rate window. `token`: the token was renewed. */
  readonly kind: "retry" | "rate-limit" | "token";
  /** Ready to print, without secrets. */
  readonly message: string;
}
