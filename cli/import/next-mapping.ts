import { objectKey } from "../../provider/values/ids.js";
import { digestOf, type Mapping } from "./mapping.js";
import { keyOf, type Placed } from "./objects.js";
import type { PlannedFile } from "./program-files.js";
import type { ConfiguredSecret } from "./program/secrets.js";

export interface NextOptions {
  readonly address: string;
  readonly customers: readonly number[];
  readonly accounts: readonly string[];
  readonly kinds: readonly string[];
  readonly files: readonly PlannedFile[];
  readonly secrets?: readonly ConfiguredSecret[];
  /** Objects that the program declares although their files were edited. */
  readonly entered: readonly Placed[];
  /**
   * Objects that the program does not declare, as its preview has shown, whatever its files have. One that is new is not noted: nothing
   * proves that the program ever had it.
   */
  readonly undeclared: readonly Placed[];
}

/** What the next run has to know. What this run did not see is kept. */
export function nextMapping(
  mapping: Mapping | undefined,
  { address, customers, accounts, kinds, files, secrets = [], entered, undeclared }: NextOptions,
): Mapping {
  const own = files.filter(({ isOwn }) => isOwn);
  const earlier = mapping?.objects ?? [];
  const isUnused = new Set(undeclared.map(keyOf));
  for (const { kind, id } of earlier) isUnused.delete(objectKey(kind, id));
  const all = [...files.flatMap((file) => file.declared), ...entered];
  const declared = new Map(all.map((object) => [keyOf(object), object] as const).filter(([key]) => !isUnused.has(key)));
  const known = earlier.filter(({ kind, id }) => !declared.has(objectKey(kind, id)));
  const objects = [
    ...known,
    ...Array.from(declared.values(), ({ definition, found, name, file }) => ({
      kind: definition.kind,
      id: found.id,
      name,
      file,
    })),
  ];
  const keys = { ...mapping?.secrets, ...Object.fromEntries(secrets.map(({ place, key }) => [place, key])) };
  const order = ({ kind, id }: Mapping["objects"][number]) => `${kind} ${id}`;
  return {
    version: 1,
    address,
    customers: [...customers],
    accounts: [...accounts],
    kinds: [...kinds],
    files: sorted({ ...mapping?.files, ...Object.fromEntries(own.map(({ file, text }) => [file, digestOf(text)])) }),
    ...(Object.keys(keys).length > 0 && { secrets: sorted(keys) }),
    objects: objects.sort((a, b) => (order(a) < order(b) ? -1 : 1)),
  };
}

const sorted = (members: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
