import { dayOf, inLine } from "../../sdk/redaction/text.js";
import type { Claims, FiledClaim } from "../journal/claims.js";
import { messageOf, ProviderError } from "../values/errors.js";
import { attempt } from "../journal/journal-storage.js";
import { isSameResource, isSameStack, type StackIdentity } from "../journal/journal-file.js";
import { isGoingOn, type Creation, type Journal, type ObjectKey } from "../journal/journal.js";
import { objectText, resourceText } from "../values/labels.js";
import type { Properties } from "../values/properties.js";
import type { Records } from "../journal/records.js";
import { nameOf, organizationOf } from "../values/reserved-properties.js";
import { isAnsweredWith, isCutOff } from "./cut-off.js";
import type { Identity } from "./identity.js";
import { entryOf } from "./owner.js";
import type { RunMemory } from "./run-memory.js";

/** Who has an object beside the entry that is asked about. */
export interface ObjectHolder {
  /** In words. */
  readonly who: string;
  readonly isOfThisRun: boolean;
  /** Whether the program only reads the object. */
  readonly isReader: boolean;
  /** Whether it is an earlier entry of the same resource, of which no state may be left. */
  readonly isDoubted: boolean;
}

/** A resource that is known to have an object. */
export interface Claimant {
  /** In words. */
  readonly who: string;
  readonly isOfThisStack: boolean;
}

/** Where objects lie: in one that is deleted with all that it holds. */
export interface Container {
  readonly kind: string;
  readonly id: string;
  /** The beginning of the ids of what lies within it. */
  readonly path: string;
}

/** What somebody else has within a container. */
export interface OthersContent {
  readonly kind: string;
  /** The object and who has or reads it. */
  readonly text: string;
}

/** What an entry of the same stack has within a container. */
export interface Content extends ObjectKey {
  readonly entry: string;
  /** Of the resource. */
  readonly name: string;
  /** Whether the program declares the resource, as far as it has run. Of what is not targeted nobody tells. */
  readonly isDeclared: boolean;
  /** Whether Pulumi deletes it along with the container, without a word to the provider. */
  readonly isTaken: boolean;
  /** Whether the program has said with what it is deleted. */
  readonly saysWithWhat: boolean;
  /** Whether the run that got it was cut off before the program was told of it: as a rule no state has that entry. */
  readonly isCutOff: boolean;
  /** Its deletion, once this run has begun with that. */
  readonly removal: Promise<unknown> | undefined;
}

/** A kind whose objects somebody has. */
export interface Kept {
  readonly kind: string;
  readonly identity: { readonly hasNaturalId?: boolean };
}

/** Who has an object: what this run has seen, and what earlier runs have shown. */
export class Holders {
  readonly #identity: Identity;
  readonly #run: RunMemory;
  readonly #journal: Journal;
  readonly #claims: Claims;

  constructor(identity: Identity, run: RunMemory, { journal, claims }: Records) {
    this.#identity = identity;
    this.#run = run;
    this.#journal = journal;
    this.#claims = claims;
  }

