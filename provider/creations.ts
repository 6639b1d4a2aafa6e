import type { Creation, Journal, Note, Sending, StackName } from "./journal.js";

/** Creations of one account and stack, as the journal knows them. */
export interface Creations {
  /** What earlier runs sent and no state has shown since, oldest first. */
  left(kind: string, name: string, title: string): Promise<Creation[]>;
  /**
   * Notes a creation before it leaves.
   *
   * @throws where the journal cannot be written
   */
  send(note: Omit<Note, keyof StackName | "address">, durable: boolean): Promise<Sending>;
  settle(creation: Creation): void;
  /** Whether an object is the answer to a creation of this run. */
  isOwn(kind: string, id: string): boolean;
}

export interface Surroundings {
  readonly journal: Journal;
  readonly address: string;
  /** Asked for once something is to be created, as only then it is known. */
  stack(): Promise<StackName>;
  /** Whether the state has a resource whose id is not known, so that it may be the object of an answered creation. */
  isUncertain(kind: string, name: string): boolean;
}

export function creationsOf({ journal, address, stack, isUncertain }: Surroundings): Creations {
  const own = new Set<string>();
  const objectKey = (kind: string, id: string) => JSON.stringify([kind, id]);
  return {
    async left(kind, name, title) {
      const left = journal.left({ ...(await stack()), kind, name, title, address });
      return isUncertain(kind, name) ? left.filter(({ answered }) => answered === undefined) : left;
    },
    async send(note, durable) {
      const { kind } = note;
      const sending = journal.send({ ...(await stack()), ...note, address }, durable);
      return {
        answered(id) {
          own.add(objectKey(kind, id));
          sending.answered(id);
        },
        over: () => sending.over(),
      };
    },
    settle: (creation) => journal.settle(creation),
    isOwn: (kind, id) => own.has(objectKey(kind, id)),
  };
}
