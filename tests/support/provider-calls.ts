import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runtime } from "@pulumi/pulumi";
import { markSecrets } from "../../provider/definition/secrets.js";
import { secretOf } from "../../provider/pulumi/protocol.js";
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { ownerKey, providerKey, providerText } from "../../provider/values/reserved-properties.js";
import { definitions } from "./definitions.js";

/** A call that failed and left the state as it was. */
export class CallFailure extends Error {}

/** A call that failed after the object was created: the engine records it with these properties. */
export class InitFailure extends CallFailure {
  constructor(
    message: string,
    readonly id: string,
    readonly properties: Properties,
    readonly reasons: readonly string[],
  ) {
    super(message);
  }
}

export interface CheckResult {
  readonly inputs: Properties;
  readonly failures: readonly { readonly property: string; readonly reason: string }[];
}

export interface DiffResult {
  /** `unknown`: the engine compares the properties itself. */
  readonly changes: "none" | "some" | "unknown";
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

export interface ReadResult {
  readonly id: string;
  readonly state: Properties;
  readonly inputs: Properties;
}

/** Transfers calls to a provider, with properties as the engine sends and receives them. Failures are of `CallFailure`. */
export interface Link {
  configure(config: Readonly<Record<string, string>>): Promise<void>;
  check(kind: Kind, news: Properties, olds: Properties): Promise<CheckResult>;
  diff(kind: Kind, id: string, olds: Properties, news: Properties): Promise<DiffResult>;
  create(kind: Kind, inputs: Properties): Promise<{ readonly id: string; readonly state: Properties }>;
  /** The id is empty if the object is gone. */
  read(kind: Kind, id: string, state: Properties): Promise<ReadResult>;
  update(kind: Kind, id: string, olds: Properties, news: Properties): Promise<Properties>;
  delete(kind: Kind, id: string, state: Properties): Promise<void>;
  /** Everything printed since the last call. */
  printed(): Promise<string>;
  stop(): Promise<void>;
}

/** Unique for all providers, so that none counts as configured because of another. */
let configurations = 0;

/**
 * A provider as the engine calls it: the text that finds the provider is among the properties of every call and answer.
 */
export class ProviderCalls {
  /** What the state says about its owner, by kind and id: it differs for each creation, and the tests check the rest. */
  readonly #owners = new Map<string, unknown>();

  /** @param folder contains the journal */
  protected constructor(
    private readonly link: Link,
    private readonly folder: string,
  ) {}

  /** A provider in the same process, without knowledge of earlier calls. */
  anew(): ProviderCalls {
    for (const part of ["journal", "claims"]) rmSync(join(this.folder, part), { recursive: true, force: true });
    return new ProviderCalls(this.link, this.folder);
  }

  /** Forgets who has which object, as if all of them were different from now on. */
  forgetClaims(): void {
    rmSync(join(this.folder, "claims"), { recursive: true, force: true });
  }

  printed(): Promise<string> {
    return this.link.printed();
  }

  async stop(): Promise<void> {
    try {
      await this.link.stop();
    } finally {
      await rm(this.folder, { recursive: true, force: true });
    }
  }

  /** Pulumi configures each text once, so later calls use a different text with the same meaning. */
  async configure(config: Readonly<Record<string, string>>): Promise<void> {
    configurations += 1;
    await this.link.configure(config);
  }

  async check(kind: Kind, news: Properties, olds: Properties = {}): Promise<CheckResult> {
    // The engine sends nothing for an object that does not exist yet.
    const sent = Object.keys(olds).length === 0 ? {} : this.#sent(kind, olds);
    const { inputs, failures } = await this.link.check(kind, this.#sent(kind, news), sent);
    return { inputs: this.#received(kind, inputs), failures };
  }

  diff(kind: Kind, id: string, state: Properties, news: Properties): Promise<DiffResult> {
    return this.link.diff(kind, id, this.#sent(kind, this.#owned(kind, id, state)), this.#sent(kind, news));
  }

  async create(kind: Kind, inputs: Properties): Promise<{ id: string; state: Properties }> {
    const { id, state } = await this.link.create(kind, this.#sent(kind, inputs));
    return { id, state: this.#state(kind, id, state) };
  }

  /** `undefined`: gone. */
  async read(kind: Kind, id: string, state: Properties = {}): Promise<ReadResult | undefined> {
    const result = await this.link.read(kind, id, this.#sent(kind, this.#owned(kind, id, state)));
    if (result.id === "") return undefined;
    return {
      id: result.id,
      state: this.#state(kind, result.id, result.state),
      inputs: this.#recorded(kind, result.inputs),
    };
  }

  /** What the state of an object says about its owner. */
  ownerOf(kind: Kind, id: string): Properties {
    return { [ownerKey]: this.#owners.get(`${kind} ${id}`) };
  }

  async update(kind: Kind, id: string, state: Properties, news: Properties): Promise<Properties> {
    const updated = await this.link.update(kind, id, this.#sent(kind, this.#owned(kind, id, state)), this.#sent(kind, news));
    return this.#state(kind, id, updated);
  }

  async delete(kind: Kind, id: string, state: Properties): Promise<void> {
    await this.link.delete(kind, id, this.#sent(kind, this.#owned(kind, id, state)));
  }

  /** With the text of the kind, unless the values have one. */
  #sent(kind: Kind, values: Properties): Properties {
    return { [providerKey]: `${providerText(kind)}//${configurations}`, ...values };
  }

  #state(kind: Kind, id: string, values: Properties): Properties {
    const { [ownerKey]: owner, ...rest } = this.#recorded(kind, values);
    if (owner !== undefined) this.#owners.set(`${kind} ${id}`, owner);
    return rest;
  }

  #owned(kind: Kind, id: string, state: Properties): Properties {
    const owner = this.#owners.get(`${kind} ${id}`);
    return owner === undefined || Object.keys(state).length === 0 ? state : { [ownerKey]: owner, ...state };
  }

  /** The properties of an answer that the engine writes to the state. */
  #recorded(kind: Kind, values: Properties): Properties {
    assertMarked(kind, values);
    return this.#received(kind, values);
  }

  /** The properties of an answer without the text, which must be there; the engine also sends them back without marks. */
  #received(kind: Kind, values: Properties): Properties {
    const { [providerKey]: text, ...rest } = values;
    assert.ok(String(text).startsWith(`${providerText(kind)}//`), "the text that finds the provider did not come back");
    return unmarked(rest) as Properties;
  }
}

/** All that is secret is marked: the engine writes anything else to the state in plain text. */
export function assertMarked(kind: Kind, values: Properties): void {
  assert.deepEqual(values, markSecrets(definitions[kind], unmarked(values) as Properties, secretOf));
}

/** Values without the marks of secrets. */
export function unmarked(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(unmarked);
  const members = value as Readonly<Record<string, unknown>>;
  if (members[runtime.specialSigKey] === runtime.specialSecretSig) return members["value"];
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, unmarked(member)]));
}
