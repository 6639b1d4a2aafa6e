/** A value that is made when it is first asked for. If making it throws, the next call makes it again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
