/** `--target`, `--exclude` or `--replace`: what it names, and what that includes. */
export class Targets {
  readonly #urns: Set<string>;
  readonly given: readonly string[];

  constructor(urns: readonly string[] = []) {
    this.given = urns;
    this.#urns = new Set(urns);
  }

  get constrained(): boolean {
    return this.given.length > 0;
  }

  /** Without names, everything is included. */
  contains = (urn: string): boolean => !this.constrained || this.#urns.has(urn);

  add(urn: string): void {
    if (this.constrained) this.#urns.add(urn);
  }
}
