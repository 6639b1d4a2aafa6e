import type { Clock } from "../../sdk/values/clock.js";
import type { Claims, FiledClaim } from "../journal/claims.js";
import { attempt } from "../journal/journal-storage.js";
import { isSameResource, type StackIdentity } from "../journal/stack-identity.js";
import { isForWithin, isOpen, type NotedChange } from "../journal/journal.js";
import type { Journal } from "../journal/file-journal.js";
import type { Properties } from "../values/properties.js";
import type { RunRecords } from "../journal/run-records.js";
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
import { Identity } from "./identity.js";
import { Notes } from "./notes.js";
import { type ApiAccount, accountText, type Elsewhere, entryOf, newMark, ownerOf, ownerText } from "./owner.js";
import { RunResources } from "./run-resources.js";

/** Another process is deleting the object. */
export class BeingDeleted extends Error {
  constructor(readonly deletion: NotedChange) {
    super("another process is deleting it");
  }
}

interface Claiming {
  /** Whether the entry has the object already, so that a recent claim is enough. Default: false. */
  readonly isRenewal?: boolean;
  /** The claims to the object, if they were just read. */
  readonly filed?: readonly FiledClaim[] | undefined;
}

/** Sources of an {@link Ownership}. */
export interface OwnershipOptions extends RunRecords {
  /** May be called once the provider is configured. */
  readonly account: () => ApiAccount;
  readonly clock: Clock;
  /** May be called once something is to be created: the stack is not known before. */
  readonly stack: () => Promise<StackIdentity>;
}

/**
 * Decides who has an object. A natural key and a time never justify overwriting or deleting one: two resources may have the same
 * natural key, two stacks may have the same name, and a creation that ended normally leaves no evidence for later runs.
 *
 * - An object is never deleted for one entry while another entry holds it in this run or has it from earlier runs
 *   ({@link Holders.holder}). An object that the program reads in this run is never deleted.
 * - What a creation may have created follows from the listings before and after it, and from the known holders of other objects ({@link resultsOf}).
 * - Such an object is taken over only if its creation did not end normally ({@link mayTakeOver}). A note alone never justifies a
 *   deletion: another machine may have created an equal object at the same moment, and somebody may use it.
 */
export class Ownership {
  /** Resources and objects that this run has seen. */
  readonly run: RunResources;
  /** Holders of objects. */
  readonly holders: Holders;
  /** Notes of earlier runs and of this run. */
  readonly notes: Notes;
  readonly #identity: Identity;
  readonly #journal: Journal;
  readonly #claims: Claims;
  readonly #clock: Clock;

  constructor({ journal, claims, account, stack, clock }: OwnershipOptions) {
    const identity = new Identity(account, stack);
    const records = { journal, claims };
    this.run = new RunResources(identity, journal);
    this.holders = new Holders(identity, this.run, records);
    this.notes = new Notes(identity, this.run, this.holders, records, clock);
    this.#identity = identity;
    this.#journal = journal;
    this.#claims = claims;
    this.#clock = clock;
  }

