import { type Kind, kinds } from "../../provider/values/kinds.js";
import { question, suggest } from "../../sdk/values/suggest.js";
import { UsageError } from "../shared/exit.js";
import { definitionOfKind } from "../stack/definitions.js";

/** Which kinds are read, and which of them the program declares. */
export interface Wanted {
  /** Kinds that are declared. */
  readonly names: readonly Kind[];
  readonly isDeclared: (kind: string) => boolean;
  /** Domains are read for their subdomains too. */
  readonly isListed: (kind: Kind) => boolean;
  /** Settings of customers: every customer has them, so they are read only if they are named. */
  readonly settings: readonly Kind[];
  /** What belongs to the login: left out where customers are named and kinds are not. */
  readonly ofLogin: readonly Kind[];
}

/**
 * @param ofCustomers whether customers or accounts are named
 * @throws UsageError
 */
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
  const near = suggest(text, kinds, (each) => [each]);
  throw new UsageError(`${option} ${text}: there is no such kind${question(near)}\nThe kinds are ${kinds.join(", ")}.`);
}
