import { createRequire } from "node:module";
import { runtime } from "@pulumi/pulumi";
import { mask } from "../../sdk/redaction/mask.js";
import { attempt } from "../journal/journal-storage.js";

/**
 * Pulumi's SDK writes each answer of the engine to the debug output as text, with secrets in clear: `--debug`, `up --json` and
 * `onEvent` of the Automation API show them, a new token among them. Pulumi masks only what it has decrypted from the configuration.
 */

/** What answers have of these members, and what these have of theirs. */
type Answer = Partial<Record<"getUrn" | "getId", () => string>> &
  Partial<Record<"getObject" | "getProperties" | "getReturn", () => { toJavaScript(): unknown } | undefined>>;

const isSecret = (value: object): boolean =>
  (value as Readonly<Record<string, unknown>>)[runtime.specialSigKey] === runtime.specialSecretSig;

/** The answer as the debug output may show it. */
function shown(answer: Answer): string {
  const properties = answer.getObject?.() ?? answer.getProperties?.() ?? answer.getReturn?.();
  const known = JSON.stringify(properties?.toJavaScript() ?? {}, (_, value: unknown) =>
    typeof value === "object" && value !== null && isSecret(value) ? mask : value,
  );
  return [answer.getUrn?.(), answer.getId?.(), known].filter((part) => part !== undefined).join(",");
}

/** The classes of answers that Pulumi's SDK writes out, by module. They are not part of its public interface: without them, its text stays. */
const answers = { resource_pb: ["RegisterResourceResponse", "ReadResourceResponse"], provider_pb: ["InvokeResponse"] };

let isMasking = false;

/** Masks secrets of all resources in the debug output, because a token is often handed on to another one. */
export function maskDebugOutput(): void {
  if (isMasking) return;
  isMasking = true;
  const load = createRequire(__filename);
  for (const [file, names] of Object.entries(answers)) {
    const messages = attempt(() => load(`@pulumi/pulumi/proto/${file}.js`) as Readonly<Record<string, { prototype: object }>>);
    for (const name of names)
      if (messages?.[name] !== undefined)
        messages[name].prototype.toString = function (this: Answer): string {
          return shown(this);
        };
  }
}
