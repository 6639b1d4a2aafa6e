import { inLine } from "../../sdk/redaction/text.js";
import { unknownName } from "../../sdk/values/suggest.js";
import { providerNameKey, variables } from "./settings.js";

/** All values of a configuration, by key, and the project that they are of. */
export interface Configuration {
  readonly values: Readonly<Record<string, unknown>>;
  /** Undefined if it is not known. */
  readonly project?: string | undefined;
}

const namespace = "hosting";
const prefix = `${namespace}:`;

/**
 * Problems of keys that name no setting, each beginning with the key. Not judged are the keys of a project named `hosting`, which may
 * have settings of its own in this namespace.
 */
export function unknownSettings({ values, project }: Configuration): string[] {
  const keys = Object.keys(values);
  const ours = keys.filter((key) => key.startsWith(prefix));
  // Only an explicit provider has its name there, and the configuration of such a provider has nothing else.
  const named = values[providerNameKey];
  const provider = ours.length === keys.length && typeof named === "string" ? named : undefined;
  if (provider === undefined && project === namespace) return [];
  return ours
    .filter((key) => provider === undefined || key !== providerNameKey)
    .map((key) => key.slice(prefix.length))
    .filter((setting) => !Object.hasOwn(variables, setting))
    .map((setting) => {
      const [place, what] = provider === undefined ? [prefix, "setting"] : ["", `argument of Provider "${inLine(provider)}"`];
      const text = unknownName(what, setting, Object.keys(variables));
      return `${place}${inLine(setting)}: ${text}${text.endsWith("?") ? "" : "."}`;
    });
}
