import { once } from "../../sdk/values/once.js";

type Format = NonNullable<typeof Error.prepareStackTrace>;

/** Module of Pulumi's SDK that takes a stack trace for each promise of a resource. */
const ofPromises = /[\\/]@pulumi[\\/]pulumi[\\/]runtime[\\/]debuggable\.js$/;

/** Module of Pulumi's SDK that records all frames of a declaration with its resource, and the function that takes them. */
const ofDeclarations = { file: /[\\/]@pulumi[\\/]pulumi[\\/]resource\.js$/, function: "callsites" } as const;

const fileOf = (frame: NodeJS.CallSite | undefined): string => frame?.getFileName() ?? "";

/** Whether Pulumi is to show the stack traces of promises that never end. Nothing else shows one. */
const showsPromises = once(() => Boolean(process.env["PULUMI_DEBUG_PROMISE_LEAKS"]));

const isOfPromise = ([frame]: readonly NodeJS.CallSite[]): boolean => !showsPromises() && ofPromises.test(fileOf(frame));

const isOfDeclaration = ([frame]: readonly NodeJS.CallSite[]): boolean =>
  ofDeclarations.file.test(fileOf(frame)) && frame?.getFunctionName()?.endsWith(ofDeclarations.function) === true;

/** As Node formats a stack trace. */
const plain: Format = (error, frames) =>
  // The type of a frame does not say that it has a text of its own.
  [String(error), ...frames.map((frame) => `    at ${frame as unknown as string}`)].join("\n");

/**
 * Leaves out the stack traces that Pulumi's SDK takes while it constructs a resource, until the returned function is called: one for every
 * promise, which is a good part of the time of a large program, and one whose frames it records, which is a third of the state and shown by no
 * command. All other stack traces stay, because what the program does in a transformation may fail meanwhile.
 */
export function withoutStacks(): () => void {
  const { prepareStackTrace } = Error;
  const format = prepareStackTrace ?? plain;
  Error.prepareStackTrace = (error, frames) =>
    isOfPromise(frames) || isOfDeclaration(frames) ? "" : (format(error, frames) as unknown);
  return () => {
    if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
    else Error.prepareStackTrace = prepareStackTrace;
  };
}

let isSkipping = false;

/**
 * Leaves out the stack traces that Pulumi's SDK takes for each promise of a resource long after it was declared: mapping them to the sources is a
 * fifth of the time of a large program. All others are as before.
 */
export function skipPromiseStacks(): void {
  const { prepareStackTrace: format } = Error;
  // Without a function that maps them, they cost little.
  if (isSkipping || format === undefined) return;
  isSkipping = true;
  Error.prepareStackTrace = (error, frames) => (isOfPromise(frames) ? "" : (format(error, frames) as unknown));
}
