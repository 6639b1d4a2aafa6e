import { z } from "zod";
import { AnswerError } from "../../sdk/values/errors.js";
import { type Domain as Answer, DomainRegistration } from "../../sdk/models/domains.js";
import type { Operations } from "../../sdk/operations/index.js";
import { accountIdentifier, hostLabels, nonEmpty } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import type { Context } from "../runtime/context.js";
import { define, type KnownInputs, ofAnyKind } from "../definition/definition.js";
import { type Inputs, optional, optionalOutput, output, type PartialInputs, required } from "../definition/field.js";
import { joinId, splitId, sameHost, splitAt } from "../values/ids.js";
import { newSource } from "../lifecycle/expected.js";
import { candidates, ifThere, look, lookupWithTimeout } from "../lifecycle/find.js";
import { maybeGone } from "../values/rejections.js";
import { type Properties, isEmptyObject } from "../values/properties.js";
import { resourceText } from "../values/phrases.js";
import { inLine } from "../../sdk/redaction/text.js";
import { isUnknown } from "../values/unknown-values.js";
import { accountNumberProblem, accountProblem } from "../shared/containers.js";
import { registeredElsewhere, registrationCost, registrationProblems, registrationRemark } from "../shared/catalogue.js";
import { accountIsGone } from "./virtualAccount.js";

/** Why an object of which at least one member must be declared is refused. A refined schema would lose the name of its type in programs. */
const emptyProblem = (name: string, { shape }: z.ZodObject, value: unknown): string[] =>
  isEmptyObject(value) ? [`${name}: must not be empty: declare ${anyOf.format(Object.keys(shape))}, or leave it out`] : [];

const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

const { handles, domainNameTransfer } = DomainRegistration.shape;

const fields = {
  /**
   * Account that the domain belongs to: `account.accountIdentifier`, or the name of an existing account. The API cannot move a
   * domain: changing the account but not the name fails the preview.
   */
  accountIdentifier: required("replace", accountIdentifier, { evidence: "documented" }),
  /** Name below the top-level domain, such as `example`; in ASCII or Unicode. */
  sld: required("replace", hostLabels, { evidence: "documented", same: sameHost }),
  /** Top-level domain without a leading dot, such as `de`. */
  tld: required("replace", hostLabels, { evidence: "documented", same: sameHost }),
  /**
   * Owner and administrative contact of a new registration. The provider never shows them again, and the API cannot change
   * them; `adopt: true` neither checks nor sets them. Default: the provider's choice, which is not documented.
   */
  handles: optional("fixed", handles.unwrap(), { evidence: "documented", readable: false }),
  /**
   * Transfers a domain that is registered elsewhere: `authcode` (kept as a secret) and `authInfoProcedure` (1 or 2). Used only at
   * creation. Default: a new registration.
   */
  domainNameTransfer: optional("creation", domainNameTransfer.unwrap(), {
    evidence: "documented",
    secret: ["authcode"],
    readable: false,
  }),
  /** `true`: the domain stays registered elsewhere, and only its website is set up here. Default: `false`. */
  external: optional("replace", z.boolean(), {
    evidence: "documented",
    readable: false,
    absent: "nothing",
    same: (a, b) => (a ?? false) === (b ?? false),
  }),
  /**
   * Directory that an external domain serves. The provider never shows it again, and the API cannot change it. Default: the
   * provider's choice, which is not documented.
   */
  target: optional("fixed", nonEmpty, { evidence: "documented", readable: false }),
} as const;

const outputs = {
  /** Full name, such as `example.de`, as the provider writes it. */
  fullname: output<string>("documented"),
  /** Name, as the provider writes it. */
  name: output<string>("documented"),
  /** Status of the registration, which continues after the creation; an external domain has none. Its values are not documented. */
  registryStatus: optionalOutput<string>("documented"),
} as const;

const parts = (id: string) => splitId(id, "accountIdentifier", "domainIdentifier");

const derived = {
  /** Account of the domain, for resources inside it; known in every preview if the argument is. */
  accountIdentifier: (id: string) => parts(id).accountIdentifier,
  /** Full name of the domain, for resources inside it; known in every preview if the arguments are. */
  domainIdentifier: (id: string) => parts(id).domainIdentifier,
} as const;

