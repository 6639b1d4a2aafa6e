import { type SettingName, variableName, variables } from "../../provider/runtime/settings.js";
import { rehearsalVariable } from "../../sdk/http/rehearsal.js";

/** A login of the sandbox. */
export interface SandboxLogin {
  readonly username: string;
  readonly password: string;
}

export interface Surroundings {
  readonly address: string;
  /** Login of the default provider; undefined if it has none. */
  readonly usual: SandboxLogin | undefined;
  /** Logins of explicit providers, by name. */
  readonly providers: ReadonlyMap<string, SandboxLogin>;
  readonly backend: string;
  readonly journal: string;
  readonly passphrase: string;
}

const loginSettings = ["baseUrl", "username", "password", "accessToken"] as const satisfies readonly SettingName[];

/** Whether a variable is that of the address or the login of any provider. */
const isOfLogin = (name: string): boolean =>
  name.startsWith("HOSTING_") && loginSettings.some((setting) => name.endsWith(`_${variables[setting]}`));

/** The environment of a Pulumi command on the copy: address, logins, backend and journal are those of the rehearsal. */
export function rehearsalEnvironment(environment: NodeJS.ProcessEnv, around: Surroundings): NodeJS.ProcessEnv {
  const { address, usual, providers, backend, journal, passphrase } = around;
  const kept = Object.entries(environment).filter(([name]) => !isOfLogin(name) && name !== "PULUMI_CONFIG_PASSPHRASE_FILE");
  const logins: readonly (readonly [string | undefined, SandboxLogin])[] = [
    ...(usual === undefined ? [] : [[undefined, usual] as const]),
    ...providers,
  ];
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(
      logins.flatMap(([provider, { username, password }]) => [
        [variableName("baseUrl", provider), address],
        [variableName("username", provider), username],
        [variableName("password", provider), password],
      ]),
    ),
    [rehearsalVariable]: address,
    HOSTING_JOURNAL: journal,
    PULUMI_BACKEND_URL: backend,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
  };
}
