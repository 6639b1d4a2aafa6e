import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ownerOf, ownerText } from "../../provider/ownership/identity.js";
import { type SettingName, variableName, variables } from "../../provider/runtime/settings.js";
import { ownerKey } from "../../provider/values/reserved-properties.js";
import { rehearsalVariable } from "../../sdk/http/options.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { withTemporaryFolder } from "../shared/files.js";
import { classOf, type Deployment, type Exported, parseExport, type StoredResource } from "../stack/deployment.js";
import type { RunEvents } from "../stack/events.js";
import { type ConfigurationValue, Pulumi } from "../stack/pulumi.js";

export interface SandboxLogin {
  readonly username: string;
  readonly password: string;
}

export interface CopyEnvironment {
  readonly address: string;
  /** Login of the default provider; undefined if it has none. */
  readonly usual: SandboxLogin | undefined;
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
export function rehearsalEnvironment(environment: NodeJS.ProcessEnv, around: CopyEnvironment): NodeJS.ProcessEnv {
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

export interface Moved {
  readonly address: string;
  /** Name of the login in the sandbox for a resource, or undefined if it has none. */
  readonly loginOf: (resource: StoredResource) => string | undefined;
  /** What encrypts the secrets of the new stack. */
  readonly secretsProviders: unknown;
}

/**
 * The state with all objects in the sandbox instead of at the provider, for another stack. Operations that a run has left pending are not
 * in it.
 */
export function movedState(deployment: Deployment, { address, loginOf, secretsProviders }: Moved): Deployment {
  const moved = (resource: StoredResource): StoredResource => {
    const owner = classOf(resource) === undefined ? undefined : ownerOf(resource.outputs ?? {});
    if (owner === undefined) return resource;
    const text = ownerText({ entry: owner.entry, address, login: loginOf(resource) ?? owner.login });
    return { ...resource, outputs: { ...resource.outputs, [ownerKey]: text } };
  };
  const { pending_operations: _, resources, ...rest } = deployment;
  const state = { ...rest, secrets_providers: secretsProviders };
  return resources == null ? state : { ...state, resources: resources.map(moved) };
}

export interface CopyOptions {
  readonly folder: string;
  readonly project: string;
  readonly stack: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logins: Pick<CopyEnvironment, "address" | "usual" | "providers">;
  readonly secrets: Secrets;
}

/**
 * Does work with a copy of a stack that has a backend, a configuration and a journal of its own, in a folder that is deleted at the end. What is
 * secret is encrypted there with a passphrase that only this process and its commands know.
 */
export const withStackCopy = <T>(options: CopyOptions, work: (copy: StackCopy) => Promise<T>): Promise<T> =>
  withTemporaryFolder("rehearse", async (place) => {
    for (const folder of ["project", "state", "journal"]) await mkdir(join(place, folder));
    await writeFile(join(place, "project", "Pulumi.yaml"), JSON.stringify({ name: options.project, runtime: "nodejs" }));
    return work(await StackCopy.create(place, options));
  });

export class StackCopy {
  private constructor(
    private readonly configFile: string,
    /** Commands that need no program run here, because they write beside the project file. */
    private readonly beside: Pulumi,
    private readonly program: Pulumi,
  ) {}

  static async create(place: string, { folder, stack, environment, logins, secrets }: CopyOptions): Promise<StackCopy> {
    const project = join(place, "project");
    const own = rehearsalEnvironment(environment, {
      ...logins,
      backend: pathToFileURL(join(place, "state")).href,
      journal: join(place, "journal"),
      passphrase: randomBytes(32).toString("base64url"),
    });
    const beside = new Pulumi(project, stack, secrets, own);
    await beside.create();
    return new StackCopy(join(project, `Pulumi.${stack}.yaml`), beside, new Pulumi(folder, stack, secrets, own));
  }

  /** Fills the copy. @param move gives the state for the copy, with what encrypts its secrets */
  async fill(
    configuration: ReadonlyMap<string, ConfigurationValue>,
    { version }: Exported,
    move: (secretsProviders: unknown) => Deployment,
  ): Promise<void> {
    const plain = [...configuration].filter(([, { isSecret }]) => !isSecret).map(([key, { value }]) => [key, value]);
    // JSON is YAML.
    await this.configure(`config: ${JSON.stringify(Object.fromEntries(plain))}`);
    for (const [key, { value, isSecret }] of configuration) if (isSecret) await this.beside.setSecret(key, value);
    const { deployment } = parseExport(await this.beside.exportState());
    const state = move((deployment as { readonly secrets_providers?: unknown }).secrets_providers);
    await this.beside.importState(() => Promise.resolve(JSON.stringify({ version, deployment: state })));
  }

  /** Gives the copy a configuration without secrets. @param text of a configuration file */
  async configure(text: string): Promise<void> {
    const begun = await readFile(this.configFile, "utf8").catch(() => "");
    await writeFile(this.configFile, `${begun}\n${text}\n`);
  }

  preview(): Promise<RunEvents> {
    return this.program.preview(["--config-file", this.configFile]);
  }

  up(targets: readonly string[]): Promise<RunEvents> {
    return this.program.up(this.configFile, targets);
  }
}
