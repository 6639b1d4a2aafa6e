import type { Place } from "./place.js";
import type { Properties } from "../../provider/values/properties.js";
import type { OperationId } from "../../sandbox/areas/handler.js";
import type { Control, Customer, Sandbox } from "../../sandbox/index.js";
import { type CollectionName, traitsOf } from "../../sandbox/state/collections.js";
import { parameterNames } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";

/** Requests of one operation that a fault hits. */
export interface Target {
  readonly operation: string;
  /** Parameters in its path; an omitted one may have any value, and so may all that follow it. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** Text in its body. */
  readonly body?: string;
}

/** An object in the sandbox. */
export interface Present {
  readonly id: string;
  /** Its id in Pulumi. */
  readonly held: string;
  /** Everything that the sandbox stores about it: equal texts are the same object, unchanged. */
  readonly record: string;
  /** Whether it matches the arguments, as far as the sandbox stores them. */
  shows(args: Properties): boolean;
}

/** The operations that decide the lifecycle of a kind. Without `get`, the listing is read. */
interface Requests {
  readonly create?: OperationId;
  readonly get?: OperationId;
  readonly list: OperationId;
  readonly update?: OperationId;
  readonly delete?: OperationId;
}

/** What the tests of the lifecycle's rules need of a kind whose objects are created. */
interface Rehearsed {
  /** {@link Specimen.valid} with identifiers of the sandbox. Default: as it is. */
  readonly validIn?: (sandbox: Sandbox) => Properties;
  /** Arguments by which another object in the same container differs. */
  readonly sibling: Properties;
  /** Number of objects that equal the one with these arguments. */
  readonly count: (control: Control, valid: Properties) => number;
  /** What the API adds to the arguments at creation, as patterns of texts. Default: nothing. */
  readonly outputs?: Readonly<Record<string, RegExp>>;
  /** Names of what a read by the id alone does not show. Default: none. */
  readonly unseen?: readonly string[];
}

/** What tests and proofs need of a kind in addition to its definition. */
export interface Specimen<A extends Properties = Properties> {
  /** Valid arguments, for an object that the sandbox's default seed does not contain. */
  readonly valid: A;
  /** The other arguments of the kind. Default: none. */
  readonly rest?: Properties;
  /** All arguments of another object, each different. Of a kind that exists as long as its customer: what another stack declares. */
  readonly other: Properties;
  /** Undefined if only rules of its own apply to the kind. */
  readonly rehearsed?: Rehearsed;
  /** An object with this identifier, as the API shows it. Undefined if the kind exists as long as its customer. */
  readonly answer?: (identifier: string) => object;
  /** Edits of the matrix (`proofs/matrix/edits.ts`) in which it differs most from other kinds: the short proof tries these. */
  readonly edits: readonly string[];

  /** Its arguments in a cell of the matrix. */
  args(place: Place, control: Control): Properties;
  /** Other arguments that the API can change to. */
  updated?(args: Properties, place: Place): Properties;
  /** Other arguments that only a new object can have. */
  replaced?(args: Properties, place: Place): Properties;
  /** Creates an object at the provider that a resource with the arguments can adopt; it may differ in what the API can change. Returns its id. */
  plant(control: Control, place: Place, args: Properties): string;
  /** All objects of the place. */
  present(control: Control, place: Place): Present[];
  readonly requests: Requests;
}

export const specimen = <const A extends Properties>(kind: Specimen<A>): Specimen<A> => kind;

/** What names the containers of a place in arguments and paths. */
const containersOf = ({ customerNumber, account, domain }: Place): Properties => ({
  customerNumber,
  accountIdentifier: account,
  domainIdentifier: domain,
});

const parametersOf = (operation: OperationId): string[] => parameterNames(rows.find(({ id }) => id === operation)!.path);

/** A request of a kind in a place. A path names the containers that the listing has too, and then the object with this id. */
export function requestOf({ requests }: Specimen, verb: keyof Requests, place: Place, id: string): Target | undefined {
  const operation = requests[verb];
  if (operation === undefined) return undefined;
  const scope = parametersOf(requests.list);
  const named = parametersOf(operation).map((name) => [
    name,
    scope.includes(name) ? containersOf(place)[name] : decodeURIComponent(id.split("/").at(-1)!),
  ]);
  if (named.length > 0) return { operation, parameters: Object.fromEntries(named) as Record<string, string | number> };
  return verb === "create" ? { operation, body: place.mark } : { operation };
}

export const text = (value: unknown): string => value as string;

const present = (record: { readonly id: string }, shows: Present["shows"], held: string): Present => ({
  id: record.id,
  held,
  record: JSON.stringify(Object.entries(record).sort(([a], [b]) => a.localeCompare(b))),
  shows,
});

const holds = (record: object, args: Properties, names: readonly string[]): boolean =>
  names.every((name) => JSON.stringify((record as Properties)[name]) === JSON.stringify(args[name]));

/**
 * Records of the sandbox as objects of a kind.
 *
 * @param shows the arguments that a record stores under the same name, or whether a record matches arguments
 */
export const asPresent = <R extends { readonly id: string }>(
  records: readonly R[],
  shows: readonly string[] | ((record: R, args: Properties) => boolean),
  heldOf: (record: R) => string = ({ id }) => id,
): Present[] =>
  records.map((record) =>
    present(record, (args) => (typeof shows === "function" ? shows(record, args) : holds(record, args, shows)), heldOf(record)),
  );

