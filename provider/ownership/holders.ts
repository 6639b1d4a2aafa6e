import { dayOf, inLine } from "../../sdk/redaction/text.js";
import type { FiledClaim } from "../journal/claims.js";
import { messageOf, ProviderError } from "../values/errors.js";
import { attempt } from "../journal/journal-storage.js";
import type { RunRecords } from "../journal/journal.js";
import type { NotedCreation, NotedChange } from "../journal/noted.js";
import { objectText, resourceText } from "../values/phrases.js";
import { canonicalId } from "../values/ids.js";
import type { Properties } from "../values/properties.js";
import { nameOf, organizationOf } from "../values/reserved-properties.js";
import { isAnsweredWith, isCutOff } from "./results.js";
import { type Identity, entryOf } from "./identity.js";
import { RecordIndex } from "./run-record.js";
import type { RunResources } from "./run-resources.js";
import { type ObjectKey, isSameResource, isSameStack, type StackIdentity } from "../journal/journal-events.js";
import { explainedBy } from "../../sdk/values/explained.js";

/** A holder of an object, other than a given entry. */
export interface ObjectHolder {
  /** The holder, for messages. */
  readonly who: string;
  readonly isOfThisRun: boolean;
  /** Whether it is an earlier entry of the same resource, which may no longer be in any state. */
  readonly isDoubted: boolean;
}

/** A resource that has a claim to an object. */
export interface Claimant {
  /** Its name; empty if unknown. */
  readonly name: string;
  /** The resource, for messages. */
  readonly who: string;
  /** Whether it is the resource that asks. */
  readonly isOwn: boolean;
  readonly isOfThisStack: boolean;
  readonly isDoubted: boolean;
}

/** An object that is deleted with everything that it contains. */
interface Container {
  readonly kind: string;
  readonly id: string;
  /** The prefix of the ids of its contents. */
  readonly path: string;
}

/** An object in a container that another holder has. */
export interface OthersContent {
  readonly kind: string;
  /** Whether the program of this run only reads it; otherwise another stack has it. */
  readonly isRead: boolean;
  /** The object and its holder, for messages. */
  readonly text: string;
}

/** An object in a container that an entry of the same stack has. */
export interface Content extends ObjectKey {
  readonly entry: string;
  readonly name: string;
  /** Whether the program has declared the resource so far. Resources outside `--target` are never reported. */
  readonly isDeclared: boolean;
  /** Whether Pulumi deletes its entry with the container, without calling the provider. */
  readonly isTaken: boolean;
  /** Whether the program declared `deletedWith` for it. */
  readonly declaresDeletedWith: boolean;
  /** Whether the program retains it (`retainOnDelete`), so that Pulumi does not ask for its deletion. */
  readonly isRetained: boolean;
  /** Whether its run was cut off before Pulumi told the program of it. Usually no state has such an entry. */
  readonly isCutOff: boolean;
  /** Its deletion, once this run has started it. */
  readonly removal: Promise<unknown> | undefined;
}

export interface Kept {
  readonly kind: string;
  readonly identity: { readonly hasNaturalId?: boolean };
}

/** Knows the holders of objects, from this run and from the claims of earlier runs. */
export class Holders {
  /** Objects with claims when their names were first looked up. */
  #claimed: RecordIndex | undefined;

  constructor(
    private readonly identity: Identity,
    private readonly run: RunResources,
    private readonly records: RunRecords,
  ) {}

  /**
   * Claims to an object.
   *
   * @throws if they cannot be read
   */
  claimsOf(object: ObjectKey): FiledClaim[] {
    return readable(() => this.records.claims.of(object));
  }

  /** Whether the state retains the object of a resource, according to the inputs in the state or to its claim. */
  isRetained(kind: string, id: string, state: Properties, name: string): boolean {
    return (
      this.run.declaration({ kind, name }).isRetained || this.ownClaim(this.identity.object(kind, id), state)?.isRetained === true
    );
  }

  ownClaim(object: ObjectKey, state: Properties): FiledClaim | undefined {
    return this.claimsOf(object).find(({ entry }) => entry === entryOf(state));
  }

  /**
   * The other holder of an object: another resource of this run, or one with a claim from an earlier run.
   *
   * @throws if the claims cannot be read
   */
  holder(kind: string, id: string, state: Properties): ObjectHolder | undefined {
    return this.#others(kind, id, state).next().value;
  }

