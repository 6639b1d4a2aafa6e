import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { canonicalId } from "../../provider/values/ids.js";
import { classOf, nameOf, type StoredResource } from "../stack/deployment.js";
import { declaresResource } from "./program/declares.js";
import type { Form, Placed } from "./objects.js";

/** Objects with their forms, as their files have them, or else the state. */
export async function withForms(
  objects: readonly Placed[],
  { folder, resources }: { readonly folder: string; readonly resources: readonly StoredResource[] },
): Promise<readonly Placed[]> {
  const texts = new Map<string, string>();
  for (const { file } of objects)
    if (!texts.has(file)) texts.set(file, await readFile(join(folder, file), "utf8").catch(() => ""));
  const stored = new Map(resources.map((each) => [keyOf(classOf(each), each.id), formIn(each)]));
  return objects.map((object) => {
    const { definition, found, name, file } = object;
    const text = texts.get(file)!;
    const form = declaresResource(text, definition.className, name)
      ? "alone"
      : definition.kind === "domain" && declaresResource(text, "Site", name)
        ? "site"
        : stored.get(keyOf(definition.className, found.id));
    return form === undefined ? object : { ...object, form };
  });
}

const keyOf = (className: string | undefined, id = ""): string => `${className ?? ""} ${canonicalId(id)}`;

/** How an import would declare a resource; undefined in a component of the program's own. */
export function formIn({ urn, parent }: Pick<StoredResource, "urn" | "parent">): Form | undefined {
  const above = urn.split("::")[2]!.split("$").slice(0, -1);
  if (above.at(-1) === "hosting:index:Site" && parent !== undefined) return urn.endsWith(nameOf(parent)) ? "site" : undefined;
  return above.length === 0 ? "alone" : undefined;
}
