/** Calls an observer. An observer must not affect a call, so its errors and rejections are ignored. */
export function tell<E>(observer: ((event: E) => unknown) | undefined, event: E): void {
  try {
    Promise.resolve(observer?.(event)).catch(() => undefined);
  } catch {
    return;
  }
}
