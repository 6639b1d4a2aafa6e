import { getOrganization, getProject, getStack, runtime } from "@pulumi/pulumi";
import { GetRootResourceRequest, GetRootResourceResponse, LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import { mask } from "../../sdk/redaction/mask.js";
import { once } from "../../sdk/values/once.js";
import { classesIn } from "./runs.js";

/** A secret in the form of Pulumi's protocol. */
export const secretOf = (value: unknown) => ({ [runtime.specialSigKey]: runtime.specialSecretSig, value });

const isSecret = (value: object): boolean =>
  (value as Readonly<Record<string, unknown>>)[runtime.specialSigKey] === runtime.specialSecretSig;

/** Calls of the engine, as messages of its service. */
export const rootPath = "/pulumirpc.Engine/GetRootResource";
export const rootRequest = (): Uint8Array => new GetRootResourceRequest().serializeBinary();
/** The URN of the stack, from the answer. */
export const rootIn = (answer: Uint8Array): string => GetRootResourceResponse.deserializeBinary(answer).getUrn();

export const logPath = "/pulumirpc.Engine/Log";
/** @param urn of the resource that it is about; the stack, if it is empty */
export function logRequest(message: string, severity: "info" | "warning", urn: string): Uint8Array {
  const request = new LogRequest();
  request.setSeverity(severity === "warning" ? LogSeverity.WARNING : LogSeverity.INFO);
  request.setMessage(message);
  request.setUrn(urn);
  return request.serializeBinary();
}

/** What answers to the program have of these members, and what these have of theirs. */
type Answer = Partial<Record<"getUrn" | "getId", () => string>> &
  Partial<Record<"getObject" | "getProperties" | "getReturn", () => { toJavaScript(): unknown } | undefined>>;

/** The answer as the debug output may show it. */
function shown(answer: Answer): string {
  const properties = answer.getObject?.() ?? answer.getProperties?.() ?? answer.getReturn?.();
  const known = JSON.stringify(properties?.toJavaScript() ?? {}, (_, value: unknown) =>
    typeof value === "object" && value !== null && isSecret(value) ? mask : value,
  );
  return [answer.getUrn?.(), answer.getId?.(), known].filter((part) => part !== undefined).join(",");
}

/** The classes of answers that Pulumi's SDK writes out, by module. */
const answers = { resource_pb: ["RegisterResourceResponse", "ReadResourceResponse"], provider_pb: ["InvokeResponse"] };

/**
 * Masks secrets in the debug output: `--debug`, `up --json` and `onEvent` of the Automation API. Pulumi's SDK writes each answer of the engine
 * there as text, a new token among them, and masks only what it has decrypted from the configuration. Those of all resources, because a
 * token is often handed on to another one.
 */
export const maskDebugOutput = once((): void => {
  for (const [file, names] of Object.entries(answers)) {
    const classes = classesIn(`proto/${file}`);
    for (const prototype of names.flatMap((name) => classes?.[name]?.prototype ?? []))
      prototype.toString = function (this: Answer): string {
        return shown(this);
      };
  }
});

interface Recorded {
  readonly type: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What the engine has in the state of the present stack, by URN. Pulumi 3.259 crashes if no run has written that yet and it is kept in files. */
export async function writtenState(): Promise<Readonly<Record<string, Recorded>>> {
  maskDebugOutput();
  const stackName = [getOrganization(), getProject(), getStack()].join("/");
  const answer: unknown = await runtime.invoke("pulumi:pulumi:readStackResourceOutputs", { stackName });
  return (answer as { readonly outputs: Readonly<Record<string, Recorded>> }).outputs;
}