  /**
   * What runs have shown entries of states to have.
   *
   * @throws where that cannot be read
   */
  claimsOf(object: ObjectKey): FiledClaim[] {
    return readable(() => this.#claims.of(object));
  }

  /** The claim of the entry that a state is of. */
  ownClaim(object: ObjectKey, state: Properties): FiledClaim | undefined {
    return this.claimsOf(object).find(({ entry }) => entry === entryOf(state));
  }

  /**
   * Who else holds the object: another resource of this run, or one that an earlier run has shown to have it.
   *
   * @throws where that cannot be read
   */
  holder(kind: string, id: string, state: Properties): ObjectHolder | undefined {
    const mine = entryOf(state);
    const key = this.#identity.object(kind, id);
    const ofThisRun = { isOfThisRun: true, isReader: false, isDoubted: false };
    for (const [entry, { name }] of this.#run.holdersOf(kind, id))
      if (entry !== mine) return { ...ofThisRun, who: `${resourceText(kind, name)} of this run` };
    const reader = this.#run.readerOf(kind, id);
    if (reader !== undefined) return { ...ofThisRun, who: `${resourceText(kind, reader)} of this run`, isReader: true };
    if (this.#journal.isHeldBeside(key, mine)) return { ...ofThisRun, who: "another resource of this run" };
    const claims = this.claimsOf(key);
    const own = claims.find(({ entry }) => entry === mine);
    const others = claims.filter((claim) => claim.entry !== mine && !this.#isOfCutOff(claim, own));
    const claim = surest(others);
    return claim && { who: claimantText(claim), isOfThisRun: false, isReader: false, isDoubted: claim.isDoubted === true };
  }

  /**
   * Who in other stacks has an object, in words.
   *
   * @throws where that cannot be read
   */
  async holderElsewhere(kind: string, id: string, inputs: Properties): Promise<string | undefined> {
    const mine = await this.#identity.resource(inputs);
    const claim = this.claimsOf(this.#identity.object(kind, id)).find(
      (each) => each.isDoubted !== true && !isSameStack(each, mine),
    );
    return claim && claimantText(claim);
  }

  /**
   * Which other resource, of whatever stack, has an object as far as runs have shown.
   *
   * @throws where that cannot be read
   */
  async claimant(kind: string, id: string, inputs: Properties): Promise<Claimant | undefined> {
    const mine = await this.#identity.resource(inputs);
    const others = this.claimsOf(this.#identity.object(kind, id)).filter((claim) => !isSameResource(claim, mine));
    const claim = surest(others);
    return claim && { who: claimantText(claim), isOfThisStack: isSameStack(claim, mine) };
  }

  /** Whether it is of an entry that this stack does not have, as its run was cut off before the program was told of the object. */
  #isOfCutOff(claim: FiledClaim, own: FiledClaim | undefined): boolean {
    const { kind, id, entry } = claim;
    const isItsOwn = (each: Creation) => each.entry === entry && isAnsweredWith(each, kind, id) && !isGoingOn(each);
    return own !== undefined && isSameStack(claim, own) && this.#journal.all().some(isItsOwn);
  }

  /**
   * What others have that lies within the object: resources of other stacks, and those of this run that only read.
   *
   * @throws where that cannot be read
   */
  othersWithin(container: Container, state: Properties): OthersContent[] {
    const { own, claims } = this.#within(container, state);
    const read = this.#run.readWithin(container.path).map(({ kind, id, reader }) => ({
      kind,
      text: `${objectText(kind, id)}, which ${resourceText(kind, reader)} of this run reads`,
    }));
    const claimed = claims
      .filter((claim) => own !== undefined && !isSameStack(claim, own))
      .map((claim) => ({
        kind: claim.kind,
        text: `${objectText(claim.kind, claim.id)}, which ${claimantText(claim)}, has`,
      }));
    return [...read, ...claimed];
  }

  /**
   * What the same stack has within the object.
   *
   * @throws where that cannot be read
   */
  ownWithin(container: Container, state: Properties): Content[] {
    const { own, claims } = this.#within(container, state);
    if (own === undefined || claims.length === 0) return [];
    // Another resource may hold the object: the entry goes all the same.
    const isReplaced = this.#run.hasDeclared(container.kind, own.name);
    const cutOff = new Set((attempt(() => this.#journal.all()) ?? []).filter(isCutOff).map(({ entry }) => entry));
    return claims
      .filter((claim) => isSameStack(claim, own))
      .map((claim) => {
        const { kind, id, address, entry, name, deletedWith } = claim;
        const isSuperseded = this.#run.isSuperseded(kind, id);
        const isDeclared = !isSuperseded && this.#run.isInProgram(claim);
        // What is not replaced along with the container stays in the state.
        const isDeleted = isSuperseded || !(isDeclared || isReplaced);
        return {
          ...{ kind, id, address, entry, name, isDeclared },
          isTaken: isDeleted && deletedWith !== undefined && deletedWith === own.name,
          saysWithWhat: deletedWith !== undefined,
          isCutOff: cutOff.has(entry),
          removal: this.#run.removalOf(kind, id),
        };
      });
  }

  #within({ kind, id, path }: Container, state: Properties) {
    const key = this.#identity.object(kind, id);
    const said = { organization: organizationOf(state), name: nameOf(state) };
    const own =
      this.ownClaim(key, state) ??
      // Without earlier notes there are the claims of this run.
      (this.#identity.claimant && { ...key, ...this.#identity.claimant, ...said });
    return { own, claims: own === undefined ? [] : readable(() => this.#claims.within(key.address, path)) };
  }

  /** Tells whether another resource than that of the arguments has an object, as far as runs have shown. It throws where that cannot be read. */
  async claimedBeside(kind: string, inputs: Properties): Promise<(id: string) => boolean> {
    const isOwn = await this.#ownClaims(inputs);
    return (id) => this.claimsOf(this.#identity.object(kind, id)).some((claim) => !isOwn(claim));
  }

  /**
   * Tells whether an object cannot be what is about to be created for the arguments, as somebody has had it before: the resource's own
   * earlier entry, too, unless what is created anew has the id of what was there.
   */
  async takenBefore({ kind, identity: { hasNaturalId = false } }: Kept, inputs: Properties): Promise<(id: string) => boolean> {
    if (hasNaturalId) return this.claimedBeside(kind, inputs);
    return (id) => this.claimsOf(this.#identity.object(kind, id)).length > 0;
  }

  /** Whether runs have shown the resource of the arguments to have an object. */
  async isClaimed(kind: string, id: string, inputs: Properties): Promise<boolean> {
    const isOwn = await this.#ownClaims(inputs);
    return nameOf(inputs) !== "" && this.claimsOf(this.#identity.object(kind, id)).some(isOwn);
  }

  /** Whether anybody is known to have an object: in the program of this run, or in a state that an earlier run has shown. */
  isHad(kind: string, id: string): boolean {
    return this.#run.isInUse(kind, id) || this.claimsOf(this.#identity.object(kind, id)).length > 0;
  }

  /** Whether runs have shown a resource of the same stack to have an object. */
  async isOfThisStack(kind: string, id: string, inputs: Properties): Promise<boolean> {
    const mine = await this.#identity.resource(inputs);
    return this.claimsOf(this.#identity.object(kind, id)).some((claim) => isSameStack(claim, mine));
  }

  /** Ids of a kind that this run has met, that any state is known to have, or that an earlier run has deleted. */
  idsOf(kind: string): string[] {
    const met = this.#run.idsOf(kind);
    const { address } = this.#identity;
    const claimed = (attempt(() => this.#claims.all()) ?? []).filter((claim) => claim.kind === kind && claim.address === address);
    return [...met, ...claimed.map(({ id }) => id), ...(attempt(() => this.#journal.sentToDelete(kind, address)) ?? [])];
  }

  async #ownClaims(inputs: Properties): Promise<(claim: FiledClaim) => boolean> {
    const mine = await this.#identity.resource(inputs);
    return (claim) => isSameResource(claim, mine);
  }

  /**
   * Whether somebody is known to hold an object: a resource of this run, or the answer of an earlier creation.
   *
   * @param since milliseconds since the epoch: an object that was not there then, nobody can have held before
   * @param self name of the resource that asks: what its own entry says is about the predecessor of the same id
   */
  isHeld(kind: string, id: string, since = -Infinity, self = ""): boolean {
    return this.#run.isHeldSince(kind, id, since, self) || this.#journal.isHeld(this.#identity.object(kind, id), since);
  }
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ProviderError(
      `Could not read which other resources have it. ${messageOf(error)} Run \`pulumi preview\` in this stack and in all others that may have ` +
        `it, which writes the file of each anew, and run again. If that does not help, delete the file.`,
      error,
    );
  }
}

/** One that is not in doubt, where there is any. */
const surest = (claims: readonly FiledClaim[]): FiledClaim | undefined =>
  claims.find(({ isDoubted }) => isDoubted !== true) ?? claims[0];

/** Who has an object. Stack and project of another backend or organization can be called like those of whoever reads it. */
const claimantText = (claim: FiledClaim): string =>
  `${resourceText(claim.kind, claim.name)} of ${stackText(claim)}, last shown on ${dayOf(claim.at)}`;

/** A stack in words. */
export function stackText({ organization, project, stack, backend }: StackIdentity): string {
  if (stack === undefined) return "an earlier run";
  const name = organization === undefined ? stack : `${organization}/${stack}`;
  return `stack ${name}${project === undefined ? "" : ` of project ${project}`}${backend === undefined ? "" : ` in ${inLine(backend)}`}`;
}
