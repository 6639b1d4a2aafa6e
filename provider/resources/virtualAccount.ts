import { z } from "zod";
import type { VirtualAccount as Answer } from "../../sdk/models/accounts.js";
import { article, articleText, costOf, topLevelDomains } from "../shared/catalogue.js";
import { customerProblem } from "../shared/containers.js";
import { customerNumber, nonEmpty } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import type { Context } from "../runtime/context.js";
import { define, type Inner, ofAnyKind } from "../definition/definition.js";
import { optional, optionalOutput, required } from "../definition/field.js";
import { customerOf, joinId, splitId, canonicalHost } from "../values/ids.js";
import { candidates, ifThere } from "../lifecycle/find.js";
import { maybeGone } from "../values/rejections.js";
import { isMasked } from "../../sdk/redaction/mask.js";
import { inLine } from "../../sdk/redaction/text.js";

/** Maximum length of a password. The API documents no limit; this one is far above what any login form accepts. */
const longestPassword = 1024;

const password = nonEmpty.max(longestPassword);

const fields = {
  /** Customer that gets the account. A change orders a new account in place of the old one. */
  customerNumber: required("replace", customerNumber, { evidence: "documented" }),
  /**
   * Alias of the login; tells the virtual accounts of a customer apart. A change orders a new account in place of the
   * old one.
   */
  virtualName: required("replace", nonEmpty, { evidence: "inferred" }),
  /** Description. The API cannot change it: change it at the provider. */
  description: required("fixed", z.string(), { evidence: "inferred" }),
  /** Article to order. The API cannot change it: change the tariff at the provider. */
  articleNumber: required("fixed", z.int().positive(), { evidence: "inferred" }),
  /**
   * Password of the account, at most 1024 characters; kept as a secret. The provider never shows it again, and the API cannot
   * change it. If the provider answers the creation with a password of its own, the output holds that one. If omitted: a new account
   * is refused, and an existing one, which `adopt: true` adopts, keeps its password.
   */
  password: optional("fixed", password, {
    evidence: "inferred",
    secret: "value",
    readable: false,
    assigned: true,
    neededToCreate: true,
  }),
  /**
   * Whether the account may be deleted or replaced while it contains domains that the same run does not delete; they are deleted with it. Counts
   * once an `up` has recorded it. Default: `false`.
   */
  forceDestroy: optional("update", z.boolean(), {
    evidence: "none",
    readable: false,
    absent: "nothing",
    same: (a, b) => (a === true) === (b === true),
  }),
} as const;

const outputs = {
  /** Number assigned by the provider. */
  uid: optionalOutput<number>("inferred"),
  /** Name of the account, such as `p123456`. */
  name: optionalOutput<string>("inferred"),
} as const;

const parts = (id: string) => splitId(id, "customerNumber", "name");

const derived = {
  /** Name of the account, for resources inside it; known in every preview once the account is in the state. */
  accountIdentifier: (id: string) => parts(id).name,
} as const;

/** Arguments of a {@link VirtualAccount}. */
export interface VirtualAccountArgs extends ArgsOf<typeof fields> {}

const found = (customer: number, { uid, name, virtualName, description, article }: z.output<typeof Answer>) => ({
  id: joinId(customer, name ?? uid ?? ""),
  inputs: { customerNumber: customer, virtualName, description, articleNumber: article?.articleNumber },
  outputs: { uid, name },
});

/**
 * Why an article cannot make an account: the catalogue lacks it, says that it cannot be ordered, or sells top-level domains as it. No
 * source says which articles make accounts, so one without any benefits, as an addition has none, is only named.
 */
async function accountArticleProblem(context: Context, articleNumber: number): Promise<string | undefined> {
  const sold = await article(context, articleNumber);
  if (sold === undefined)
    return `articleNumber: the catalogue does not have article ${articleNumber}. \`hosting call catalogue.searchArticles\` lists the articles.`;
  if (sold.isOrderable === false) return `articleNumber: ${articleText(sold)} cannot be ordered, according to the catalogue.`;
  if (sold.benefits !== undefined) return undefined;
  const registered = (await topLevelDomains(context)).find((each) => each.articleNumber === articleNumber);
  if (registered !== undefined)
    return `articleNumber: ${articleText(sold)} is the registration of a domain, such as .${inLine(registered.name ?? "")}, and not an account.`;
  context.warn(
    `articleNumber: ${articleText(sold)} has no benefits, such as webspace, so it may be an addition to an account. The API does not say ` +
      "which articles make accounts.",
  );
  return undefined;
}

