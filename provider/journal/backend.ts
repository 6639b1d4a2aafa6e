import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { z } from "zod";
import { backendUrlIn, projectFileAbove } from "./project-file.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface BackendSurroundings {
  /** Variables that the engine runs with; its plugins get them as well. */
  readonly environment: Environment;
  /** The project's folder, or one below it: where the engine starts its plugins. */
  readonly folder: string;
  /** Default: the user's, as the operating system knows it. The CLI does not ask the variable `HOME` either. */
  readonly home?: string | undefined;
}

const defaultService = "https://api.pulumi.com";

/**
 * Where the engine that runs this process keeps its state, found in the order of the Pulumi CLI, in one form for comparing, without
 * any login. Undefined where it cannot be told.
 *
 * The CLI resolves a relative `file://` against its own working directory, which its plugins do not know. Here it is resolved
 * against the project's folder, so that the answer is the same wherever below that folder the CLI is started.
 */
export function backendOf(surroundings: BackendSurroundings): string | undefined {
  const { environment, folder, home = userHome(environment) } = surroundings;
  try {
    const project = projectFileAbove(folder);
    const url = chosenUrl(environment, project, home);
    return url && canonical(url, environment, project === undefined ? folder : dirname(project), home);
  } catch {
    // A file that cannot be read, or an address that is none.
    return undefined;
  }
}

function userHome(environment: Environment): string {
  try {
    return userInfo().homedir;
  } catch {
    // A container may run as a user that its system does not know.
    return environment["HOME"] ?? "";
  }
}

function chosenUrl(environment: Environment, project: string | undefined, home: string): string | undefined {
  const override = environment["PULUMI_BACKEND_URL"];
  if (override) return override;
  const declared = project === undefined ? undefined : backendUrlIn(readFileSync(project, "utf8"), project);
  if (declared) return declared;
  const folder = environment["PULUMI_CREDENTIALS_PATH"] || environment["PULUMI_HOME"] || join(home, ".pulumi");
  const current = currentIn(join(folder, "credentials.json"));
  if (current) return current;
  return environment["PULUMI_ACCESS_TOKEN"] ? environment["PULUMI_API"] || defaultService : undefined;
}

/** The CLI may encrypt the file: what is in it then is the mark of that, and not what is current. */
const credentials = z.looseObject({ current: z.string().optional(), $pulumiSecureStore: z.undefined().optional() });

/** @throws where the file is there and cannot be understood */
function currentIn(file: string): string | undefined {
  return existsSync(file) ? credentials.parse(JSON.parse(readFileSync(file, "utf8"))).current : undefined;
}

const filePrefix = "file://";

function canonical(url: string, environment: Environment, project: string, home: string): string | undefined {
  if (url.startsWith(filePrefix)) return fileUrl(url.slice(filePrefix.length).split("?")[0]!, project, home);
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(url)) return undefined;
  const { protocol, host, pathname, searchParams } = new URL(url);
  const query = placesIn(protocol, searchParams, environment);
  return `${protocol}//${host}${pathname.replace(/\/+$/, "")}${query === "" ? "" : `?${query}`}`;
}

function fileUrl(path: string, project: string, home: string): string {
  const absolute = path.startsWith("~") ? resolve(home, path.slice(2)) : resolve(project, path);
  return filePrefix + (sep === "/" ? absolute : `/${absolute.replaceAll(sep, "/")}`);
}

/** Of the members of a query, those that tell one place from another, and the variables that stand in for them. */
const places: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "s3:": { endpoint: ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"], prefix: [] },
  "gs:": { prefix: [] },
  "azblob:": { domain: ["AZURE_STORAGE_DOMAIN"], prefix: [], storage_account: ["AZURE_STORAGE_ACCOUNT"] },
  "postgres:": { table: [] },
};

function placesIn(protocol: string, query: URLSearchParams, environment: Environment): string {
  const found = new URLSearchParams();
  for (const [name, variables] of Object.entries(places[protocol] ?? {})) {
    const value = query.get(name) ?? variables.map((variable) => environment[variable]).find(Boolean);
    if (value) found.set(name, withoutLogin(value));
  }
  return found.toString();
}

/** An endpoint is an address of its own, with or without `https://`. */
const withoutLogin = (address: string): string =>
  address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i, "$1").replace(/[?#].*$/, "");
