import { markSecrets } from "../../../provider/definition/secrets.js";
import type { Properties } from "../../../provider/values/properties.js";
import { isSecretName } from "../../../sdk/redaction/mask.js";
import { spelledOut } from "../../../sdk/redaction/text.js";
import { isObject } from "../../shared/values.js";
import { keyOf, type Placed } from "../objects.js";
import { Expression, Variables } from "./code.js";

export interface ConfiguredSecret {
  readonly object: Placed;
  readonly key: string;
  readonly value: string;
  readonly place: string;
}

/** Of a customer's settings, all count as secret, because nobody knows their names. What has no digits, as `invoice`, is none. */
const isPublic = ({ identity }: Placed["definition"], name: string | undefined, value: unknown): boolean =>
  identity.singleton === true && !isSecretName(name ?? "") && /^(?:\d{1,3}|[\p{L} _-]*)$/u.test(String(value));

class Secret {
  constructor(readonly value: unknown) {}
}

/** Takes the secrets out of arguments: the program gets them from its configuration. */
export class SecretPlaces {
  readonly #keys: Variables;
  readonly #taken = new Map<string, ConfiguredSecret>();

  /** @param known the keys of earlier imports, by place: the configuration has their values */
  constructor(private readonly known: Readonly<Record<string, string>> = {}) {
    this.#keys = new Variables(Object.values(known));
  }

  get taken(): readonly ConfiguredSecret[] {
    return [...this.#taken.values()];
  }

  /** The arguments with calls that read the configuration in place of secrets. */
  withoutSecrets(object: Placed): Properties {
    const { definition, args } = object;
    const marked = markSecrets(definition, args, (value) => new Secret(value));
    const read = (value: unknown, path: readonly string[]): unknown => {
      if (value instanceof Secret && isPublic(definition, path.at(-1), value.value)) return value.value;
      if (value instanceof Secret) return this.#configure(object, path, value.value);
      if (!isObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, read(member, [...path, key])]));
    };
    return Object.fromEntries(Object.entries(marked).map(([argument, value]) => [argument, read(value, [argument])]));
  }

  #configure(object: Placed, path: readonly string[], value: unknown): Expression {
    const place = [keyOf(object), ...path].join(" ");
    const key = this.#taken.get(place)?.key ?? this.known[place] ?? this.#keys.reserve([object.name, ...path].join("-"));
    const isText = typeof value === "string";
    this.#taken.set(place, { object, place, key, value: isText ? value : JSON.stringify(value) });
    return new Expression(`config.${isText ? "requireSecret" : "requireSecretObject"}("${key}")`);
  }
}

/** Longer texts are in files of their own, where people can read and edit them. */
const longest = 300;

export const folderOfTexts = "texts";

export interface LongText {
  readonly object: Placed;
  readonly argument: string;
  readonly file: string;
  readonly text: string;
}

/** Each name has a file of its own, which every system accepts. */
const fileName = (name: string): string => name.replace(/[^\p{L}\p{N}.-]/gu, (sign) => `_${sign.codePointAt(0)!.toString(16)}`);

const isPrintable = (text: string): boolean => spelledOut(text) === text;

/** The long texts of objects, at most one of each: no secrets, and nothing that acts where it is shown. */
export const longTextsOf = (objects: readonly Placed[]): readonly LongText[] =>
  objects.flatMap((object) => {
    const { definition, args, name } = object;
    const isLong = ([of, value]: readonly [string, unknown]) =>
      typeof value === "string" &&
      value.length > longest &&
      isPrintable(value.replace(/\r\n|\u00ad/g, "")) &&
      definition.fields[of]?.secret === undefined;
    const [argument, text] = Object.entries(args).find(isLong) ?? [];
    if (argument === undefined) return [];
    const ending = argument === "html" ? "html" : `${definition.kind}.txt`;
    return [{ object, argument, file: `${folderOfTexts}/${fileName(name)}.${ending}`, text: text as string }];
  });

const nameIn = ({ file }: LongText): string => `"${file.slice(folderOfTexts.length + 1)}"`;

export const readingOf = (text: LongText): Expression => new Expression(`textOf(${nameIn(text)})`);

export const readsText = (code: string, text: LongText): boolean => code.includes(nameIn(text));

/** The function that a file of the program reads texts with, wherever Pulumi runs. */
export function readerCode(file: string, isModule: boolean): string {
  const path = `${file.includes("/") ? "../" : ""}${folderOfTexts}/\${file}`;
  const read = isModule ? `new URL(\`${path}\`, import.meta.url)` : `\`\${__dirname}/${path}\``;
  return `const textOf = (file: string) =>\n  readFileSync(${read}, "utf8");`;
}
