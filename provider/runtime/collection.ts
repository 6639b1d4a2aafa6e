/** Objects of one kind that a single listing shows. */
export interface Collection {
  readonly kind: string;
  /** The same for equal collections only. */
  readonly key: string;
}

/** @param scope identifies the collection among others of the kind */
export const collectionOf = (kind: string, scope: readonly unknown[]): Collection => ({
  kind,
  key: JSON.stringify([kind, ...scope]),
});
