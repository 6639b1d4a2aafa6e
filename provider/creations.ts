import type { Creation, Journal, Note, Sending, StackName } from "./journal.js";

/** Creations of one account and stack, as the journal knows them. */
export interface Creations {
  /** What earlier runs sent and no state has shown since, oldest first. */
  left(kind: string, title: string): Promise<Creation[]>;
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

/** @param stack asked for once something is to be created, as only then it is known */
export function creationsOf(journal: Journal, address: string, stack: () => Promise<StackName>): Creations {
  const own = new Set<string>();
  const objectKey = (kind: string, id: string) => JSON.stringify([kind, id]);
  return {
    left: async (kind, title) => journal.left({ ...(await stack()), kind, title, address }),
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
