import type { Place } from "../../../tests/support/place.js";
import type { Target } from "../../../tests/support/specimen.js";
import { agreement, type Chain, login, renamed, type Setting, site, without } from "./programs.js";

/** The id of a part in the state before the change. */
export type IdOf = (part: string) => string;

/** A request that a change sends, at which a fault can strike. */
export interface Point {
  readonly target: (place: Place, idOf: IdOf) => Target;
  readonly creates: boolean;
  /** Whether it is sent after everything else is done. */
  readonly late: boolean;
  /**
   * Whether nothing else can continue after its failure, whatever the flags. If the failed request is a deletion that a replacement
   * begins with, Pulumi waits forever. If an explicit provider needs its result, that is unknown, which ends the command.
   */
  readonly endsCommand: boolean;
  /** Whether its result is billed: after a lost answer, the provider looks for it for over a minute. */
  readonly costly: boolean;
}

/** A change of one level of a chain. */
export interface Change {
  readonly before: (place: Setting) => Chain;
  readonly after: (place: Setting) => Chain;
  /** By name, in the order in which they are sent; none if only the state changes. */
  readonly points: Readonly<Record<string, Point>>;
}

type Traits = Partial<Omit<Point, "target">>;

const point = (target: Point["target"], traits: Traits): Point => ({
  target,
  creates: false,
  late: false,
  endsCommand: false,
  costly: false,
  ...traits,
});
const creates = (target: Point["target"], traits: Traits = {}): Point => point(target, { creates: true, ...traits });
/** The deletion that a replacement begins with. */
const deletesFirst = (target: Point["target"]): Point => point(target, { endsCommand: true });
/** The deletion of what is no longer needed. */
const deletesLast = (target: Point["target"]): Point => point(target, { late: true });

const idParts = (id: string): string[] => id.split("/").map(decodeURIComponent);
const lastPart = (id: string): string => idParts(id).at(-1)!;
const marked =
  (operation: string): Point["target"] =>
  ({ mark }) => ({ operation, body: mark });

const createAccount: Point["target"] = ({ customerNumber }) => ({
  operation: "createVirtualAccount",
  parameters: { customerNumber },
});
const deleteAccount: Point["target"] = ({ customerNumber }, idOf) => ({
  operation: "deleteVirtualAccount",
  parameters: { customerNumber, accountIdentifier: lastPart(idOf("account")) },
});
const createDomain =
  (sld: string): Point["target"] =>
  ({ mark }) => ({ operation: "registerDomain", body: `${sld}-${mark}` });
const deleteDomain =
  (part: string): Point["target"] =>
  (_, idOf) => {
    const [accountIdentifier = "", domainIdentifier = ""] = idParts(idOf(part));
    return { operation: "deleteDomain", parameters: { accountIdentifier, domainIdentifier } };
  };
const createSubdomain = marked("createSubdomains");
const deleteSubdomain = marked("deleteSubdomain");
const deleteToken: Point["target"] = (_, idOf) => ({
  operation: "deleteApplicationToken",
  parameters: { uuid: idOf("token") },
});
const webhook =
  (operation: string): Point["target"] =>
  (_, idOf) => ({ operation, parameters: { webhookIdentifier: idOf("webhook") } });
const deleteContract: Point["target"] = (_, idOf) => ({
  operation: "deleteGdprContract",
  parameters: { contractIdentifier: idOf("contract") },
});

const createToken = creates(marked("createApplicationToken"), { endsCommand: true });

const paid = { costly: true };
const newContract = {
  "delete-contract": deletesFirst(deleteContract),
  "create-contract": creates(marked("createGdprContract")),
};

