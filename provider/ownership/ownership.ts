import type { Clock } from "../../sdk/values/clock.js";
import type { FiledClaim } from "../journal/claims.js";
import { attempt } from "../journal/journal-storage.js";
import type { StackIdentity } from "../journal/journal-events.js";
import type { RunRecords } from "../journal/journal.js";
import { isForWithin, isOpen, type NotedChange } from "../journal/noted.js";
import type { Properties } from "../values/properties.js";
import {
  deletedWithKey,
  deletedWithOf,
  isRetained,
  nameOf,
  organizationOf,
  ownerKey,
  readerOf,
  retainedKey,
} from "../values/reserved-properties.js";
import { type Content, Holders, type Kept } from "./holders.js";
import { Identity, type ApiAccount, type Elsewhere, entryOf, ownerOf, ownerText } from "./identity.js";
import { Notes } from "./notes.js";
import { RunResources } from "./run-resources.js";
import { randomBytes } from "node:crypto";

interface OwnershipOptions extends RunRecords {
  /** May be called once the provider is configured. */
  readonly account: () => ApiAccount;
  readonly clock: Clock;
  /** May be called once something is to be created: the stack is not known before. */
  readonly stack: () => Promise<StackIdentity>;
}

/** An object, and what identifies an entry that has it: its state, or the properties of a new entry. */
interface EntryObject {
  readonly kind: string;
  readonly id: string;
  readonly state: Properties;
}

const newMark = (): string => randomBytes(6).toString("base64url");

const accountText = ({ login, address }: ApiAccount): string => `${login} at ${address}`;

/**
 * Who has an object. A natural key and a time never justify overwriting or deleting one: two resources may have the same natural key, two
 * stacks may have the same name, and a creation that ended normally leaves no evidence for later runs (docs/reliability.md).
 */
export class Ownership {
  readonly run: RunResources;
  readonly holders: Holders;
  readonly notes: Notes;
  readonly #identity: Identity;

