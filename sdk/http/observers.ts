/** Tells an observer. It must not change the course of a call, so what it throws, or its promise rejects with, goes no further. */
export function tell<E>(observer: ((event: E) => unknown) | undefined, event: E): void {
  try {
    Promise.resolve(observer?.(event)).catch(() => undefined);
  } catch {
    return;
  }
}