type Derivable = "args" | "plant" | "present" | "rehearsed";

interface InCollection<A extends Properties> extends Omit<Specimen<A>, Derivable> {
  /** The argument, a text, that ends with the mark of its place. */
  readonly marked: keyof A & string;
  /** Whether the tests of the lifecycle's rules run with the kind. Default: true. */
  readonly isRehearsed?: boolean;
  /** As in {@link Rehearsed}. */
  readonly outputs?: Readonly<Record<string, RegExp>>;
  /** As in {@link Rehearsed}. */
  readonly unseen?: readonly string[];
  /** What a record holds besides its container and the arguments. Default: an id. */
  readonly record?: (place: Place, control: Control) => object;
}

type AnyRecord = Properties & { readonly id: string };

interface Records {
  all(): readonly AnyRecord[];
  insert(record: AnyRecord): unknown;
}

/** A kind whose records in the sandbox have the names of its arguments. */
export function ofCollection<const A extends Properties>(name: CollectionName, kind: InCollection<A>): Specimen<A> {
  const { marked, isRehearsed = true, outputs = {}, unseen = [], record = () => ({}), ...own } = kind;
  const recordsIn = (control: Control) => control.store[name] as unknown as Records;
  const scope = parametersOf(own.requests.list);
  const named = (place: Place) => Object.entries(containersOf(place)).filter(([argument]) => scope.includes(argument));
  const stored = (args: Properties) =>
    Object.fromEntries(Object.entries(args).filter(([argument]) => !scope.includes(argument) && !unseen.includes(argument)));
  const container = ({ customerNumber, account, domain }: Place) => {
    const { customers, accounts, domains } = traitsOf(name).within ?? {};
    return {
      ...(customers && { [customers]: customerNumber }),
      ...(accounts && { [accounts]: account }),
      ...(domains && { [domains]: domain }),
    };
  };
  return {
    ...own,
    ...(isRehearsed && {
      rehearsed: {
        sibling: { [marked]: "other" },
        outputs,
        unseen,
        count: (control, valid) =>
          recordsIn(control)
            .all()
            .filter((each) => each[marked] === valid[marked]).length,
      },
    }),
    args: (place) => ({
      ...own.valid,
      ...Object.fromEntries(named(place)),
      [marked]: `${text(own.valid[marked])} ${place.mark}`,
    }),
    plant: (control, place, args) => {
      const id = String(900_000 + place.customerNumber);
      const planted = { id, ...container(place), ...stored(args), ...record(place, control) };
      recordsIn(control).insert(planted);
      return [...named(place).map(([, value]) => value), planted.id].join("/");
    },
    present: (control, place) =>
      asPresent(
        recordsIn(control)
          .all()
          .filter((each) => text(each[marked]).endsWith(place.mark)),
        Object.keys(stored(own.valid)),
        ({ id }) => [...named(place).map(([, value]) => value), id].join("/"),
      ),
  };
}

interface PartOfCustomer {
  /** What two stacks declare. */
  readonly declared: readonly [Properties, Properties];
  readonly edits: readonly string[];
  readonly args: (place: Place) => Properties;
  readonly updated: (place: Place) => Properties;
  /** Undefined if the customer has none. */
  readonly part: (customer: Customer) => object | undefined;
  readonly plant?: (control: Control, customer: Customer) => void;
  /** Operations. */
  readonly requests: { readonly list: OperationId; readonly update: OperationId; readonly delete?: OperationId };
}

const numbered = { customerNumber: 100001 };

/** A part of a customer's record, which always exists once. */
export function ofCustomer({ declared, part, plant, requests, ...own }: PartOfCustomer): Specimen {
  const customerOf = (control: Control, { customerNumber }: Place) => control.store.customers.get(String(customerNumber))!;
  return {
    valid: { ...numbered, ...declared[0] },
    other: { ...numbered, ...declared[1] },
    edits: own.edits,
    args: (place) => ({ customerNumber: place.customerNumber, ...own.args(place) }),
    updated: (before, place) => ({ ...before, ...own.updated(place) }),
    plant: (control, place) => {
      plant?.(control, customerOf(control, place));
      return String(place.customerNumber);
    },
    present: (control, place) => {
      const customer = customerOf(control, place);
      const there = part(customer);
      if (there === undefined) return [];
      return asPresent([{ id: customer.id, ...there }], (_, { customerNumber: __, timeouts, adopt, ...args }) => {
        const settings = (args["settings"] as Properties | undefined) ?? args;
        return holds(there, settings, Object.keys(settings));
      });
    },
    requests,
  };
}

/** What the three contacts of a customer have in common. */
export const contact = {
  declared: [{ company: "First" }, { company: "Second" }],
  args: ({ mark }: Place) => ({ lastName: `Sommer ${mark}`, street: "Lindenweg", houseNumber: "7a" }),
  updated: ({ mark }: Place) => ({ lastName: `Winter ${mark}` }),
} as const;

export const otherContact = (customer: Customer): NonNullable<Customer["contactPerson"]> => ({
  ...customer.contractPartner,
  firstName: "Dora",
});

/** Who may see a record of the data-protection area, and its identifier. */
export const documentOf = ({ customerNumber }: Place, control: Control) => ({
  id: `5f0c1d6e0000000000${customerNumber}`,
  owner: 100_000,
  created: control.now(),
});
