/** What stands in place of the values of each form, by the number of the value. */
const forms = {
  firstName: (number: number) => `Given ${number}`,
  lastName: (number: number) => `Family ${number}`,
  /** Of a company or a whole person. */
  name: (number: number) => `Party ${number}`,
  street: (number: number) => `Street ${number}`,
  houseNumber: (number: number) => String(number),
  zip: (number: number) => String(10_000 + number),
  city: (number: number) => `Town ${number}`,
  mail: (number: number) => `person-${number}@replaced.example`,
  phone: (number: number) => `+49-30-${String(number).padStart(7, "0")}`,
  vat: (number: number) => `DE${900_000_000 + number}`,
  secret: (number: number) => `replaced-secret-${number}`,
  html: (number: number) => `<p>Text of contract ${number}, which was not copied.</p>`,
} as const;

export type Form = keyof typeof forms;

/** Forms whose values are looked for in other texts. The values of others are too short, or no texts. */
const searched: readonly Form[] = ["firstName", "lastName", "name", "street", "city", "mail", "phone", "vat", "secret"];

/** Shorter values are parts of other words. */
const shortestSearched = 3;

const mailAddress = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const phoneNumber = /\+\d[\d\s/()-]{6,}\d/g;

/** Replacements of values that must not be stored. The same value of a form always gets the same one. */
export class Replacements {
  readonly #numbers = new Map<Form, Map<string, number>>();
  #pattern: RegExp | undefined;
  #known = new Map<string, string>();

  of(form: Form, value: string): string {
    const numbers = this.#numbers.get(form) ?? new Map<string, number>();
    this.#numbers.set(form, numbers);
    const key = keyOf(value);
    const number = numbers.get(key) ?? numbers.size + 1;
    if (!numbers.has(key)) this.#pattern = undefined;
    numbers.set(key, number);
    return forms[form](number);
  }

  /** A text with every value that was replaced so far, and every mail address and telephone number, replaced. */
  within(text: string): string {
    const known = this.#search();
    return text
      .replace(known, (found) => this.#known.get(keyOf(found)) ?? found)
      .replace(mailAddress, (found) => (isReplacement(found) ? found : this.of("mail", found)))
      .replace(phoneNumber, (found) => (isReplacement(found) ? found : this.of("phone", found)));
  }

  #search(): RegExp {
    if (this.#pattern !== undefined) return this.#pattern;
    this.#known = new Map(
      searched.flatMap((form) =>
        Array.from(this.#numbers.get(form) ?? [], ([value, number]) => [value, forms[form](number)] as const),
      ),
    );
    const values = [...this.#known.keys()]
      .filter((value) => value.length >= shortestSearched)
      // The longest first: a part of a value may be a value.
      .sort((a, b) => b.length - a.length)
      .map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+"));
    // Without values, it finds nothing.
    const any = values.length === 0 ? "(?!)" : `(?<![\\p{L}\\p{N}])(?:${values.join("|")})(?![\\p{L}\\p{N}])`;
    return (this.#pattern = new RegExp(any, "giu"));
  }
}

const keyOf = (value: string): string => value.trim().replace(/\s+/g, " ").toLowerCase();

const isReplacement = (text: string): boolean => text.endsWith("@replaced.example") || /^\+49-30-0\d{6}$/.test(text);