/** Arguments of a {@link Domain}. */
export interface DomainArgs extends ArgsOf<typeof fields> {}

type Name = Pick<Inputs<typeof fields>, "sld" | "tld">;

const fullName = ({ sld, tld }: Name): string => `${sld}.${tld}`;

/** What stands before the top-level domain. */
const secondLevel = ({ fullname, tld }: z.output<typeof Answer>): string =>
  fullname.toLowerCase().endsWith(`.${tld.toLowerCase()}`) ? fullname.slice(0, -tld.length - 1) : fullname;

const found = (account: string, domain: z.output<typeof Answer>) => ({
  id: joinId(account, domain.fullname),
  inputs: { accountIdentifier: account, sld: secondLevel(domain), tld: domain.tld },
  outputs: { fullname: domain.fullname, name: domain.name, registryStatus: domain.registryStatus },
});

const title = ({ accountIdentifier: account, sld, tld }: PartialInputs<typeof fields>): string =>
  [sld !== undefined && tld !== undefined && `${sld}.${tld}`, `of account ${account ?? "?"}`].filter(Boolean).join(" ");

/**
 * Whether no other account still has the name: the new account already lists it, and the old one no longer does, or it can be ordered. If both list
 * it, they are one account with two names, or the deletion of the old one would cancel what the new one has.
 */
async function isFree(context: Context, id: string, news: Properties): Promise<boolean> {
  const definition = ofAnyKind(domain);
  const { matching } = await candidates(definition, context, news).catch((error: unknown) => {
    if (maybeGone(error)) return { matching: [] };
    throw error;
  });
  if (matching.length > 0) return (await ifThere(look(definition, context, id, {}))) === undefined;
  return (await context.client.domains.check({ domainIdentifier: fullName(news as Name) })) === "available";
}

/**
 * Whether a registration status needs attention. The values are not documented, so this looks for words that registries use, such
 * as `serverHold`, `pendingDelete` or `redemptionPeriod`. A status that only forbids changes, such as `clientDeleteProhibited`,
 * is normal.
 */
const isAlarming = (status: string): boolean =>
  status
    .split(/[\s,;|]+/)
    .some(
      (word) =>
        !/prohibited$/i.test(word) &&
        /fail|error|reject|refus|denied|abort|hold|delet|redemption|expir|suspend|inactiv|cancel|disput/i.test(word),
    );

/** Whether a domain is proven gone, by itself or with its account. */
export async function domainIsGone(context: Context, id: string): Promise<boolean> {
  try {
    return (await look(ofAnyKind(domain), context, id, {})) === undefined;
  } catch (error) {
    if (maybeGone(error)) return false;
    throw error;
  }
}

/** What is known of an object in a domain. */
type KnownContent = Pick<KnownInputs, "newSource"> & {
  readonly inputs: { readonly accountIdentifier?: string | undefined; readonly domainIdentifier?: string | undefined };
};

/** Why nothing in a domain can be listed: its account does not exist, or does not list it; undefined if neither is certain. */
export async function domainProblem(context: Context, known: KnownContent): Promise<string | undefined> {
  const { accountIdentifier: account, domainIdentifier: name } = known.inputs;
  if (isInOrdered(context, known)) return undefined;
  const problem = await accountProblem(context, account);
  if (account === undefined || name === undefined || problem !== undefined) return problem;
  // This run creates it, or has created it.
  if (context.ownership.run.declarersOf(domain.kind, joinId("", name), "")[0]?.isNew === true) return undefined;
  const scope = { accountIdentifier: account };
  const listing = await lookupWithTimeout(ofAnyKind(domain), context, scope, () =>
    candidates(ofAnyKind(domain), context, scope, "once"),
  );
  if (listing === undefined || listing.all.some(({ id }) => sameHost(parts(id).domainIdentifier, name))) return undefined;
  return (
    `domainIdentifier: account ${inLine(account)} does not have the domain ${inLine(name)}. If this program creates it, pass on its ` +
    "`domainIdentifier`; if another account has it, declare that one."
  );
}

