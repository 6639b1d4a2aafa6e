import { getOrganization, getProject, getStack, runtime } from "@pulumi/pulumi";
import { GetRootResourceRequest, GetRootResourceResponse, LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import { once } from "../../sdk/values/once.js";
import { classesIn } from "./runs.js";

/** A secret in the form of Pulumi's protocol. */
export const secretOf = (value: unknown) => ({ [runtime.specialSigKey]: runtime.specialSecretSig, value });

/** Calls of the engine, as messages of its service. */
export const rootPath = "/pulumirpc.Engine/GetRootResource";
export const rootRequest = (): Uint8Array => new GetRootResourceRequest().serializeBinary();
/** The URN of the stack, from the answer. */
export const rootIn = (answer: Uint8Array): string => GetRootResourceResponse.deserializeBinary(answer).getUrn();

/** How Pulumi shows a message. `status`: only in the line of its resource, and not once more in the list of messages at the end. */
export type Severity = "status" | "info" | "warning";

export const logPath = "/pulumirpc.Engine/Log";
/** @param urn of the resource that it is about; the stack, if it is empty */
export function logRequest(message: string, severity: Severity, urn: string): Uint8Array {
  const request = new LogRequest();
  request.setSeverity(severity === "warning" ? LogSeverity.WARNING : LogSeverity.INFO);
  request.setEphemeral(severity === "status");
  request.setMessage(message);
  request.setUrn(urn);
  return request.serializeBinary();
}

/** The classes of answers that Pulumi's SDK writes out, by module. */
const answers = { resource_pb: ["RegisterResourceResponse", "ReadResourceResponse"], provider_pb: ["InvokeResponse"] };

/**
 * Keeps secrets out of the debug output: `--debug`, `up --json` and `onEvent` of the Automation API. Pulumi's SDK writes each answer of the
 * engine there as text, a new token among them, and masks only what it has decrypted from the configuration. URN and id remain, which tell the
 * answers apart. Those of all resources, because a token is often handed on to another one.
 */
export const maskDebugOutput = once((): void => {
  for (const [file, names] of Object.entries(answers)) {
    const classes = classesIn(`proto/${file}`);
    for (const prototype of names.flatMap((name) => classes?.[name]?.prototype ?? []))
      prototype.toString = function (this: Partial<Record<"getUrn" | "getId", () => string>>): string {
        return [this.getUrn?.(), this.getId?.()].filter(Boolean).join(",");
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
