import { type Definition, type ObservedObject, isAdoptable } from "../../provider/definition/definition.js";
import { nameOfDeclared, nameOfObject } from "../../provider/definition/object-name.js";
import { argumentsWith } from "../../provider/definition/secrets.js";
import { canonicalId, objectKey } from "../../provider/values/ids.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import { isAbsent, type Properties } from "../../provider/values/properties.js";
import { isMasked } from "../../sdk/redaction/mask.js";
import { HostingError } from "../../sdk/values/errors.js";
import { UsageError } from "../shared/exit.js";
import { groupedBy } from "../shared/values.js";
import type { Listed, ListedAccount, ListedObject } from "../stack/collections.js";
import { definitionOfKind, noSuchKind } from "../stack/definitions.js";
import type { Login } from "../stack/logins.js";
import type { Elsewhere } from "../stack/stack.js";
import { argumentsOf, type Importable, shownFields, undeclarable } from "./objects.js";

export interface Wanted {
  readonly names: readonly Kind[];
  readonly isDeclared: (kind: string) => boolean;
  /** Domains are read for their subdomains too. */
  readonly isListed: (kind: Kind) => boolean;
  /** Settings of customers: every customer has them, so they are read only if they are named. */
  readonly settings: readonly Kind[];
  /** What belongs to the login: left out where customers are named and kinds are not. */
  readonly ofLogin: readonly Kind[];
}

/** @param ofCustomers whether customers or accounts are named @throws UsageError */
export async function wantedKinds(
  only: readonly string[] | undefined,
  skip: readonly string[] = [],
  ofCustomers = false,
): Promise<Wanted> {
  const named = (only ?? []).map((text) => kindOf("--only", text));
  const skipped = skip.map((text) => kindOf("--skip", text));
  const isNamed = (kind: Kind) => (only === undefined || named.includes(kind)) && !skipped.includes(kind);
  const settings: Kind[] = [];
  const ofLogin: Kind[] = [];
  for (const kind of kinds) {
    const { scope, singleton } = (await definitionOfKind(kind))!.identity;
    if (singleton === true) settings.push(kind);
    else if (scope.length === 0 && ofCustomers && only === undefined && isNamed(kind)) ofLogin.push(kind);
  }
  const isDeclared = (kind: Kind) => isNamed(kind) && !ofLogin.includes(kind) && (only !== undefined || !settings.includes(kind));
  const names = kinds.filter(isDeclared);
  if (names.length === 0) throw new UsageError("--only and --skip leave nothing to import");
  return {
    names,
    isDeclared: (kind) => names.some((each) => each === kind),
    isListed: (kind) => !settings.includes(kind) && (isDeclared(kind) || (kind === "domain" && isDeclared("subdomain"))),
    settings: settings.filter(isDeclared),
    ofLogin,
  };
}

function kindOf(option: string, text: string): Kind {
  const kind = kinds.find((each) => each === text);
  if (kind !== undefined) return kind;
  throw noSuchKind(option, text);
}

/** Tells the customers of objects: by what an object shows of itself, and else by its account, which may have to be read. */
function customersOf(
  { client }: Login,
  accounts: readonly ListedAccount[],
): (found: ObservedObject) => Promise<number | undefined> {
  const byAccount = new Map<string, number | undefined>(accounts.map(({ name, customerNumber }) => [name, customerNumber]));
  return async ({ inputs }) => {
    const { customerNumber, accountIdentifier } = inputs as Properties;
    if (typeof customerNumber === "number") return customerNumber;
    if (typeof accountIdentifier !== "string") return undefined;
    if (!byAccount.has(accountIdentifier)) {
      const read = client.accounts.get({ accountIdentifier }).catch((error: unknown) => {
        if (error instanceof HostingError) return undefined;
        throw error;
      });
      byAccount.set(accountIdentifier, (await read)?.customerNumber);
    }
    return byAccount.get(accountIdentifier);
  };
}

/** What the program does not declare, or what needs attention, and why. */
export interface LeftOut {
  readonly what: string;
  readonly why: string;
}

export interface Selected {
  readonly objects: readonly Importable[];
  readonly leftOut: readonly LeftOut[];
  /** New objects of which somebody has to know something before they are entered. */
  readonly attention: readonly LeftOut[];
}

export interface Selection {
  readonly login: Login;
  readonly listed: Listed;
  /** Whether the state has an object that no earlier import has declared. */
  readonly isManaged: (kind: string, id: string) => boolean;
  /** Whether an earlier import has declared an object. */
  readonly isDeclared: (kind: string, id: string) => boolean;
  /** Whether an object is declared or enters the state for the first time. */
  readonly isNew: (kind: string, id: string) => boolean;
  readonly elsewhere: Elsewhere;
  /** Whether the program declares an object besides what imports have written, by key. */
  readonly isInProgram?: (key: string) => boolean;
}

const collator = new Intl.Collator("en", { numeric: true });

