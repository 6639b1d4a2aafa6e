import type { dynamic } from "@pulumi/pulumi";
import type { Configuration } from "../runtime/unknown-settings.js";

/** What Pulumi's process keeps in a provider's configuration without a public type. There are no values before the engine has sent them. */
interface Inside {
  readonly rawConfig?: unknown;
  readonly projectName?: unknown;
}

/** The whole configuration, of which Pulumi's public type shows only single values. */
export function configurationOf(config: dynamic.Config): Configuration {
  const { rawConfig: values, projectName: project } = config as Inside;
  return {
    values: typeof values === "object" && values !== null ? (values as Configuration["values"]) : {},
    project: typeof project === "string" ? project : undefined,
  };
}

/** A single value; `undefined` before the engine has configured the process. */
export function valueOf(config: dynamic.Config, key: string): string | undefined {
  try {
    return config.get(key);
  } catch {
    return undefined;
  }
}