/** Whether this run is to order what an object lies in. */
export const isInOrdered = ({ ownership }: Context, { inputs, newSource }: KnownContent): boolean => {
  const { accountIdentifier: account, domainIdentifier: name } = inputs;
  if (newSource("accountIdentifier") !== undefined || newSource("domainIdentifier") !== undefined) return true;
  return account !== undefined && name !== undefined && ownership.run.creatorOf(domain.kind, joinId(account, name)) !== undefined;
};

/** The operation that errors of a creation name. A copy, because only the client loads the operation table. */
const operation = { id: "registerDomain", repeat: "billable" } as const satisfies Partial<Operations["domains"]["register"]>;

export const domain = define({
  kind: "domain",
  label: "domain",
  removal: { does: "cancels", effect: ", which cannot be undone and is not refunded", isFinal: true },
  idParts: ["accountIdentifier", "fullname"],
  mock: (_, { sld, tld, fullname = `${String(sld)}.${String(tld)}` }) => {
    // A name of several labels is rare, a top-level domain of several, such as co.uk, is not.
    const [first, ...rest] = String(fullname).split(".");
    return { sld: first, tld: rest.join("."), fullname: String(fullname), name: String(fullname), registryStatus: "ok" };
  },
  fields,
  outputs,
  derived,
  identifierOutputs: ["fullname"],
  costly: true,

  conflicts: ({ sld, tld, ...inputs }) => [
    ...(sld !== undefined && tld !== undefined && splitAt(tld, sld) !== undefined
      ? ["sld: ends in the top-level domain that `tld` declares: write only the name before it, such as `example`"]
      : []),
    ...emptyProblem("handles", handles.unwrap(), inputs.handles),
    ...emptyProblem("domainNameTransfer", domainNameTransfer.unwrap(), inputs.domainNameTransfer),
    ...(inputs.domainNameTransfer?.authcode === ""
      ? ["domainNameTransfer.authcode: must not be empty: declare the code of the present registrar, or leave it out"]
      : []),
  ],

  identity: {
    title,
    parse: (id) => ({ accountIdentifier: parts(id).accountIdentifier }),
    scope: ["accountIdentifier"],
    hasNaturalId: true,
    // Whether two accounts can have an external domain of one name is not documented.
    worldwideName: ({ sld, tld, external }) =>
      external === true || sld === undefined || tld === undefined || [sld, tld, external].some(isUnknown)
        ? undefined
        : fullName({ sld, tld }),
    expectedId: ({ accountIdentifier: account, sld, tld }) =>
      account === undefined || sld === undefined || tld === undefined || [account, sld, tld].some(isUnknown)
        ? undefined
        : joinId(account, fullName({ sld, tld })),
    matches: (shown, inputs) => sameHost(shown.outputs.fullname, fullName(inputs)),
  },

  reading: {
    async list({ client }, { accountIdentifier: account = "" }) {
      const domains = [];
      for await (const each of client.domains.list.each({ accountIdentifier: account })) domains.push(found(account, each));
      return domains;
    },
    async confirmContainer({ client }, { accountIdentifier: account = "" }) {
      await client.accounts.get({ accountIdentifier: account });
    },
    concern({ outputs: { registryStatus: status } }, { external } = {}) {
      // That only a domain without a registration shows no status is inferred.
      if (status !== undefined && external === true)
        return `its registration status "${inLine(status)}" suggests that it is registered here: if so, remove \`external: true\``;
      if (status === undefined || !isAlarming(status)) return undefined;
      return `its registration status is "${inLine(status)}"`;
    },
    containerIsGone(context, id) {
      const { accountIdentifier: account, domainIdentifier: name } = parts(id);
      const { ownership } = context;
      // A name can be registered only once.
      const isElsewhere = ({ id: other }: { readonly id: string }) => {
        const [otherAccount, otherName] = other.split("/");
        return otherAccount !== account && sameHost(otherName, name) && !ownership.run.isReplacedAt(other);
      };
      return ownership.run.heldOf("domain").some(isElsewhere) ? Promise.resolve(true) : accountIsGone(context, account);
    },
  },

  async create({ client }, { accountIdentifier: account, ...body }) {
    const registered = await client.domains.register({ accountIdentifier: account, body });
    const [only, ...others] = registered;
    const named =
      registered.find(({ fullname }) => sameHost(fullname, fullName(body))) ?? (others.length === 0 ? only : undefined);
    if (named === undefined) throw new AnswerError("The answer does not show the domain.", { operation, effect: "possible" });
    return found(account, named);
  },

  previewChecks: {
    misnamed: (context, { inputs }) => accountNumberProblem(context, inputs.accountIdentifier),
    isContainerToCome: (_, { newSource }) => newSource("accountIdentifier") !== undefined,
    missingContainer: (context, { inputs }) => accountProblem(context, inputs.accountIdentifier),
    problems: registrationProblems,
    nameInUse: registeredElsewhere,
    cost: registrationCost,
    remark: registrationRemark,
  },

  deletion: {
    staysListed: true,
    async delete({ client }, id) {
      await client.domains.delete(parts(id));
    },
  },

  contents: {
    prefix: (id) => id,
  },

  replacement: {
    order: "create-first",
    deletionFails: "while a certificate or an Exchange mailbox depends on it",
    orderedAgain: "Its name can be ordered again only once the cancellation has taken effect, perhaps at a later date.",
    async refuses({ id, state, news }, context) {
      const isSameName = sameHost(fullName(state as Name), fullName(news as Name));
      const isSameAccount = state["accountIdentifier"] === news["accountIdentifier"];
      if (isSameName && isSameAccount && !sameHost(state["tld"], news["tld"]))
        return (
          `${fullName(news as Name)} is the same name, which cannot be ordered again. Declare ` +
          `\`sld: "${(state as Name).sld}"\` and \`tld: "${(state as Name).tld}"\` again`
        );
      // Whether two accounts can have an external domain of one name is not documented.
      if (isUnknown(news["external"]) || !isSameName || (!isSameAccount && state["external"] === true)) return undefined;
      if (isUnknown(news["accountIdentifier"])) {
        if (context.ownership.run.isReplacedAt(parts(id).accountIdentifier))
          return "the old account still has the name when the new one is ordered. Declare the account without `deleteBeforeReplace: false`";
        const source = newSource(ofAnyKind(domain), context.ownership.run, news, "accountIdentifier");
        if (source !== undefined)
          return `the API cannot move a domain, and its account would be a new one (${resourceText(source.kind, source.name)}). Leave it in its account`;
        context.warn(
          `domain ${fullName(state as Name)} (${id}): its account is not known yet. If it is another one, this run will fail: the API cannot move a domain.`,
        );
        return undefined;
      }
      if (!isSameAccount && (await isFree(context, id, news))) return undefined;
      return "the API can neither move nor change a domain, and a name cannot be ordered again while it is registered. Undo the change";
    },
  },
});

