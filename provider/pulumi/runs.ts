import { createRequire } from "node:module";
import * as pulumi from "@pulumi/pulumi";
import { attempt } from "../journal/journal-storage.js";
import { noOrganization } from "../values/properties.js";

/** A run of a program: with the Automation API, a process sees several, each with its own monitor. */
const presentMonitor = (): object | undefined => pulumi.runtime.getMonitor();

const onlyRun = {};

/** What a module keeps for the present run. */
export function perRun<T>(make: () => T): () => T {
  const all = new WeakMap<object, T>();
  return () => {
    const run = presentMonitor() ?? onlyRun;
    const known = all.get(run) ?? make();
    all.set(run, known);
    return known;
  };
}

/** Whether the program runs in a unit test, in which nothing is checked. */
export const isMocked = (): boolean => "mocks" in (presentMonitor() ?? {});

/** Whether Pulumi's engine started this process for the program, in the folder in which it starts the provider process too. */
export const isStartedByEngine = (): boolean => process.env["PULUMI_NODEJS_ENGINE"] !== undefined;

/** The organization of the stack, if its backend has organizations: two of them may have stacks of the same name. */
export function organizationOfStack(): string | undefined {
  // Unit tests of programs may have no organization.
  const name = attempt(() => pulumi.getOrganization());
  return name === noOrganization ? undefined : name;
}

/** Those of a run whose stack does not tell which transformations it has. */
const registered = perRun(() => new Set<pulumi.ResourceTransformation>());

/**
 * Shows a transformation each resource that the program declares from now on.
 *
 * @param isLast whether it is to see what the transformations of the program have changed: then it is added again after any other, so running it
 * twice must change nothing
 */
export function transformDeclarations(transformation: pulumi.ResourceTransformation, isLast = false): void {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined) return;
  const { __transformations: all } = stack as { readonly __transformations?: readonly pulumi.ResourceTransformation[] };
  if (all !== undefined && isLast ? all.at(-1) === transformation : (all ?? [...registered()]).includes(transformation)) return;
  registered().add(transformation);
  pulumi.runtime.registerStackTransformation(transformation);
}

type Classes = Readonly<Record<string, { readonly prototype: object } | undefined>>;

/** A module of Pulumi's SDK; undefined if this version has no such module. */
export const moduleOf = (file: string): unknown =>
  attempt(() => createRequire(__filename)(`@pulumi/pulumi/${file}.js`) as unknown);

/** The classes in a module of Pulumi's SDK; undefined if this version has no such module. */
export const classesIn = (file: string): Classes | undefined => moduleOf(file) as Classes | undefined;

/** The secret values of the run's configuration; none if this version does not tell which are secret. */
export function secretConfiguration(): string[] {
  const { isConfigSecret } = pulumi.runtime as { readonly isConfigSecret?: (key: string) => boolean };
  return Object.entries(pulumi.runtime.allConfig()).flatMap(([key, value]) => (isConfigSecret?.(key) ? [value] : []));
}

interface Monitor {
  signalAndWaitForShutdown?(this: unknown, ...parameters: unknown[]): unknown;
}

/**
 * Asks whether a program may end before Pulumi's SDK signals the engine that it has declared everything and nothing has failed. Only then does
 * the engine come to the deletions. The Automation API signals it too.
 */
export function beforeEnd(mayEnd: () => Promise<boolean>): void {
  const monitor: Monitor | undefined = classesIn("proto/resource_grpc_pb")?.["ResourceMonitorClient"]?.prototype;
  const signal = monitor?.signalAndWaitForShutdown;
  if (monitor === undefined || signal === undefined) return;
  monitor.signalAndWaitForShutdown = function (...parameters) {
    void mayEnd().then((may) => {
      if (may) signal.apply(this, parameters);
    });
  };
}

/**
 * Makes Pulumi show only the message of an error that ends the program. Otherwise it adds the stack, which shows this package and not the
 * mistake. An error that nobody awaits is printed by its stack, whatever its class.
 */
export function withoutStack<E extends Error>(error: E): E {
  return Object.defineProperties(error, { __pulumiRunError: { value: true }, stack: { value: error.message } });
}

/** An error about a mistake of the program, of which Pulumi shows only the message. */
export const programError = (message: string): pulumi.RunError => withoutStack(new pulumi.RunError(message));