  constructor(private readonly options: OwnershipOptions) {
    this.#identity = new Identity(options.account, options.stack);
    this.run = new RunResources(this.#identity, options.journal);
    this.holders = new Holders(this.#identity, this.run, options);
    this.notes = new Notes(this.#identity, this.run, this.holders, options);
  }

  /** Properties that identify a new entry. */
  newEntry(): Properties {
    return { [ownerKey]: ownerText({ entry: newMark(), ...this.#identity.account }) };
  }

  /**
   * Records that a new entry has an object that it created.
   *
   * @param created with the properties of {@link newEntry}
   * @param isNew whether nothing with that id existed before
   */
  async gives(created: EntryObject, inputs: Properties, isNew: boolean): Promise<void> {
    const { kind, id } = created;
    // Existing claims are to an earlier object with that id, unless another resource has this one as well.
    if (isNew && this.run.holderOf(kind, id, nameOf(inputs)) === undefined)
      this.options.claims.release(this.#identity.object(kind, id));
    await this.#claim(created, inputs).catch(ignore);
    this.#has(created, inputs);
  }

  /**
   * Records that a new entry has an object that existed before.
   *
   * @param taken with the properties of {@link newEntry}
   * @param onUnnoted gets the reason why no other run will know of it; if it throws, the entry does not get the object
   * @returns another process's deletion of the object, because of which the entry does not get it
   */
  async claimObject(
    taken: EntryObject,
    inputs: Properties,
    onUnnoted: (error: unknown) => void,
  ): Promise<NotedChange | undefined> {
    const { kind, id, state } = taken;
    const cutOff = await this.notes.cutOff(kind, id, inputs).catch(() => []);
    // Without the entry, as in notes of earlier versions, everybody's claims would be released.
    for (const { entry } of cutOff) if (entry !== undefined) this.options.claims.release(this.#identity.object(kind, id), entry);
    let deletion: NotedChange | undefined;
    try {
      await this.#claim(taken, inputs);
      // Checked only after the claim is written, so that any later deletion finds the claim.
      deletion = this.notes.deletionUnderWay(kind, id);
      if (deletion === undefined) this.options.journal.hold(this.#identity.object(kind, id));
    } catch (error) {
      try {
        onUnnoted(error);
      } catch (refusal) {
        this.leavesBehind(kind, id, state);
        throw refusal;
      }
    }
    if (deletion !== undefined) {
      this.leavesBehind(kind, id, state);
      return deletion;
    }
    for (const creation of cutOff) this.options.journal.settle(creation);
    this.#has(taken, inputs);
    return undefined;
  }

  #has({ kind, id, state }: EntryObject, inputs: Properties): void {
    this.run.recordEntry(kind, id, state, { name: nameOf(inputs), heldSince: this.options.clock.now(), stays: true });
    this.options.journal.seen(this.#identity.object(kind, id));
  }

  /**
   * Records that the program declares an entry's resource, so its object stays.
   *
   * @param isUnchanged whether the entry stays as it was: the declared change is refused, or another object replaces this one
   */
  async publish(
    { kind, identity: { hasNaturalId = false } }: Kept,
    { id, state, news }: Omit<EntryObject, "kind"> & { readonly news: Properties },
    isUnchanged = false,
  ): Promise<void> {
    const kept = { kind, id, state };
    const inputs = isUnchanged ? this.#asBefore(kept, news) : news;
    // Another process may have an entry of an earlier object with that id.
    const held = { name: nameOf(inputs), heldSince: this.options.clock.now() };
    this.run.recordEntry(kind, id, state, hasNaturalId ? { ...held, stays: true } : held);
    // Without readable claims, later runs only know less.
    const filed = attempt(() => this.options.claims.of(this.#identity.object(kind, id)));
    await this.#claim(kept, inputs, filed).catch(ignore);
    const others = (filed ?? []).filter((claim) => claim.entry !== entryOf(state));
    if (others.length > 0) await this.#dropCutOff(kind, id, inputs, others).catch(ignore);
  }

  /** The resource has the object under another entry, so the entry of a cut-off run is in no state: drops its claim. */
  async #dropCutOff(kind: string, id: string, inputs: Properties, others: readonly FiledClaim[]): Promise<void> {
    for (const { entry, ending } of await this.notes.cutOff(kind, id, inputs))
      if (entry !== undefined && ending !== "running" && others.some((claim) => claim.entry === entry))
        this.options.claims.release(this.#identity.object(kind, id), entry);
  }

  /** What is declared, with the options that the entry of the state has as far as is known: a deletion uses those. */
  #asBefore({ kind, id, state }: EntryObject, declared: Properties): Properties {
    const own = attempt(() => this.holders.ownClaim(this.#identity.object(kind, id), state));
    const wasRetained = this.run.declaration({ kind, name: nameOf(declared) }).isRetained || own?.isRetained === true;
    return { ...declared, ...(own === undefined ? {} : { [deletedWithKey]: own.deletedWith }), [retainedKey]: wasRetained };
  }

  /**
   * Records that an entry leaves the state while its object stays.
   *
   * @param contents contents whose entries leave the state with it
   */
  leavesBehind(kind: string, id: string, state: Properties, contents: readonly Content[] = []): void {
    for (const content of contents) this.options.claims.release(content, content.entry);
    this.options.claims.release(this.#identity.object(kind, id), entryOf(state));
  }

  /**
   * Records that an object is proven gone.
   *
   * @param path the prefix of the ids of its contents
   */
  recordGone(kind: string, id: string, path?: string): void {
    const key = this.#identity.object(kind, id);
    this.options.claims.release(key);
    if (path === undefined) return;
    for (const { kind, address, id } of attempt(() => this.options.claims.within(key.address, path)) ?? [])
      this.options.claims.release({ kind, address, id });
    // Anything that a killed run created in it was deleted with it.
    for (const creation of (attempt(() => this.options.journal.creations()) ?? []).filter(isOpen))
      if (creation.address === key.address && creation.ending !== "running" && isForWithin(creation, path))
        this.options.journal.settle(creation);
  }

  /** Whether an object need not be named in a message: an entry has it, or a message has already named it. */
  isKnown(kind: string, id: string): boolean {
    return this.run.isShown(kind, id) || this.holders.isHeld(kind, id);
  }

  seen(kind: string, id: string, state: Properties): void {
    this.run.recordShown(kind, id);
    // What a program only reads, no entry manages: a killed creation of it is in no state.
    if (readerOf(state) === undefined) this.options.journal.seen(this.#identity.object(kind, id), ownerOf(state)?.entry);
  }

  get here(): string {
    return accountText(this.#identity.account);
  }

  /**
   * The other account that has an object according to its state; undefined if it is this account, or if the state does not say.
   */
  elsewhere(state: Properties): Elsewhere | undefined {
    const owner = ownerOf(state);
    const account = this.#identity.account;
    if (owner === undefined || (owner.address === account.address && owner.login === account.login)) return undefined;
    return { there: accountText(owner), here: accountText(account), isOtherAddress: owner.address !== account.address };
  }

  /**
   * The owner for the state of an object found here, with the current login. Empty if the state names another address, where it
   * may be another object.
   */
  atHome(state: Properties): Properties {
    const owner = ownerOf(state);
    if (owner === undefined || this.elsewhere(state)?.isOtherAddress === true) return {};
    return { [ownerKey]: ownerText({ entry: owner.entry, ...this.#identity.account }) };
  }

  /** Claims an object, unless a recent claim is enough. @param filed the claims to it, if the entry has it already and they can be read */
  async #claim({ kind, id, state }: EntryObject, inputs: Properties, filed: readonly FiledClaim[] = []): Promise<void> {
    const stack = await this.#identity.claims();
    const source = {
      organization: organizationOf(inputs),
      name: nameOf(inputs),
      deletedWith: deletedWithOf(inputs),
      isRetained: isRetained(inputs) || undefined,
    };
    const claim = { ...this.#identity.object(kind, id), ...stack, ...source, entry: entryOf(state) };
    if (!this.options.claims.isFresh(claim, filed)) this.options.claims.make(claim);
  }
}

/** Without the claim, later runs only know less. */
const ignore = (): void => undefined;