  /**
   * Name of another resource of the same stack that has an object, in this run or by a claim.
   *
   * @throws if the claims cannot be read
   */
  neighbour(kind: string, id: string, state: Properties): string | undefined {
    const self = nameOf(state);
    for (const { neighbour, isDoubted } of this.#others(kind, id, state))
      if (neighbour !== undefined && neighbour !== self && !isDoubted) return neighbour;
    return undefined;
  }

  /** The other holders: those of this run, those with claims, those with doubted claims. Reads claims only if it has to. */
  *#others(kind: string, id: string, state: Properties): Generator<ObjectHolder & { readonly neighbour?: string }, undefined> {
    const mine = entryOf(state);
    const inRun = (name: string) => ({ who: `${resourceText(kind, name)} of this run`, isOfThisRun: true, isDoubted: false });
    for (const { mark, name } of this.run.holders(kind, id)) if (mark !== mine) yield { ...inRun(name), neighbour: name };
    const reader = this.run.readerOf(kind, id);
    if (reader !== undefined) yield inRun(reader);
    const claims = this.claimsOf(this.identity.object(kind, id));
    const own = claims.find(({ entry }) => entry === mine);
    const others = claims.filter((claim) => claim.entry !== mine && !this.#isOfCutOff(claim, own));
    for (const isDoubted of [false, true])
      for (const claim of others.filter((each) => (each.isDoubted === true) === isDoubted)) {
        const isNear = own !== undefined && isSameStack(claim, own) && claim.name !== own.name;
        yield { who: claimantText(claim), isOfThisRun: false, isDoubted, ...(isNear && { neighbour: claim.name }) };
      }
    return undefined;
  }

  /** A function that finds the claims to an object of a kind, and whose they are. It throws if they cannot be read. */
  async claimantsOf(kind: string, inputs: Properties): Promise<(id: string) => Claimant[]> {
    const mine = await this.identity.resource(inputs);
    return (id) =>
      this.claimsOf(this.identity.object(kind, id)).map((claim) => ({
        name: claim.name,
        who: claimantText(claim),
        isOwn: isSameResource(claim, mine),
        isOfThisStack: isSameStack(claim, mine),
        isDoubted: claim.isDoubted === true,
      }));
  }

  /**
   * The other resource that has a claim to an object: one of this stack, if there is one.
   *
   * @throws if the claims cannot be read
   */
  async claimant(kind: string, id: string, inputs: Properties): Promise<Claimant | undefined> {
    const others = (await this.claimantsOf(kind, inputs))(id).filter(({ isOwn }) => !isOwn);
    const nearest = [...others.filter((each) => each.isOfThisStack), ...others.filter((each) => !each.isOfThisStack)];
    return nearest.find(({ isDoubted }) => !isDoubted) ?? nearest[0];
  }

  /**
   * Whether a claim is of an entry that this stack does not have, because its run was cut off before Pulumi told the program of
   * it.
   */
  #isOfCutOff(claim: FiledClaim, own: FiledClaim | undefined): boolean {
    const { kind, id, entry } = claim;
    const isItsOwn = (each: NotedCreation) => each.entry === entry && isAnsweredWith(each, kind, id) && each.ending !== "running";
    return own !== undefined && isSameStack(claim, own) && this.records.journal.creations().some(isItsOwn);
  }

  /**
   * Objects in a container that others have: resources of other stacks, and resources of this run that only read them.
   *
   * @throws if the claims cannot be read
   */
  othersWithin(container: Container, state: Properties): OthersContent[] {
    const { own, claims } = this.#within(container, state);
    const read = this.run.readWithin(container.path).map(({ kind, id, name }) => ({
      kind,
      isRead: true,
      text: `${objectText(kind, id)} (read by ${resourceText(kind, name)} of this run)`,
    }));
    const claimed = claims
      .filter((claim) => own !== undefined && !isSameStack(claim, own))
      .map((claim) => ({
        kind: claim.kind,
        isRead: false,
        text: `${objectText(claim.kind, claim.id)} (${claimantText(claim)})`,
      }));
    return [...read, ...claimed];
  }

