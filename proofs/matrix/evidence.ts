import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Outcome } from "../../tests/support/engine.js";
import { plantedText } from "../../tests/support/place.js";

interface LoggedEvent {
  readonly diagnosticEvent?: { readonly urn?: string; readonly severity: string; readonly message: string };
}

/** The engine's errors, by the name of the resource. */
export function errorsOf({ events }: Outcome): Map<string, string> {
  const errors = new Map<string, string>();
  for (const line of events.split("\n").slice(0, -1)) {
    const { diagnosticEvent } = JSON.parse(line) as LoggedEvent;
    if (diagnosticEvent?.severity !== "error" || diagnosticEvent.urn === undefined) continue;
    const name = diagnosticEvent.urn.split("::").at(-1)!;
    errors.set(name, [errors.get(name), diagnosticEvent.message.trim()].filter(Boolean).join("\n"));
  }
  return errors;
}

/** The event log without debug events: Pulumi's SDK repeats every property there in plain text, and nothing can prevent that. */
export const shownEvents = ({ events }: Outcome): string =>
  events
    .split("\n")
    .filter((line) => !line.includes('"severity":"debug"'))
    .join("\n");

/** Written text, and its place. */
export interface Written {
  readonly where: string;
  readonly text: string;
}

/** Every file below a folder. */
export async function filesBelow(folder: string): Promise<Written[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return { where: path.slice(folder.length + 1), text: await readFile(path, "utf8") };
      }),
  );
}

/** Secrets of the cells, tokens as the sandbox creates them, and the password of the login. */
const secrets = new RegExp(`${plantedText}[a-z0-9-]+|MW_[A-Za-z0-9_-]{32}|sandbox-password`, "g");

/** A secret in plain text where it must not be. */
export interface Leak {
  readonly secret: string;
  readonly where: string;
  /** The surrounding text. */
  readonly context: string;
}

const around = 80;

export function leaksIn(written: readonly Written[]): Leak[] {
  return written.flatMap(({ where, text }) =>
    Array.from(text.matchAll(secrets), ({ 0: secret, index }) => ({
      secret,
      where,
      context: text.slice(Math.max(0, index - around), index + secret.length + around),
    })),
  );
}

/** A token as the sandbox stores it. */
export const hashOf = (token: string): string => `sha256:${createHash("sha256").update(token, "utf8").digest("hex")}`;
