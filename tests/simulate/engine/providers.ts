import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { containsUnknown, isUnknown } from "../../../provider/values/unknown-values.js";
import type { Resource } from "./resource.js";
import type { Life } from "./scope.js";
import { PartialFailure } from "./step.js";
import type { Properties, ProviderProcess, RunOptions } from "./types.js";
import { defaultProviderUrn, nameOf, urnOfReference } from "./urn.js";

export interface Diff {
  readonly changes: boolean;
  readonly replaceKeys: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

export const unchanged: Diff = { changes: false, replaceKeys: [], deleteBeforeReplace: false };

const text = "__provider";

interface InitFailure extends Error {
  readonly id?: string;
  readonly properties?: Properties;
  readonly reasons?: readonly string[];
}

/** A value after its transfer to or from the provider process. */
function carried(value: unknown): unknown {
  if (value === undefined || typeof value === "function") throw new Error("Unexpected struct type.");
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(carried);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, carried(member)]));
}

const carry = (properties: Properties): Record<string, unknown> => carried(properties) as Record<string, unknown>;

/** Only a preview shows unknown values to a provider. */
function known(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.filter((member) => !isUnknown(member)).map(known);
  const members = Object.entries(value).filter(([, member]) => !isUnknown(member));
  return Object.fromEntries(members.map(([key, member]) => [key, known(member)]));
}

/**
 * The provider processes of a run, and what the engine and the SDK's dynamic provider do with each answer
 * (`provider_plugin.go`, `cmd/dynamic-provider`).
 */
export class Providers {
  readonly #configs = new Map<string, Properties>();
  readonly #processes = new Map<string, ProviderProcess>();

  constructor(
    private readonly options: Pick<RunOptions, "start" | "stack">,
    private readonly life: Life,
    readonly dryRun: boolean,
  ) {}

  /** A provider counts from its registration on; before that, or if there is none, as the state has it. */
  register(provider: Resource): void {
    this.#configs.set(provider.urn, provider.inputs);
  }

  knows = (reference: string): boolean => this.#configs.has(urnOfReference(reference));

  async check(resource: Resource, olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: string[] }> {
    if (!this.#isConfigured(resource)) return { inputs: news, failures: [] };
    const [before, after] = [this.#shown(olds), this.#shown(news)];
    const provider = this.#handler(resource, isUnknown(after[text]) ? before : after);
    const checked: dynamic.CheckResult = (await this.#ask(() => provider.check?.(before, after))) ?? {};
    const { inputs = after, failures = [] } = checked as Omit<dynamic.CheckResult, "inputs"> & { readonly inputs?: Properties };
    return {
      inputs: carry({ ...inputs, [text]: after[text] }),
      failures: failures.map(({ reason }) => reason),
    };
  }

  /** `shown`: unknown values reach the provider, as in a preview. */
  async diff(resource: Resource, olds: Resource, inputs: Properties, shown = false): Promise<Diff> {
    if (!this.#isConfigured(resource)) return { ...unchanged, changes: true };
    const pass = shown ? carry : (properties: Properties) => this.#shown(properties);
    const [before, after] = [pass(olds.outputs), pass(inputs)];
    const provider = this.#handler(resource, isUnknown(after[text]) ? before : after);
    const found = (await this.#ask(() => provider.diff?.(olds.id, before, after))) ?? {};
    const { changes = differ(olds.inputs, inputs), replaces = [], deleteBeforeReplace = false } = found;
    return { changes, replaceKeys: replaces, deleteBeforeReplace };
  }

  async create(resource: Resource): Promise<{ id: string; outputs: Properties }> {
    const inputs = carry(resource.inputs);
    if (this.dryRun) return { id: "", outputs: this.#isConfigured(resource) ? inputs : {} };
    const provider = this.#handler(resource, inputs);
    const created = await this.#ask(() => provider.create(inputs));
    if (created.id === "") throw new Error(`plugin returned empty resource.ID from create '${resource.urn}'`);
    return { id: created.id, outputs: withText(created.outs, inputs) };
  }

  async update(resource: Resource, olds: Resource): Promise<Properties> {
    const inputs = carry(resource.inputs);
    if (this.dryRun) return this.#isConfigured(resource) ? inputs : {};
    const provider = this.#handler(resource, inputs);
    const updated = await this.#ask(() => provider.update?.(olds.id, carry(olds.outputs), inputs));
    return withText(updated?.outs, inputs);
  }

  /** Undefined if there is none. */
  async read(resource: Resource): Promise<{ id: string; outputs: Properties; inputs?: Properties } | undefined> {
    const state = carry(resource.outputs);
    const provider = this.#handler(resource, state);
    if (provider.read === undefined) return { id: resource.id, outputs: state };
    const found: dynamic.ReadResult = await this.#ask(() => provider.read?.(resource.id, state) ?? {});
    const { id, props, inputs } = found as { readonly id?: string; readonly props?: Properties; readonly inputs?: Properties };
    if (id === undefined || id === "") return undefined;
    return { id, outputs: withText(props, state), ...(inputs === undefined ? {} : { inputs: withText(inputs, state) }) };
  }

  async delete(resource: Resource): Promise<void> {
    const state = carry(resource.outputs);
    const provider = this.#handler(resource, state);
    await this.#ask(() => provider.delete?.(resource.id, state));
  }

  async end(): Promise<void> {
    for (const process of this.#processes.values()) await this.life.ask(() => process.end?.());
  }

  #ask = <T>(question: () => T | Promise<T>): Promise<T> => this.life.ask(question);

  #shown = (properties: Properties): Record<string, unknown> =>
    carry(this.dryRun ? properties : (known(properties) as Properties));

  #config({ provider }: Resource): Properties {
    return this.#configs.get(urnOfReference(provider)) ?? {};
  }

  #isConfigured = (resource: Resource): boolean => !containsUnknown(this.#config(resource));

  #handler(resource: Resource, properties: Properties): dynamic.ResourceProvider {
    const code = properties[text];
    if (typeof code !== "string") throw new Error("code must be a string, not undefined");
    const urn = urnOfReference(resource.provider);
    const { start, stack } = this.options;
    const name = urn === defaultProviderUrn(stack) ? undefined : nameOf(urn);
    const config = this.#config(resource);
    const process = this.#processes.get(urn) ?? start(name === undefined ? { config } : { name, config });
    this.#processes.set(urn, process);
    return process.handler(code);
  }
}

export const withText = (result: unknown, { [text]: code }: Properties): Properties =>
  carry({ ...(result as Properties | undefined), [text]: code });

export const differ = (olds: Properties, news: Properties): boolean =>
  [...new Set([...Object.keys(olds), ...Object.keys(news)])].some((key) => !isDeepStrictEqual(olds[key], news[key]));

/** What an error says about an object that exists nevertheless. */
export function initFailure(
  error: unknown,
): { id: string; properties: Properties; failure: PartialFailure; reasons: string[] } | undefined {
  const { id, properties = {}, reasons = [] } = error as InitFailure;
  if (id === undefined || id === "") return undefined;
  return { id, properties: carry(properties), reasons: [...reasons], failure: new PartialFailure(reasons.join("\n")) };
}
