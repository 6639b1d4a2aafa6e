import { inLine } from "../../sdk/redaction/text.js";
import { isMocked, perRun } from "../pulumi/runs.js";

/** What a site declares, by the argument that names it. */
type Names = Readonly<Partial<Record<"account" | "domain", string>>>;

interface Declared {
  readonly site: string;
  readonly provider: unknown;
}

const presentSites = perRun(() => new Map<string, Declared>());

const advice = {
  account: (site: string) =>
    `Pass on the \`accountIdentifier\` of that site: \`account: <site "${inLine(site)}">.accountIdentifier\``,
  domain: () => "Declare it once",
} as const;

/**
 * Problems of a site that declares an account or a domain that another one declares: Pulumi would only say that a URN exists twice. Records
 * what the site declares. Sites below parents of different types, or with different logins, may have objects of the same name.
 *
 * @param parentType type of the site's parent
 */
export function siteNamesTaken(site: string, names: Names, parentType: string | undefined, provider: unknown): string[] {
  // A test may construct the same site again with the same mocks.
  if (isMocked()) return [];
  const declared = presentSites();
  return (["account", "domain"] as const).flatMap((argument) => {
    const name = names[argument];
    if (name === undefined) return [];
    const key = JSON.stringify([parentType, argument, name]);
    const other = declared.get(key);
    if (other === undefined) declared.set(key, { site, provider });
    return other === undefined || other.provider !== provider
      ? []
      : [
          `${argument}: site "${inLine(other.site)}" declares the ${argument} ${inLine(name)} already. ${advice[argument](other.site)}`,
        ];
  });
}
