import { HostingError } from "../../sdk/values/errors.js";

/** What could not be listed, and why. */
export interface NotListed {
  readonly what: string;
  readonly why: string;
}

/** Reads that go on without what a login may not read. */
export class Attempts {
  readonly failed: NotListed[] = [];

  /** What the read gives; undefined if it was refused or failed. */
  async of<T>(what: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof HostingError)) throw error;
      this.failed.push({ what, why: error.message });
      return undefined;
    }
  }

  /** All elements of a list; none if it cannot be read. */
  async all<T>(what: string, list: () => AsyncIterable<T> | Promise<readonly T[]>): Promise<readonly T[]> {
    const read = async (): Promise<readonly T[]> => {
      const listed = list();
      if (!(Symbol.asyncIterator in listed)) return listed;
      const found: T[] = [];
      for await (const each of listed) found.push(each);
      return found;
    };
    return (await this.of(what, read)) ?? [];
  }
}
