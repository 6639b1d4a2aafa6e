import type { JournalEntry } from "../../sandbox/http/request-log.js";
import { shellQuoted } from "../shared/one-line.js";
import { aligned } from "../shared/terminal.js";
import { type Contents, summary } from "./contents.js";
import type { KnownLogin } from "./login.js";

/** What the user of a started sandbox needs to know. */
export interface Announcement {
  readonly url: string;
  readonly seed: string;
  readonly login: KnownLogin | undefined;
  readonly snapshot: { readonly file: string; readonly restored: boolean } | undefined;
}

/** At most 12 lines for a person: the rest of the contents is for `--list`. */
export function announcement(facts: Announcement, contents: Contents, json: boolean): string {
  const { url, seed, login, snapshot } = facts;
  const environment = {
    HOSTING_BASE_URL: url,
    ...(login === undefined ? {} : { HOSTING_USERNAME: login.username, HOSTING_PASSWORD: login.password }),
  };
  if (json) return JSON.stringify({ ...facts, control: `${url}/_sandbox`, environment });
  const kept = snapshot === undefined ? "" : ` and the snapshot ${snapshot.file} (${snapshot.restored ? "restored" : "new"})`;
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${shellQuoted(value)}`);
  return [
    `Sandbox listening on ${url} with the seed ${seed}${kept}`,
    ...aligned([...summary(contents), ["  control", `${url}/_sandbox`]]),
    "",
    ...exports,
    "",
    "`hosting sandbox --list` shows what the seed has. Ctrl-C ends it.",
  ].join("\n");
}

/** A request in one line, without headers and bodies. */
export function logLine(entry: JournalEntry, json: boolean): string {
  const { at, operation, method, path, status, effect, faults, login } = entry;
  const time = new Date(at).toISOString();
  if (json) return JSON.stringify({ request: { time, method, path, status, operation, login, effect, faults } });
  const known = [operation, login === undefined ? undefined : `as ${login}`, ...faults.map((kind) => `fault ${kind}`)];
  const more = known.filter((part) => part !== undefined).join(", ");
  return `${time} ${status ?? "---"} ${method} ${path}${more === "" ? "" : ` (${more})`}`;
}
