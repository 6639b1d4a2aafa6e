import type { Clock } from "../../sdk/values/clock.js";
import type { Claim, Claims } from "../journal/claims.js";
import { attempt } from "../journal/journal-storage.js";
import { isSameResource, isSameStack, type StackIdentity } from "../journal/journal-file.js";
import { type Deletion, isForWithin, isGoingOn, type Journal } from "../journal/journal.js";
import type { Properties } from "../values/properties.js";
import type { Records } from "../journal/records.js";
import { deletedWithKey, deletedWithOf, nameOf, organizationOf, ownerKey } from "../values/reserved-properties.js";
import { type Content, Holders, type Kept } from "./holders.js";
import { Identity } from "./identity.js";
import { Notes } from "./notes.js";
import { type Account, accountText, type Elsewhere, entryOf, newMark, ownerOf, ownerText } from "./owner.js";
import { RunMemory } from "./run-memory.js";

/** An object is being deleted by another process. */
export class BeingDeleted extends Error {
  constructor(readonly deletion: Deletion) {
    super("another process is deleting it");
  }
}

/** What one provider process knows of ownership. */
export interface OwnershipOptions extends Records {
  /** Known once the provider is configured. */
  readonly account: () => Account;
  readonly clock: Clock;
  /** Asked for once something is to be created, as only then it is known. */
  readonly stack: () => Promise<StackIdentity>;
}

/**
 * Whose an object is. A natural key and a time are never enough to overwrite or delete: two resources may have one natural key,
 * two stacks may have one name, and a creation that ended in order leaves no evidence for later runs.
 *
 * - An object that an entry of the state holds in this run is never deleted for another entry, nor one that another entry is
 *   known to have from earlier runs ({@link Holders.holder}). What the program reads in this run is deleted for no entry.
 * - What a creation may have made follows from the listings before and after it, from the provider's clock, and from what is
 *   known to be others' ({@link resultsOf}).
 * - It is taken over only if its creation did not end in order ({@link mayTakeOver}). Nothing is deleted on the word
 *   of a note: another machine may have created an equal object in the same moment, and somebody uses it.
 */
export class Ownership {
  /** What this run has seen of resources and their objects. */
  readonly run: RunMemory;
  /** Who has an object. */
  readonly holders: Holders;
  /** What earlier runs sent, and what this one notes before it sends. */
  readonly notes: Notes;
  readonly #identity: Identity;
  readonly #journal: Journal;
  readonly #claims: Claims;

  constructor({ journal, claims, account, stack, clock }: OwnershipOptions) {
    const identity = new Identity(account, stack);
    const records = { journal, claims };
    this.run = new RunMemory(clock);
    this.holders = new Holders(identity, this.run, records);
    this.notes = new Notes(identity, this.run, this.holders, records, clock);
    this.#identity = identity;
    this.#journal = journal;
    this.#claims = claims;
  }

