import { markSecrets } from "../../../provider/definition/secrets.js";
import { isSecretName } from "../../../sdk/redaction/secret-names.js";
import type { Properties } from "../../../provider/values/properties.js";
import { isObject } from "../../shared/is-object.js";
import { keyOf, type Placed } from "../objects.js";
import { Expression } from "./code.js";
import { Variables } from "./variables.js";

/** A value that the program takes from its configuration. */
export interface ConfiguredSecret {
  /** The object whose argument it is. */
  readonly object: Placed;
  readonly key: string;
  readonly value: string;
  /** The object and the argument. */
  readonly place: string;
}

/** Of a customer's settings, all count as secret, because nobody knows their names. What has no digits, as `invoice`, is none. */
const isHarmless = ({ identity }: Placed["definition"], name: string | undefined, value: unknown): boolean =>
  identity.singleton === true && !isSecretName(name ?? "") && /^(?:\d{1,3}|[\p{L} _-]*)$/u.test(String(value));

class Secret {
  constructor(readonly value: unknown) {}
}

/** Takes the secrets out of arguments: the program gets them from its configuration. */
export class SecretPlaces {
  readonly #keys: Variables;
  readonly #taken: ConfiguredSecret[] = [];

  /** @param known the keys of earlier imports, by place: the configuration has their values */
  constructor(private readonly known: Readonly<Record<string, string>> = {}) {
    this.#keys = new Variables(Object.values(known));
  }

  get taken(): readonly ConfiguredSecret[] {
    return this.#taken;
  }

  /** The arguments with calls that read the configuration in place of secrets. */
  withoutSecrets(object: Placed): Properties {
    const { definition, args } = object;
    const marked = markSecrets(definition, args, (value) => new Secret(value));
    const read = (value: unknown, path: readonly string[]): unknown => {
      if (value instanceof Secret && isHarmless(definition, path.at(-1), value.value)) return value.value;
      if (value instanceof Secret) return this.#take(object, path, value.value);
      if (!isObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, read(member, [...path, key])]));
    };
    return Object.fromEntries(Object.entries(marked).map(([argument, value]) => [argument, read(value, [argument])]));
  }

  #take(object: Placed, path: readonly string[], value: unknown): Expression {
    const place = [keyOf(object), ...path].join(" ");
    const key = this.known[place] ?? this.#keys.take([object.name, ...path].join("-"));
    const isText = typeof value === "string";
    this.#taken.push({ object, place, key, value: isText ? value : JSON.stringify(value) });
    return new Expression(`config.${isText ? "requireSecret" : "requireSecretObject"}("${key}")`);
  }
}
