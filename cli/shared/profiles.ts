import { type FileHandle, open } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { variableName } from "../../provider/runtime/settings.js";
import { resolveOptions } from "../../sdk/http/options.js";
import { ConfigurationError } from "../../sdk/values/errors.js";
import { question, suggest } from "../../sdk/values/suggest.js";
import { UsageError } from "./exit.js";
import { NotUtf8, parseJson, reasonOf, textIn } from "./input.js";
import { isObject } from "./values.js";

type Environment = Readonly<Record<string, string | undefined>>;

type Profile = Readonly<Partial<Record<Member, string>>>;

const members = ["baseUrl", "username", "password", "accessToken"] as const;

type Member = (typeof members)[number];

/**
 * The environment with address and login of a profile, which `--profile` or `HOSTING_PROFILE` names, in place of its own; the same
 * environment if none is named. A profile replaces them as a whole: the password of one login never goes to the address of another.
 * @throws UsageError
 */
export async function withProfile(environment: Environment, chosen: string | undefined): Promise<Environment> {
  const name = chosen ?? (environment["HOSTING_PROFILE"] || undefined);
  if (name === undefined) return environment;
  const present = members.map((member) => variableName(member)).filter((variable) => environment[variable]);
  if (chosen === undefined && present.length > 0)
    throw new UsageError(
      `HOSTING_PROFILE and ${present.join(", ")} are both set, and only one of them can apply.\n` +
        "Unset the one that you do not want, or name the profile with --profile, which replaces the other variables.",
    );
  const file = fileOf(environment);
  const profile = profileIn(await readProfiles(file), name, file);
  return { ...environment, ...Object.fromEntries(members.map((member) => [variableName(member), profile[member]])) };
}

/** @throws UsageError: no shell expands a `~` in a variable, and a relative path would depend on the folder */
function fileOf({ HOSTING_PROFILES: named, XDG_CONFIG_HOME: folder, HOME: home }: Environment): string {
  if (named) {
    if (!isAbsolute(named))
      throw new UsageError("HOSTING_PROFILES must be an absolute path, such as /home/anna/profiles.json (`~` is not expanded)");
    return named;
  }
  return join(folder && isAbsolute(folder) ? folder : join(home || homedir(), ".config"), "hosting", "profiles.json");
}

async function readProfiles(file: string): Promise<Readonly<Record<string, unknown>>> {
  const profiles = parseJson(`the file of profiles, ${file},`, await readPrivate(file));
  if (!isObject(profiles))
    throw new UsageError(`the file of profiles, ${file}, must be an object: a login by the name of its profile`);
  return profiles;
}

async function readPrivate(file: string): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    await refuseShared(handle, file);
    return textIn(await handle.readFile());
  } catch (error) {
    if (error instanceof UsageError && !(error instanceof NotUtf8)) throw error;
    throw new UsageError(`the file of profiles, ${file}, cannot be read: ${reasonOf(error)}`);
  } finally {
    await handle?.close();
  }
}

/** @throws UsageError if others can read the file, or could have written it */
async function refuseShared(handle: FileHandle, file: string): Promise<void> {
  const user = process.getuid?.();
  // Windows has no owner and no mode that would say so.
  if (user === undefined) return;
  const { mode, uid } = await handle.stat();
  if (uid !== user && uid !== 0) throw new UsageError(`the file of profiles, ${file}, belongs to another user`);
  if ((mode & 0o077) !== 0)
    throw new UsageError(`the file of profiles, ${file}, contains passwords and is open to other users: chmod 600 ${file}`);
}

function profileIn(profiles: Readonly<Record<string, unknown>>, name: string, file: string): Profile {
  if (!Object.hasOwn(profiles, name)) {
    const names = Object.keys(profiles);
    const known = names.length === 0 ? "It has none." : `It has ${names.join(", ")}.`;
    throw new UsageError(`there is no profile ${name} in ${file}${question(suggest(name, names, (each) => [each]))}\n${known}`);
  }
  const profile = profiles[name];
  const problem = problemOf(profile);
  if (problem !== undefined) throw new UsageError(`profile ${name} in ${file}: ${problem}`);
  return profile as Profile;
}

/** What is wrong with a profile, without its values. */
function problemOf(profile: unknown): string | undefined {
  if (!isObject(profile)) return `must be an object with ${members.join(", ")}`;
  const known: readonly string[] = members;
  const strange = Object.keys(profile).find((member) => !known.includes(member));
  if (strange !== undefined) return `unknown member ${strange}; known are ${members.join(", ")}`;
  const wrong = members.find(
    (member) => profile[member] !== undefined && (typeof profile[member] !== "string" || profile[member] === ""),
  );
  if (wrong !== undefined) return `${wrong} must be a text that is not empty`;
  const { baseUrl, username, password, accessToken } = profile as Profile;
  if (baseUrl === undefined) return "baseUrl is missing";
  const hasLogin = username !== undefined || password !== undefined;
  if (hasLogin === (accessToken !== undefined)) return "must have either username and password, or accessToken";
  if (accessToken !== undefined) return refusal(baseUrl, { accessToken });
  if (username === undefined) return "username is missing";
  return password === undefined ? "password is missing" : refusal(baseUrl, { username, password });
}

/** What the client refuses about address and login. What it refuses about its surroundings is not the profile's fault. */
function refusal(baseUrl: string, credentials: Parameters<typeof resolveOptions>[0]["credentials"]): string | undefined {
  try {
    resolveOptions({ baseUrl, credentials });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return /^(baseUrl|credentials)/.test(error.message) ? error.message : undefined;
  }
}