/**
 * A domain of an account. Ordering it is billed for a year; deleting it cancels it. Protected unless `protect: false`.
 *
 * @remarks The API does not show the handles, target, price or expiry date of a domain, cannot change a domain, and offers no
 * choice of how it is cancelled. A registration continues after the creation, and also creates a subdomain `www`.
 * @id `accountIdentifier/domainIdentifier`, such as `p123456/example.de`
 * @key accountIdentifier, sld, tld
 * @change If its account is replaced too, the domain is cancelled first and ordered again, which fails while the name is registered. With
 * `domainNameTransfer` it would be transferred again: remove that argument before.
 * @deletion Cancels the domain. The provider refuses while a certificate or an Exchange mailbox depends on it. It may list the
 * domain until the cancellation takes effect, so the deletion does not wait until the domain is gone. Its subdomains are
 * deleted with it; one created by hand is not named.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * const domain = new hosting.Domain("shop", { accountIdentifier: "p123456", sld: "example", tld: "de" });
 *
 * export const registryStatus = domain.registryStatus;
 * ```
 *
 * Transferring a domain that is registered elsewhere, with its transfer code:
 *
 * ```ts
 * import * as hosting from "pulumi-hosting";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const config = new pulumi.Config();
 *
 * new hosting.Domain("moved", {
 *   accountIdentifier: "p123456",
 *   sld: "example",
 *   tld: "de",
 *   domainNameTransfer: { authcode: config.requireSecret("authcode"), authInfoProcedure: 1 },
 * });
 * ```
 */
export class Domain extends resourceClass(domain) {}