/** By name, in the order of the table: what is replaced, renamed, moved or removed, at each level of each chain. */
export const changes = {
  "replace-account": {
    before: site,
    after: (place) => site(place, { virtualName: "studio" }),
    points: {
      "delete-domain": deletesFirst(deleteDomain("domain")),
      "delete-account": deletesFirst(deleteAccount),
      "create-account": creates(createAccount, paid),
      "create-domain": creates(createDomain("first"), paid),
      "create-subdomain": creates(createSubdomain),
    },
  },
  "replace-domain": {
    before: site,
    after: (place) => site(place, { sld: "second" }),
    points: {
      "create-domain": creates(createDomain("second"), paid),
      "create-subdomain": creates(createSubdomain),
      "delete-domain": deletesLast(deleteDomain("domain")),
    },
  },
  "replace-and-rename-domain": {
    before: site,
    after: (place) => site(place, { sld: "second", domain: "successor" }),
    points: {
      "create-domain": creates(createDomain("second"), paid),
      "create-subdomain": creates(createSubdomain),
      "delete-domain": deletesLast(deleteDomain("domain")),
    },
  },
  "replace-subdomain": {
    before: site,
    after: (place) => site(place, { target: "/other-news" }),
    points: { "delete-subdomain": deletesFirst(deleteSubdomain), "create-subdomain": creates(createSubdomain) },
  },
  "move-subdomain": {
    before: site,
    after: (place) => site(place, { inside: "other" }),
    points: { "delete-subdomain": deletesFirst(deleteSubdomain), "create-subdomain": creates(createSubdomain) },
  },
  "rename-account": {
    before: site,
    after: (place) => renamed(place, site(place), "account", "space"),
    points: {},
  },
  "rename-domain": {
    before: site,
    after: (place) => renamed(place, site(place), "domain", "address"),
    points: {},
  },
  "rename-subdomain": {
    before: site,
    after: (place) => renamed(place, site(place), "news", "blog"),
    points: {},
  },
  "remove-account": {
    before: site,
    after: () => [],
    points: { "delete-domain": deletesLast(deleteDomain("domain")), "delete-account": deletesLast(deleteAccount) },
  },
  "remove-domain": {
    before: site,
    after: (place) => without(place, site(place), "domain", "news"),
    points: { "delete-domain": deletesLast(deleteDomain("domain")) },
  },
  "remove-subdomain": {
    before: site,
    after: (place) => without(place, site(place), "news"),
    points: { "delete-subdomain": deletesLast(deleteSubdomain) },
  },
  "rotate-token": {
    before: login,
    after: (place) => login(place, { trigger: "2" }),
    points: {
      "create-token": createToken,
      "delete-token": deletesLast(deleteToken),
    },
  },
  "rotate-token-and-update-webhook": {
    before: login,
    after: (place) => login(place, { trigger: "2", method: "PUT" }),
    points: {
      "create-token": createToken,
      "update-webhook": point(webhook("updateWebhook"), {}),
      "delete-token": deletesLast(deleteToken),
    },
  },
  "move-webhook": {
    before: login,
    after: (place) => login(place, { provider: "successor" }),
    points: {},
  },
  "remove-token": {
    before: login,
    after: () => [],
    points: { "delete-webhook": deletesLast(webhook("deleteWebhook")), "delete-token": deletesLast(deleteToken) },
  },
  "replace-contact": {
    before: agreement,
    after: (place) => agreement(place, { city: "Trier" }),
    points: { ...newContract, "create-contact": creates(marked("createGdprContact")) },
  },
  "replace-tom": {
    before: agreement,
    after: (place) => agreement(place, { measures: "hourly" }),
    points: { "create-tom": creates(marked("createGdprTom")), ...newContract },
  },
  "move-contract": {
    before: agreement,
    after: (place) => agreement(place, { client: "successor" }),
    points: newContract,
  },
  "rename-tom": {
    before: agreement,
    after: (place) => renamed(place, agreement(place), "tom", "measures"),
    points: {},
  },
  "remove-contract": {
    before: agreement,
    after: (place) => without(place, agreement(place), "contract"),
    points: { "delete-contract": deletesLast(deleteContract) },
  },
} as const satisfies Readonly<Record<string, Change>>;

export type ChangeName = keyof typeof changes;

export const changeNames = Object.keys(changes) as readonly ChangeName[];

export const changeOf = (name: ChangeName): Change => changes[name];