  /** Properties that identify a new entry. */
  newEntry(): Properties {
    return { [ownerKey]: ownerText({ entry: newMark(), ...this.#identity.account }) };
  }

  /**
   * Records that a new entry has an object that it created.
   *
   * @param owner the properties of {@link newEntry}
   * @param isNew whether nothing with that id existed before
   */
  async gives(kind: string, id: string, inputs: Properties, owner: Properties, isNew: boolean): Promise<void> {
    // Existing claims are to an earlier object with that id, unless another resource has this one as well.
    if (isNew && this.run.holderOf(kind, id, nameOf(inputs)) === undefined) this.#claims.release(this.#identity.object(kind, id));
    await this.#claim(kind, id, entryOf(owner), inputs).catch(ignore);
    this.#has(kind, id, inputs, owner);
  }

  /**
   * Records that a new entry has an object that existed before.
   *
   * @param owner the properties of {@link newEntry}
   * @param onUnnoted gets the reason why no other run will know of it; if it throws, the entry does not get the object
   * @throws BeingDeleted if another process is deleting the object
   */
  async takes(
    kind: string,
    id: string,
    inputs: Properties,
    owner: Properties,
    onUnnoted: (error: unknown) => void,
  ): Promise<void> {
    const cutOff = await this.notes.cutOff(kind, id, inputs).catch(() => []);
    // Without the entry, as in notes of earlier versions, everybody's claims would be released.
    for (const { entry } of cutOff) if (entry !== undefined) this.#claims.release(this.#identity.object(kind, id), entry);
    try {
      await this.#claim(kind, id, entryOf(owner), inputs);
      // Checked only after the claim is written, so that any later deletion finds the claim.
      const deletion = this.notes.deletionUnderWay(kind, id);
      if (deletion !== undefined) throw new BeingDeleted(deletion);
      this.#journal.hold(this.#identity.object(kind, id));
    } catch (error) {
      const release = () => this.leavesBehind(kind, id, owner);
      if (error instanceof BeingDeleted) {
        release();
        throw error;
      }
      try {
        onUnnoted(error);
      } catch (refusal) {
        release();
        throw refusal;
      }
    }
    for (const creation of cutOff) this.#journal.settle(creation);
    this.#has(kind, id, inputs, owner);
  }

  #has(kind: string, id: string, inputs: Properties, owner: Properties): void {
    this.run.recordEntry(kind, id, owner, { name: nameOf(inputs), heldSince: this.#clock.now(), stays: true });
    this.#journal.seen(this.#identity.object(kind, id));
  }

  /**
   * Records that the program declares an entry's resource, so its object stays.
   *
   * @param isUnchanged whether the entry stays as it was: the declared change is refused, or another object replaces this one
   */
  async keeps(
    { kind, identity: { hasNaturalId = false } }: Kept,
    id: string,
    state: Properties,
    declared: Properties,
    isUnchanged = false,
  ): Promise<void> {
    const inputs = isUnchanged ? this.#asBefore(kind, id, state, declared) : declared;
    // Another process may have an entry of an earlier object with that id.
    const held = { name: nameOf(inputs), heldSince: this.#clock.now() };
    this.run.recordEntry(kind, id, state, hasNaturalId ? { ...held, stays: true } : held);
    // Without readable claims, later runs only know less.
    const filed = attempt(() => this.#claims.of(this.#identity.object(kind, id)));
    await this.#claim(kind, id, entryOf(state), inputs, { isRenewal: true, filed }).catch(ignore);
    if (filed !== undefined) await this.#dropCutOff(kind, id, entryOf(state), inputs, filed).catch(ignore);
  }

  /** What is declared, with the options that the entry of the state has as far as is known: a deletion uses those. */
  #asBefore(kind: string, id: string, state: Properties, declared: Properties): Properties {
    const own = attempt(() => this.holders.ownClaim(this.#identity.object(kind, id), state));
    const wasRetained = this.run.declaration({ kind, name: nameOf(declared) }).isRetained || own?.isRetained === true;
    return { ...declared, ...(own === undefined ? {} : { [deletedWithKey]: own.deletedWith }), [retainedKey]: wasRetained };
  }

  /** The resource has the object under this entry, so the entry of a cut-off run is in no state: drops its claim. */
  async #dropCutOff(kind: string, id: string, entry: string, inputs: Properties, filed: readonly FiledClaim[]): Promise<void> {
    const key = this.#identity.object(kind, id);
    const others = filed.filter((claim) => claim.entry !== entry);
    if (others.length === 0) return;
    const mine = await this.#identity.resource(inputs);
    if (!others.some((claim) => isSameResource(claim, mine))) return;
    for (const creation of await this.notes.cutOff(kind, id, inputs))
      if (creation.entry !== undefined && creation.entry !== entry && creation.ending !== "running")
        this.#claims.release(key, creation.entry);
  }

  /** Records that the program reads an object without managing it. Pulumi would still delete it if another entry has it. */
  reads(kind: string, id: string, reader: string): void {
    this.run.recordRead(kind, id, reader);
  }

  /**
   * Records that an entry leaves the state while its object stays.
   *
   * @param contents contents whose entries leave the state with it
   */
  leavesBehind(kind: string, id: string, state: Properties, contents: readonly Content[] = []): void {
    for (const content of contents) this.#claims.release(content, content.entry);
    this.#claims.release(this.#identity.object(kind, id), entryOf(state));
  }

  /**
   * Records that an object is proven gone.
   *
   * @param path the prefix of the ids of its contents
   */
  isGone(kind: string, id: string, path?: string): void {
    const key = this.#identity.object(kind, id);
    this.#claims.release(key);
    if (path === undefined) return;
    for (const { kind, address, id } of attempt(() => this.#claims.within(key.address, path)) ?? [])
      this.#claims.release({ kind, address, id });
    // Anything that a killed run created in it was deleted with it.
    for (const creation of (attempt(() => this.#journal.creations()) ?? []).filter(isOpen))
      if (creation.address === key.address && creation.ending !== "running" && isForWithin(creation, path))
        this.#journal.settle(creation);
  }

  /** Whether an object need not be named in a message: an entry has it, or a message has already named it. */
  isKnown(kind: string, id: string): boolean {
    return this.run.isShown(kind, id) || this.holders.isHeld(kind, id);
  }

  /** Records that the state has an object. */
  seen(kind: string, id: string, state: Properties): void {
    this.run.recordShown(kind, id);
    // What a program only reads, no entry manages: a killed creation of it is in no state.
    if (readerOf(state) === undefined) this.#journal.seen(this.#identity.object(kind, id), ownerOf(state)?.entry);
  }

  /** Whether a state records the account of its object. States imported by hand or written by earlier versions do not. */
  isBound(state: Properties): boolean {
    return ownerOf(state) !== undefined;
  }

  /** The account of this run, for messages. */
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

  async #claim(
    kind: string,
    id: string,
    entry: string,
    inputs: Properties,
    { isRenewal = false, filed }: Claiming = {},
  ): Promise<void> {
    const stack = await this.#identity.claims();
    const said = {
      organization: organizationOf(inputs),
      name: nameOf(inputs),
      deletedWith: deletedWithOf(inputs),
      isRetained: isRetained(inputs) || undefined,
    };
    const claim = { ...this.#identity.object(kind, id), ...stack, ...said, entry };
    if (isRenewal && this.#claims.isFresh(claim, filed)) return;
    this.#claims.make(claim);
  }
}

/** Without the claim, later runs only know less. */
const ignore = (): void => undefined;
