import { dirname } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { plainPaths } from "../values/reviewed.js";
import { classesIn } from "./runs.js";

/** What Pulumi's SDK sends to the engine for a resource. */
interface Registration {
  getDependenciesList(): string[];
  getDeletedwith(): string;
  getIgnorechangesList(): string[];
  getReplaceonchangesList(): string[];
  getAdditionalsecretoutputsList(): string[];
}

type Answered = (error: unknown, answer?: { getUrn(): string }) => void;

/** What a component or the stack shows. */
interface OutputsRegistration {
  getUrn(): string;
  getOutputs(): { toJavaScript(): Readonly<Record<string, unknown>> } | undefined;
}

interface Monitor {
  registerResource?(this: unknown, request: Registration, answered: Answered): unknown;
  registerResourceOutputs?(this: unknown, request: OutputsRegistration, answered: unknown): unknown;
}

const monitorIn = (): Monitor | undefined => classesIn("proto/resource_grpc_pb")?.["ResourceMonitorClient"]?.prototype;

/** Options by the names that they have in the state, except for those that a step of a preview shows. */
const optionsOf = (request: Registration): Readonly<Record<string, unknown>> => ({
  ignoreChanges: request.getIgnorechangesList(),
  replaceOnChanges: request.getReplaceonchangesList(),
  additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
  deletedWith: request.getDeletedwith(),
  dependencies: request.getDependenciesList(),
});

/** Tells with which options each resource of the program, of any package, is declared: the events of a preview do not have them. */
export function watchOptions(tell: (urn: string, options: Readonly<Record<string, unknown>>) => void): void {
  const monitor = monitorIn();
  const register = monitor?.registerResource;
  if (monitor === undefined || register === undefined) return;
  monitor.registerResource = function (request, answered) {
    return register.call(this, request, (error, answer) => {
      if (answer !== undefined) tell(answer.getUrn(), optionsOf(request));
      answered(error, answer);
    });
  };
}

/**
 * Tells the paths of all in the outputs of the stack that is not secret: the events of a preview mask a secret of the configuration wherever it is
 * shown.
 */
export function watchOutputs(tell: (plain: readonly string[]) => void): void {
  const monitor = monitorIn();
  const register = monitor?.registerResourceOutputs;
  if (monitor === undefined || register === undefined) return;
  monitor.registerResourceOutputs = function (request, answered) {
    if (request.getUrn().includes("::pulumi:pulumi:Stack::")) tell(plainPaths(request.getOutputs()?.toJavaScript() ?? {}));
    return register.call(this, request, answered);
  };
}

interface Applicable {
  readonly isKnown?: Promise<boolean>;
  apply(this: unknown, ...parameters: unknown[]): unknown;
}

/** The second line below an error's message is the caller of the function in which it was created. */
const callerOf = (stack = ""): string => stack.split("\n")[2] ?? "";

/** The folder of this package's own use of outputs, which is not in `node_modules` if the package is linked. */
const own = dirname(__dirname);

/** A place in a file of the program: `index.ts:12`. */
const placeIn = (frame: string): string | undefined =>
  /node_modules|node:/.test(frame) || frame.includes(own) ? undefined : /([^/\\(\s]+:\d+):\d+\)?$/.exec(frame)?.[1];

/** Tells the places of the program that work with a value which is not known before the run: what they declare is in no preview. */
export function watchUnknown(tell: (place: string) => void): void {
  const prototype = Object.getPrototypeOf(pulumi.output(undefined)) as Applicable;
  const { apply } = prototype;
  prototype.apply = function (this: Applicable, ...parameters) {
    const place = placeIn(callerOf(new Error().stack));
    if (place !== undefined) void this.isKnown?.then((isKnown) => isKnown || tell(place)).catch(() => undefined);
    return apply.apply(this, parameters);
  };
}