  /**
   * Objects in a container that the same stack has.
   *
   * @throws if the claims cannot be read
   */
  ownWithin(container: Container, state: Properties): Content[] {
    const { own, claims } = this.#within(container, state);
    if (own === undefined || claims.length === 0) return [];
    // The entry leaves the state even if another resource holds the object.
    const isReplaced = this.run.declaration({ kind: container.kind, name: own.name }).isDeclared === true;
    const cutOff = new Set((attempt(() => this.records.journal.creations()) ?? []).filter(isCutOff).map(({ entry }) => entry));
    return claims
      .filter((claim) => isSameStack(claim, own))
      .map((claim) => {
        const { kind, id, address, entry, name, deletedWith, isDoubted, isRetained } = claim;
        const isSuperseded = this.run.isSuperseded(kind, id);
        const isDeclared =
          !isSuperseded && (this.run.holders(kind, id).length > 0 || this.run.declaration(claim).isDeclared === true);
        // An entry that is not replaced with the container stays in the state.
        const isDeleted = isSuperseded || !(isDeclared || isReplaced);
        return {
          ...{ kind, id, address, entry, name, isDeclared },
          isTaken: isDeleted && deletedWith !== undefined && deletedWith === own.name,
          declaresDeletedWith: deletedWith !== undefined,
          isRetained: isRetained === true && isDoubted !== true,
          isCutOff: cutOff.has(entry),
          removal: this.run.removalOf(kind, id),
        };
      });
  }

  #within({ kind, id, path }: Container, state: Properties) {
    const key = this.identity.object(kind, id);
    const source = { organization: organizationOf(state), name: nameOf(state) };
    const own =
      this.ownClaim(key, state) ??
      // If there is no earlier claim, the stack of this run's claims identifies the container's stack.
      (this.identity.claimant && { ...key, ...this.identity.claimant, ...source });
    return { own, claims: own === undefined ? [] : readable(() => this.records.claims.within(key.address, path)) };
  }

  /** Ids of a kind that this run has seen, that any claim names, or whose deletion an earlier run sent. */
  idsOf(kind: string): string[] {
    const met = this.run.idsOf(kind);
    const { address } = this.identity;
    const claimed = (attempt(() => this.records.claims.all()) ?? []).filter(
      (claim) => claim.kind === kind && claim.address === address,
    );
    return [...met, ...claimed.map(({ id }) => id), ...this.sentToDelete(kind)];
  }

  /** Ids of the objects of a kind whose deletion an earlier run sent, in canonical spelling. */
  sentToDelete(kind: string): string[] {
    const { address } = this.identity;
    const isOne = (each: NotedChange) => each.request === "delete" && each.kind === kind && each.address === address;
    return (attempt(() => this.records.journal.changes().filter(isOne)) ?? []).map(({ id }) => canonicalId(id));
  }

  /** Ids of the objects in other containers that have the same name and that this run has seen or a claim names. */
  withSameName(kind: string, id: string): string[] {
    this.#claimed ??= this.#claimedObjects();
    return [...new Set([...this.run.withSameName(kind, id), ...this.#claimed.withSameName(kind, id)])];
  }

  #claimedObjects(): RecordIndex {
    const claims = (attempt(() => this.records.claims.all()) ?? []).filter(({ address }) => address === this.identity.address);
    return new RecordIndex(claims.map(({ kind, id }) => ({ role: "object", kind, id, mark: "", name: "" })));
  }

  /**
   * Whether an object has a known holder: a resource of this run, or the answer to an earlier creation.
   *
   * @param since milliseconds since the epoch: an object that did not exist then cannot have been held before
   * @param self name of the resource that asks: its own entry is about the predecessor with the same id
   */
  isHeld(kind: string, id: string, since = -Infinity, self = ""): boolean {
    const isOther = (name: string) => self === "" || name !== self;
    const isHeld = this.run.holders(kind, id).some(({ heldSince = -Infinity, name }) => heldSince >= since && isOther(name));
    return isHeld || this.records.journal.isHeld(this.identity.object(kind, id), since);
  }
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ProviderError(
      `Who has the object could not be read. ${messageOf(error)} Run \`pulumi preview\` in every stack that may have it.${explainedBy("damaged claims")}`,
      error,
    );
  }
}

/**
 * A holder, for messages. Names the backend and organization too, because another one may have a stack and project of the same
 * name.
 */
export const claimantText = (claim: FiledClaim): string =>
  `${resourceText(claim.kind, claim.name)} of ${stackText(claim)}, seen ${dayOf(claim.at)}`;

/** A stack, for messages. */
export function stackText({ organization, project, stack, backend }: StackIdentity): string {
  if (stack === undefined) return "an earlier run";
  const name = [organization, project, stack].filter((part) => part !== undefined).join("/");
  return `stack ${name}${backend === undefined ? "" : ` in ${inLine(backend)}`}`;
}
