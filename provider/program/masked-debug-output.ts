import { createRequire } from "node:module";
import { runtime } from "@pulumi/pulumi";
import { mask } from "../../sdk/redaction/mask.js";
import { attempt } from "../journal/journal-storage.js";

/**
 * Pulumi's SDK writes each answer of the engine to the debug output as text, with secrets in clear: `--debug`, `up --json` and
 * `onEvent` of the Automation API show them, a new token among them. Pulumi masks only what it has decrypted from the configuration.
 */

type Messages = typeof import("@pulumi/pulumi/proto/resource_pb.js");
type Answer = InstanceType<Messages["RegisterResourceResponse"] | Messages["ReadResourceResponse"]>;

const isSecret = (value: object): boolean =>
  (value as Readonly<Record<string, unknown>>)[runtime.specialSigKey] === runtime.specialSecretSig;

/** The answer as the debug output may show it. */
function shown(answer: Answer): string {
  const properties = "getObject" in answer ? answer.getObject() : answer.getProperties();
  const known = JSON.stringify(properties?.toJavaScript() ?? {}, (_, value: unknown) =>
    typeof value === "object" && value !== null && isSecret(value) ? mask : value,
  );
  return [answer.getUrn(), ...("getId" in answer ? [answer.getId()] : []), known].join(",");
}

let isMasking = false;

/** Masks secrets of all resources in the debug output, because a token is often handed on to another one. */
export function maskDebugOutput(): void {
  if (isMasking) return;
  isMasking = true;
  // The classes are not part of Pulumi's public interface. Without them, Pulumi's text stays.
  const messages = attempt(() => createRequire(__filename)("@pulumi/pulumi/proto/resource_pb.js") as Messages);
  for (const message of [messages?.RegisterResourceResponse, messages?.ReadResourceResponse])
    if (message !== undefined)
      message.prototype.toString = function (this: Answer): string {
        return shown(this);
      };
}