export const virtualAccount = define({
  kind: "virtualAccount",
  label: "virtual account",
  removal: { does: "permanently destroys", effect: " with its website and data", isFinal: true },
  idParts: ["customerNumber", "name"],
  mock: ({ number }, { name = `p${number}` }) => ({
    name: String(name),
    uid: Number(/^p(\d+)$/.exec(String(name))?.[1] ?? number),
  }),
  fields,
  outputs,
  derived,
  identifierOutputs: ["name"],
  costly: true,

  identity: {
    title: ({ virtualName, customerNumber: customer }) =>
      [virtualName, `of customer ${customer ?? "?"}`].filter(Boolean).join(" "),
    parse: (id) => ({ customerNumber: customerOf(parts(id).customerNumber) }),
    scope: ["customerNumber"],
    sharedArgument: "virtualName",
    matches: (shown, { virtualName }) => shown.inputs.virtualName === virtualName,
  },

  reading: {
    async list({ client }, { customerNumber: customer = NaN }) {
      const accounts = await client.accounts.listVirtual({ customerNumber: customer });
      return accounts.map((account) => found(customer, account));
    },
    async confirmContainer({ client }, { customerNumber: customer = NaN }) {
      await client.customers.get({ customerNumber: customer });
    },
  },

  async create({ client }, { customerNumber: customer, articleNumber, virtualName, description, password: secret = "" }) {
    const body = { virtualName, description, article: { articleNumber }, password: secret };
    const created = await client.accounts.createVirtual({ customerNumber: customer, body });
    const shown = found(customer, created);
    return { ...shown, inputs: { ...shown.inputs, password: isMasked(created.password ?? "") ? undefined : created.password } };
  },

  previewChecks: {
    missingContainer: (context, { inputs }) => customerProblem(context, inputs.customerNumber),
    async problems(context, { inputs: { articleNumber } }) {
      const problem = articleNumber === undefined ? undefined : await accountArticleProblem(context, articleNumber);
      return problem === undefined ? [] : [problem];
    },
    cost: async (context, { inputs: { articleNumber } }) =>
      costOf(articleNumber === undefined ? undefined : await article(context, articleNumber)),
  },

  deletion: {
    async delete({ client }, id) {
      const { customerNumber: customer, name } = parts(id);
      await client.accounts.deleteVirtual({ customerNumber: customerOf(customer), accountIdentifier: name });
    },
  },

  contents: {
    prefix: (id) => parts(id).name,
    costlyKinds: ["domain"],
    async listCostly({ client }, id) {
      const { name: accountIdentifier } = parts(id);
      const within: Inner[] = [];
      for await (const { fullname } of client.domains.list.each({ accountIdentifier }))
        within.push({ kind: "domain", id: joinId(accountIdentifier, fullname) });
      return within;
    },
  },

  replacement: {
    order: "delete-first",
  },
});

/**
 * Whether an account is proven gone: the API refuses to read it, and the complete listing of its customer lacks it. Only states,
 * claims and noted deletions show which customer that is; without them nothing is proven.
 */
export async function accountIsGone(context: Context, account: string): Promise<boolean> {
  const isIt = (id: string) => canonicalHost(id.split("/")[1] ?? "") === canonicalHost(account);
  const customers = new Set(
    context.ownership.holders
      .idsOf(virtualAccount.kind)
      .filter(isIt)
      .map((id) => parts(id).customerNumber),
  );
  if (customers.size === 0 || (await ifThere(context.client.accounts.get({ accountIdentifier: account }))) !== undefined)
    return false;
  const definition = ofAnyKind(virtualAccount);
  try {
    for (const customer of customers) {
      const scope = { customerNumber: customerOf(customer) };
      const { all } = await candidates(definition, context, scope);
      if (all.length === 0) await virtualAccount.reading.confirmContainer?.(context, scope);
      if (all.some(({ id }) => isIt(id))) return false;
    }
    return true;
  } catch (error) {
    if (maybeGone(error)) return false;
    throw error;
  }
}

/**
 * A web-hosting account of a customer. It is billed, and deleting it destroys everything that it hosts. Protected unless
 * `protect: false`.
 *
 * @remarks The API cannot change a virtual account, and its statuses are not documented. Ordinary accounts, which it can neither
 * create, change nor delete, can only be read: `hosting.getAccount` takes their name, and `hosting.findAccount` finds one of a customer.
 * @id `customerNumber/name`, such as `100001/p123456`
 * @key customerNumber, virtualName
 * @deletion Permanently destroys the account with its website and data. Fails while it contains a domain that the same run does not delete, whoever
 * has it, unless the state says `forceDestroy`. A replacement fails while it contains any domain.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const config = new pulumi.Config();
 *
 * const account = new hosting.VirtualAccount("gardener", {
 *   customerNumber: 100001,
 *   virtualName: "gardener-web",
 *   description: "Website of the gardener",
 *   articleNumber: config.requireNumber("articleNumber"),
 *   password: config.requireSecret("accountPassword"),
 * });
 *
 * export const accountIdentifier = account.accountIdentifier;
 * ```
 */
export class VirtualAccount extends resourceClass(virtualAccount) {}
