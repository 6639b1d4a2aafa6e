import type { Control } from "../../sandbox/index.js";
import type { Resource } from "./history.js";
import { collections, idOf, kindOf, type ObjectKey } from "./objects.js";
import { domainOf, labelOf, urlOf, virtualNameOf } from "./program.js";

type Values = Readonly<Record<string, unknown>>;

/** What a program declares about an object, as far as the provider shows it. */
export function declaredContents({ kind, key, content }: Resource): Values {
  switch (kind) {
    case "webhook":
      return { url: urlOf(key), headers: content === 0 ? undefined : { version: String(content) } };
    case "applicationToken":
      return { description: `token ${key}` };
    case "domain":
      return { id: domainOf(key) };
    case "virtualAccount":
      return { virtualName: virtualNameOf(key) };
    case "subdomain":
      return { name: labelOf(key), target: `/target-${content}` };
    case "gdprContract":
      return { html: `<p>Contract ${key}, version ${content}</p>` };
    case "gdprContractPreset":
      return { name: `preset ${key}`, description: `version ${content}` };
    case "gdprTom":
      return { content: `Measures ${key}, version ${content}` };
    case "contactPerson":
      return { firstName: `Name ${content}` };
  }
}

/** What an existing object has of the contents that tell its versions apart. */
export function actualContents(store: Control["store"], object: ObjectKey): Values {
  const kind = kindOf(object);
  const record = (store[collections[kind]].get(idOf(object)) ?? {}) as Values;
  const member = (values: unknown, name: string): unknown => (values as Values | undefined)?.[name];
  const pick = (...names: string[]): Values => Object.fromEntries(names.map((name) => [name, record[name]]));
  switch (kind) {
    case "webhook":
      return pick("url", "headers");
    case "applicationToken":
      return pick("description");
    case "domain":
      return pick("id");
    case "virtualAccount":
      return { virtualName: member(record["virtual"], "virtualName") };
    case "subdomain":
      return pick("name", "target");
    case "gdprContract":
      return pick("html");
    case "gdprContractPreset":
      return pick("name", "description");
    case "gdprTom":
      return pick("content");
    case "contactPerson":
      return { firstName: member(record["contactPerson"], "firstName") };
  }
}

/** The name by which people know the object; empty if its kind has none. */
export function naturalKeyOf(store: Control["store"], object: ObjectKey): string {
  const contents = actualContents(store, object);
  const name = contents["virtualName"] ?? contents["id"] ?? "";
  return typeof name === "string" ? name : "";
}
