import Module from "node:module";

/**
 * Loaded first by the program and by the provider process of the tests on the real engine. What Pulumi's SDK loads at its start and these
 * programs do not use is loaded on first use instead: that is half of a command's time. `tests/package/package.test.ts` loads the SDK as it is.
 */

type Load = (request: string, parent: NodeJS.Module | undefined, isMain: boolean) => unknown;
const loader = Module as unknown as { _load: Load };
const load = loader._load;

/** Serialization of functions, the Automation API, and tracing. */
const isLate = (request: string): boolean =>
  ["typescript", "@npmcli/arborist", "./automation"].includes(request) ||
  (request.startsWith("@opentelemetry/") && request !== "@opentelemetry/api");

const ofSdk = /[\\/]node_modules[\\/]@pulumi[\\/]pulumi[\\/](?!vendor)/;

loader._load = (request, parent, isMain) => {
  if (!ofSdk.test(parent?.filename ?? "")) return load(request, parent, isMain);
  // It would read the source map of every module in the trace of each resource.
  if (request === "source-map-support/register") return {};
  if (!isLate(request)) return load(request, parent, isMain);
  let loaded: Record<PropertyKey, unknown> | undefined;
  const later = () => (loaded ??= load.call(Module, request, parent, isMain) as Record<PropertyKey, unknown>);
  return new Proxy({}, { get: (_, name) => name === "__esModule" || later()[name], has: (_, name) => name in later() });
};

// The language host that is built from its module does not know the project's option, and loads the compiler for every program.
if (process.argv.at(-1)?.endsWith(".js") === true) process.env["PULUMI_NODEJS_TYPESCRIPT"] = "false";