  /** What a new entry of a state says of itself. */
  newEntry(): Properties {
    return { [ownerKey]: ownerText({ entry: newMark(), ...this.#identity.account }) };
  }

  /**
   * A new entry of the state gets an object that it created.
   *
   * @param owner what that entry says of itself
   */
  async gives(kind: string, id: string, inputs: Properties, owner: Properties): Promise<void> {
    // Claims were to an earlier object of that id, unless another resource has this one as well.
    if (this.run.otherHolder(kind, id, nameOf(inputs)) === undefined) this.#claims.release(this.#identity.object(kind, id));
    await this.#claim(kind, id, entryOf(owner), inputs).catch(ignore);
    this.#has(kind, id, inputs, owner);
  }

  /**
   * A new entry of the state gets an object that was there before.
   *
   * @param owner what that entry says of itself
   * @param onUnnoted told why no other run will know of it; where it throws, the entry does not get the object
   * @throws BeingDeleted where another process is deleting it
   */
  async takes(
    kind: string,
    id: string,
    inputs: Properties,
    owner: Properties,
    onUnnoted: (error: unknown) => void,
  ): Promise<void> {
    const cutOff = await this.notes.cutOff(kind, id, inputs).catch(() => []);
    for (const { entry } of cutOff) this.#claims.release(this.#identity.object(kind, id), entry);
    try {
      await this.#claim(kind, id, entryOf(owner), inputs);
      // Only now: a deletion that leaves later finds the claim.
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
    this.run.hold(kind, id, entryOf(owner), nameOf(inputs));
    this.#journal.seen(this.#identity.object(kind, id));
  }

  /**
   * The program declares the resource whose entry has an object, which lives on.
   *
   * @param isRefused whether what the program declares is refused, so that the state stays as it was
   */
  async keeps(
    { kind, identity: { hasNaturalId = false } }: Kept,
    id: string,
    state: Properties,
    declared: Properties,
    isRefused = false,
  ): Promise<void> {
    const own = isRefused ? attempt(() => this.holders.ownClaim(this.#identity.object(kind, id), state)) : undefined;
    const inputs = own === undefined ? declared : { ...declared, [deletedWithKey]: own.deletedWith };
    this.run.hold(kind, id, entryOf(state), nameOf(inputs));
    // Another process can have an entry of an earlier object of that id.
    if (hasNaturalId) this.#journal.keep(this.#identity.object(kind, id), entryOf(state));
    await this.#claim(kind, id, entryOf(state), inputs, (claim) => !this.#claims.isFresh(claim)).catch(ignore);
    await this.#dropCutOff(kind, id, entryOf(state), inputs).catch(ignore);
  }

  /** The resource has the object under this entry: one that a run was cut off with is in no state. */
  async #dropCutOff(kind: string, id: string, entry: string, inputs: Properties): Promise<void> {
    const key = this.#identity.object(kind, id);
    const mine = await this.#identity.resource(inputs);
    if (!this.holders.claimsOf(key).some((claim) => claim.entry !== entry && isSameResource(claim, mine))) return;
    for (const creation of await this.notes.cutOff(kind, id, inputs))
      if (creation.entry !== undefined && creation.entry !== entry && !isGoingOn(creation))
        this.#claims.release(key, creation.entry);
  }

  /** The program reads an object without managing it: Pulumi would delete it all the same where another entry of the state has it. */
  reads(kind: string, id: string, reader: string): void {
    this.run.reads(kind, id, reader);
    // An entry of another provider has another process.
    this.#journal.keep(this.#identity.object(kind, id), `read ${reader}`);
  }

  /**
   * The entry leaves the state, and its object stays.
   *
   * @param along entries within it that leave the state with it
   */
  leavesBehind(kind: string, id: string, state: Properties, along: readonly Content[] = []): void {
    for (const content of along) this.#claims.release(content, content.entry);
    this.#claims.release(this.#identity.object(kind, id), entryOf(state));
  }

  /**
   * The object is proven gone.
   *
   * @param path the beginning of the ids of what lay within
   */
  isGone(kind: string, id: string, path?: string): void {
    const key = this.#identity.object(kind, id);
    this.#claims.release(key);
    if (path === undefined) return;
    for (const { kind, address, id } of attempt(() => this.#claims.within(key.address, path)) ?? [])
      this.#claims.release({ kind, address, id });
    // Whatever a killed run created in it went with it.
    for (const creation of attempt(() => this.#journal.unanswered()) ?? [])
      if (creation.address === key.address && !isGoingOn(creation) && isForWithin(creation, path)) this.#journal.settle(creation);
  }

  /** Whether an object needs no more words: an entry of the state has it, or a message has named it. */
  isKnown(kind: string, id: string): boolean {
    return this.run.isShown(kind, id) || this.holders.isHeld(kind, id);
  }

  /** The state has the object. */
  seen(kind: string, id: string, state: Properties): void {
    this.run.shown(kind, id);
    this.#journal.seen(this.#identity.object(kind, id), ownerOf(state)?.entry);
  }

  /** Whether a state says at which address its object lives: one that was imported by hand does not, nor do those of earlier versions. */
  isBound(state: Properties): boolean {
    return ownerOf(state) !== undefined;
  }

  /** Where this run works, in words. */
  get here(): string {
    return accountText(this.#identity.account);
  }

  /** Where else an object lives as its state says; undefined where it is here, or where the state does not say. */
  elsewhere(state: Properties): Elsewhere | undefined {
    const owner = ownerOf(state);
    const account = this.#identity.account;
    if (owner === undefined || (owner.address === account.address && owner.login === account.login)) return undefined;
    return { there: accountText(owner), here: accountText(account), isOtherAddress: owner.address !== account.address };
  }

  /** The state of an object that was shown here, with the login brought up to date; at another address it may be another object. */
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
    isDue: (claim: Claim) => boolean = () => true,
  ): Promise<void> {
    const stack = await this.#identity.claims();
    const said = { organization: organizationOf(inputs), name: nameOf(inputs), deletedWith: deletedWithOf(inputs) };
    const claim = { ...this.#identity.object(kind, id), ...stack, ...said, entry };
    if (!isDue(claim)) return;
    const before = this.#claims.make(claim);
    if (before === undefined || isSameStack(before, claim) || !isSameStack({ ...before, stack: claim.stack }, claim)) return;
    this.notes.wasCalled(before);
  }
}

/** What a later run then knows less of. */
const ignore = (): void => undefined;
