import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { z } from "zod";

type Environment = Readonly<Record<string, string | undefined>>;

interface BackendSurroundings {
  /** Environment variables of the engine, which its plugins inherit. */
  readonly environment: Environment;
  /** The folder in which the engine starts its plugins: the project's folder or one below it. */
  readonly folder: string;
  /** Default: the home folder that the operating system records for the user, because the CLI ignores `HOME` as well. */
  readonly home?: string | undefined;
}

const defaultService = "https://api.pulumi.com";

/**
 * The backend in which this process's engine keeps its state, found in the same order as the Pulumi CLI does. The address is
 * canonical, so that it can be compared, and holds no login. Undefined if the backend cannot be determined.
 *
 * The CLI resolves a relative `file://` against its own working directory, which its plugins do not know. This function resolves
 * it against the project's folder, so that the result does not depend on the subfolder in which the CLI is started.
 */
export function backendOf(surroundings: BackendSurroundings): string | undefined {
  const { environment, folder, home = userHome(environment) } = surroundings;
  try {
    const project = projectFileAbove(folder);
    const url = chosenUrl(environment, project, home);
    return url && canonical(url, environment, project === undefined ? folder : dirname(project), home);
  } catch {
    // A file is unreadable, or the address is invalid.
    return undefined;
  }
}

function userHome(environment: Environment): string {
  try {
    return userInfo().homedir;
  } catch {
    // A container may run as a user that its system has no entry for.
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

/** The CLI may encrypt the file. The file then holds a marker instead of `current`. */
const credentials = z.looseObject({ current: z.string().optional(), $pulumiSecureStore: z.undefined().optional() });

/** @throws if the file exists but cannot be parsed */
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

/** By protocol: the query parameters that distinguish backends, each with the environment variables that stand in for it. */
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

/** An endpoint is itself an address, with or without `https://`. */
const withoutLogin = (address: string): string =>
  address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i, "$1").replace(/[?#].*$/, "");

/** A value that this reader cannot parse. */
class ProjectFileError extends Error {}

const jsonProject = z.looseObject({
  name: z.string().optional(),
  stackConfigDir: z.string().optional(),
  backend: z.looseObject({ url: z.string().optional() }).nullish(),
});

/** In the order in which the CLI looks for them. */
const extensions = [".json", ".yaml", ".yml"];

/** The project file of a folder, or of the nearest folder above it that has one. */
export function projectFileAbove(folder: string): string | undefined {
  const found = extensions.map((extension) => join(folder, `Pulumi${extension}`)).find((file) => existsSync(file));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : projectFileAbove(parent));
}

/**
 * Name of the project, or the folder of the configuration files of its stacks; undefined if its file has none.
 *
 * @throws if the file writes it in a way that this reader cannot parse
 */
export function projectTextIn(text: string, fileName: string, name: "name" | "stackConfigDir"): string | undefined {
  if (fileName.endsWith(".json")) return jsonProject.parse(JSON.parse(text))[name];
  const line = linesOf(text).find((each) => keyOf(name).test(each));
  return line && (scalar(withoutComment(line.replace(keyOf(name), ""))) || undefined);
}

/**
 * `backend.url` of a Pulumi project file; undefined if there is none. Parses the YAML that people write there: block and flow
 * mappings, plain and quoted values, comments.
 *
 * @throws if the file declares a backend in another way
 */
export function backendUrlIn(text: string, fileName: string): string | undefined {
  if (fileName.endsWith(".json")) return jsonProject.parse(JSON.parse(text)).backend?.url;
  const lines = linesOf(text);
  const start = lines.findIndex((line) => keyOf("backend").test(line));
  if (start === -1) return undefined;
  const inline = withoutComment(lines[start]!.replace(keyOf("backend"), ""));
  if (inline !== "") return inFlow(inline);
  const following = lines.slice(start + 1).filter((line) => withoutComment(line) !== "");
  const end = following.findIndex((line) => /^\S/.test(line));
  const block = following.slice(0, end === -1 ? undefined : end);
  const indent = /^\s*/.exec(block[0] ?? "")![0];
  const url = block.find((line) => line.startsWith(indent) && keyOf("url").test(line.slice(indent.length)));
  if (url !== undefined) return scalar(withoutComment(url.slice(indent.length).replace(keyOf("url"), "")));
  if (block[0]?.trimStart().startsWith("{")) return inFlow(block.map(withoutComment).join(" "));
  return undefined;
}

const linesOf = (text: string): string[] => text.replace(/^\ufeff/, "").split(/\r?\n/);

const keyOf = (name: string): RegExp => new RegExp(`^(?:${name}|"${name}"|'${name}')\\s*:(?=\\s|$)`);

/** `#` starts a comment only after white space, and never within quotes. */
const withoutComment = (text: string): string =>
  (/^(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|(?!\s#).)*/.exec(` ${text}`)?.[0] ?? "").trim();

function inFlow(text: string): string | undefined {
  if (/^(?:null|~)$/.test(text)) return undefined;
  const members = /^\{(.*)\}$/.exec(text)?.[1];
  if (members === undefined) throw new ProjectFileError();
  const url = /(?:^|,)\s*(?:url|"url"|'url')\s*:\s+("(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^,{}]*)/.exec(members)?.[1];
  return url === undefined ? undefined : scalar(url.trim());
}

function scalar(text: string): string {
  if (/^"(?:\\.|[^"\\])*"$/.test(text)) return z.string().parse(JSON.parse(text));
  if (/^'(?:''|[^'])*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  // A value that starts like this is a reference, a tag, a block of lines or a collection, or it is cut off.
  if (/^[&*!|>[{"'%@`]/.test(text)) throw new ProjectFileError();
  return text;
}
