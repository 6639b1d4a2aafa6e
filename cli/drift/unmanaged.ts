import { nameOfDeclared } from "../../provider/definition/object-name.js";
import { addressedKey, canonicalId } from "../../provider/values/ids.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import { UsageError } from "../shared/exit.js";
import { readText } from "../shared/input.js";
import { listCollections, type ListedObject, type NotListed } from "../stack/collections.js";
import { noSuchKind } from "../stack/definitions.js";
import type { Managed } from "../stack/logins.js";

export type IgnoreList = Awaited<ReturnType<typeof readIgnoreList>>;

/**
 * Patterns of a kind and an id, such as `domain p100001/*`, of options and of a file, which has one on each line.
 * @throws UsageError
 */
export async function readIgnoreList(given: readonly string[], file: string | undefined) {
  const lines = file === undefined ? [] : (await readText("--ignore-file", file)).split(/\r?\n/);
  const patterns = [
    ...given.map((text) => parsePattern("--ignore", text)),
    ...lines.flatMap((line, index) =>
      /^\s*(#|$)/.test(line) ? [] : [parsePattern(`--ignore-file ${file}, line ${index + 1}`, line)],
    ),
  ];
  return {
    /** Whether all objects of a kind are ignored, so that they need not be listed. */
    ignoresKind: (kind: Kind): boolean => patterns.some((pattern) => pattern.isWhole && pattern.kind.test(kind)),
    ignores: (kind: Kind, id: string): boolean =>
      patterns.some((pattern) => pattern.kind.test(kind) && [id, canonicalId(id)].some((each) => pattern.id.test(each))),
  };
}

function parsePattern(place: string, text: string) {
  const [, kind, id] = /^\s*(\S+)\s+(\S+)\s*$/.exec(text) ?? [];
  if (kind === undefined || id === undefined)
    throw new UsageError(`${place}: must be a kind and an id with * for any characters, such as "domain p100001/*"`);
  const pattern = { kind: glob(kind), id: glob(id), isWhole: /^\*+$/.test(id) };
  if (!kinds.some((each) => pattern.kind.test(each))) throw noSuchKind(place, kind);
  return pattern;
}

const glob = (text: string): RegExp => new RegExp(`^${text.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*+/g, ".*")}$`, "u");

export interface Unmanaged {
  readonly kind: Kind;
  readonly id: string;
  /** For people: `domain shop.de of account p100001`. */
  readonly title: string;
  readonly isBilled: boolean;
}

export type UnmanagedReport = Readonly<Awaited<ReturnType<typeof unmanagedObjects>>>;

export interface UnmanagedOptions {
  readonly customers: readonly number[];
  readonly accounts: readonly string[];
  readonly ignore: IgnoreList;
}

export async function unmanagedObjects(managed: Managed, { customers, accounts, ignore }: UnmanagedOptions) {
  const tokens = new Set(managed.logins.map(({ username }) => username));
  const main = managed.usual ?? managed.logins[0];
  const seen = new Set<string>();
  const objects: Unmanaged[] = [];
  const failed: NotListed[] = [...managed.unknown];
  const counts = {
    ignored: 0,
    /** Subdomains `www` that no stack manages: every registration creates one. */
    automatic: 0,
    /** Application tokens with which this command has logged in. */
    ownTokens: 0,
  };

  for (const login of managed.logins) {
    const given = login === main ? { customers, accounts } : { customers: [], accounts: [] };
    const listed = await listCollections(login, { ...given, isWanted: (kind) => !ignore.ignoresKind(kind) });
    failed.push(...listed.failed);
    for (const object of listed.objects) {
      const { definition, found } = object;
      const { kind, costly = false } = definition;
      const { id } = found;
      const key = addressedKey({ kind, id, address: login.address });
      const isKnown = seen.has(key) || managed.has(login.address, kind, id);
      seen.add(key);
      if (isKnown) continue;
      if (kind === "applicationToken" && tokens.has(id)) counts.ownTokens += 1;
      else if (isAutomatic(object)) counts.automatic += 1;
      else if (ignore.ignores(kind, id)) counts.ignored += 1;
      else objects.push({ kind, id, title: nameOfDeclared(definition, found.inputs), isBilled: costly });
    }
  }
  const order = ({ kind, id }: Unmanaged) => `${kind} ${id}`;
  objects.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return { objects, /** How many exist, with those that are managed or left out. */ listed: seen.size, ...counts, failed };
}

/** Whether the object came with its container, so that a resource would use it without `adopt: true`. */
const isAutomatic = ({ definition: { identity }, found }: ListedObject): boolean =>
  identity.usesExisting?.(found, found.inputs) === true;