/** Chooses what the program can declare so that a preview has nothing to change. */
export async function select({
  login,
  listed,
  isManaged,
  isDeclared,
  isNew,
  elsewhere,
  isInProgram,
}: Selection): Promise<Selected> {
  const objects: Importable[] = [];
  const comparable: Declarable[] = [];
  const leftOut: LeftOut[] = ordinaryAccounts(listed);
  const attention: LeftOut[] = [];
  const customerOf = customersOf(login, listed.accounts);
  for (const object of listed.objects) {
    const { definition } = object;
    const whole = await wholeObject(login, object);
    const why = isManaged(definition.kind, whole.id)
      ? "the state has it already"
      : isInProgram?.(objectKey(definition.kind, whole.id)) === true
        ? "the program declares it already: enter it with `hosting adopt`"
        : reasonAgainst(definition, whole, isDeclared(definition.kind, whole.id));
    const what = nameOfDeclared(definition, whole.inputs);
    const { kind } = definition;
    const declarable = { definition, found: whole, args: argumentsOf(definition, whole) };
    if (why === undefined || !isAdoptable(definition)) comparable.push(declarable);
    if (why !== undefined) {
      leftOut.push({ what, why });
      continue;
    }
    objects.push({ ...declarable, customerNumber: await customerOf(whole) });
    if (!isNew(kind, whole.id)) continue;
    const holder = elsewhere({ kind, id: whole.id, address: login.address });
    const concern = definition.reading.concern?.(whole);
    const strange = undeclarable(definition, whole);
    const left =
      strange.length > 0 && `its ${strange.join(", ")} cannot be declared as it is, so a change of the rest may be refused`;
    for (const each of [concern, holder && `${holder} has it, too`, left || undefined])
      if (each !== undefined) attention.push({ what, why: each });
  }
  attention.push(...repeating(comparable).filter(({ kind, id }) => isNew(kind, id)));
  const order = ({ definition, found }: Importable) => `${definition.kind} ${canonicalId(found.id)}`;
  return {
    objects: objects.sort((a, b) => (order(a) < order(b) ? -1 : 1)),
    leftOut: leftOut.sort((a, b) => collator.compare(a.what, b.what)),
    attention: attention.sort((a, b) => collator.compare(a.what, b.what)),
  };
}

type Declarable = Omit<Importable, "customerNumber">;

/** Objects that say the same as another one, of which one may be a mistake. */
function repeating(objects: readonly Declarable[]): (LeftOut & { readonly kind: string; readonly id: string })[] {
  const isSettings = ({ definition }: Declarable) => definition.identity.singleton === true;
  const saying = (object: Declarable) => JSON.stringify([isSettings(object) || object.definition.kind, object.args]);
  const repeated = groupedBy(objects, saying).filter(({ length }) => length > 1);
  return repeated.flat().flatMap((object) => {
    const { definition, found } = object;
    const { kind, label } = definition;
    if (kind === "contractPartner") return [];
    const why = isSettings(object)
      ? "it repeats other settings of its customer, and later changes of those do not reach it"
      : `another ${label} says the same: delete one at the provider, because a run cannot tell them apart`;
    return [{ kind, id: found.id, what: nameOfObject(definition, found.id, found.inputs), why }];
  });
}

/** An object as its own read shows it, if its listing shows less than a program has to declare. */
async function wholeObject(login: Login, { definition, found }: ListedObject): Promise<ObservedObject> {
  if (notShown(definition, found).length === 0) return found;
  try {
    return (await definition.reading.get?.(login, found.id)) ?? found;
  } catch (error) {
    if (error instanceof HostingError) return found;
    throw error;
  }
}

const notShown = (definition: Definition, found: ObservedObject): string[] =>
  shownFields(definition, found)
    .filter(({ required, readable, shown }) => required && readable && isAbsent(shown))
    .map(({ name }) => name);

function reasonAgainst(definition: Definition, found: ObservedObject, isDeclared: boolean): string | undefined {
  const { className, fields, identity, revealed = [] } = definition;
  if (!isAdoptable(definition) && !isDeclared)
    return `its ${revealed.join(", ")} is shown at creation only: read it with \`${className}.get\`, or declare a new one`;
  const inherited = definition.reading.inherited?.(found);
  if (inherited !== undefined) return inherited;
  const args = argumentsOf(definition, found);
  const optional = Object.keys(args).filter((name) => fields[name]?.required === false);
  if (identity.comesWithContainer?.(args) === true && optional.length === 0) return "every registration creates one";
  const unreadable = Object.entries(fields).filter(([, { required, readable }]) => required && !readable);
  const missing = [...unreadable.map(([name]) => name), ...notShown(definition, found)];
  if (missing.length > 0) return `the API does not show its ${missing.join(", ")}, which a program has to declare`;
  const unheld = Object.keys(args).filter((name) => isUnheld(args[name]));
  if (unheld.length > 0)
    return `Pulumi cannot hold its ${unheld.join(", ")}: half a character, or a member named like a function`;
  const masked = argumentsWith(definition, found.inputs, isMasked);
  if (masked.length > 0)
    return `the API shows only masks in its ${masked.join(", ")}: declare it with the real values and \`adopt: true\``;
  const strange = Object.entries(args).filter(([name, value]) => !fields[name]!.schema.safeParse(value).success);
  if (strange.length > 0) return `a program cannot declare its ${strange.map(([name]) => name).join(", ")} as the API shows it`;
  return undefined;
}

/** Whether Pulumi fails at a value, and with it the whole program. */
function isUnheld(value: unknown): boolean {
  let isOdd = false;
  JSON.stringify(value, (name, member: unknown) => {
    isOdd ||= ["toString", "valueOf"].includes(name) || (typeof member === "string" && !member.isWellFormed());
    return member;
  });
  return isOdd;
}

const ordinaryAccounts = ({ accounts }: Listed): LeftOut[] =>
  accounts
    .filter(({ isOrdinary }) => isOrdinary)
    .map(({ name, customerNumber }) => ({
      what: `account ${name} of customer ${customerNumber}`,
      why: "the API can only read ordinary accounts",
    }));
