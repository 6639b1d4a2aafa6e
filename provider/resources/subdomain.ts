import type { z } from "zod";
import { AnswerError } from "../../sdk/values/errors.js";
import type { Subdomain as Answer } from "../../sdk/models/domains.js";
import type { Operations } from "../../sdk/operations/index.js";
import { accountIdentifier, labels, nonEmpty } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import type { Context } from "../runtime/context.js";
import { define, ofAnyKind } from "../definition/definition.js";
import { messageOf, ProviderError } from "../values/errors.js";
import { optional, optionalOutput, required } from "../definition/field.js";
import { accountNumberProblem } from "../shared/containers.js";
import { joinId, splitId, canonicalHost, sameHost, splitAt } from "../values/ids.js";
import { look, unlessDeleted } from "../lifecycle/find.js";
import { inLine } from "../../sdk/redaction/text.js";
import { isUnknown } from "../values/unknown-values.js";
import type { Properties } from "../values/properties.js";
import { deletedWithOf, isUnconfirmed } from "../values/reserved-properties.js";
import { listingLag } from "../values/poll.js";
import { domainIsGone, domainProblem, isInOrdered } from "./domain.js";
import { explainedBy } from "../../sdk/values/explained.js";
import { isRejected } from "../values/rejections.js";
import { noSubdomainDeletion, unlessWithDomain } from "../values/removals.js";

const fields = {
  /** Account of the domain: `domain.accountIdentifier`, or the name of an existing account. */
  accountIdentifier: required("replace", accountIdentifier, { evidence: "documented" }),
  /** Full name of the domain: `domain.domainIdentifier`, or the name of an existing domain. */
  domainIdentifier: required("replace", labels, { evidence: "documented", same: sameHost }),
  /** Labels below the domain, such as `blog`. */
  name: required("replace", labels, { evidence: "documented", same: sameHost }),
  /**
   * Directory that the subdomain serves. Default: the provider's choice, which is not documented; removing it later keeps the
   * current value. Kept as a secret if it is an address that holds a login, a query or a token.
   */
  target: optional("replace", nonEmpty, { evidence: "documented", secret: "userinfo" }),
} as const;

const outputs = {
  /** Number assigned by the provider. No operation takes it. */
  uid: optionalOutput<number>("documented"),
  /** Full host name. */
  fullName: optionalOutput<string>("documented"),
} as const;

/** Arguments of a {@link Subdomain}. */
export interface SubdomainArgs extends ArgsOf<typeof fields> {}

const parts = (id: string) => splitId(id, "accountIdentifier", "domainIdentifier", "name");

/** @param asked the domain whose listing was requested */
const found = (account: string, asked: string, { uid, name, fullName, target }: z.output<typeof Answer>) => {
  // Whether the provider shows the name below the domain or in full is not documented.
  const shown = name ?? fullName ?? "";
  const below = splitAt(asked, shown)?.below ?? shown;
  // The id uses the provider's spelling of the domain, which a program may spell differently.
  const domain = splitAt(asked, fullName ?? "")?.domain ?? asked;
  return {
    id: joinId(account, domain, below),
    inputs: { accountIdentifier: account, domainIdentifier: domain, name: below, target },
    outputs: { uid, fullName },
  };
};

/**
 * Deletes with the only interpretation of the API that names the subdomain, and verifies the result, even if the answer is lost.
 * Deletions in one domain run one at a time: a concurrent deletion would look like damage.
 */
function deleteByBody(context: Context, id: string): Promise<void> {
  const { accountIdentifier: account, domainIdentifier: domain } = parts(id);
  return context.serialize(`deletions in ${account}/${canonicalHost(domain)}`, () => deleteAndCompare(context, id));
}

async function deleteAndCompare({ client, clock, ownership }: Context, id: string): Promise<void> {
  const { name, ...path } = parts(id);
  const names = async () =>
    (await client.domains.listSubdomains(path)).map(
      (each) => found(path.accountIdentifier, path.domainIdentifier, each).inputs.name,
    );
  const isThere = (all: readonly string[]) => all.some((present) => sameHost(present, name));
  let before = await names();
  if (!isThere(before)) {
    // The listing may lag behind. A needless call would be a risk under this interpretation.
    await clock.sleep(listingLag);
    before = await names();
    if (!isThere(before)) return;
  }
  const deletion = client.domains.deleteSubdomain({ ...path, body: [{ name }] });
  await deletion.catch(() => undefined);
  const after = await names().catch((error: unknown) => {
    throw new ProviderError(`Its deletion is unverified: ${messageOf(error)} Check ${before.join(", ")}.`, error);
  });
  const isOthers = (other: string) =>
    ownership.notes.deletions("subdomain", joinId(path.accountIdentifier, path.domainIdentifier, other)).length > 0;
  const lost = before.filter(
    (other) => !sameHost(other, name) && !after.some((left) => sameHost(left, other)) && !isOthers(other),
  );
  if (lost.length > 0)
    throw new ProviderError(
      `The provider also deleted other subdomains: ${lost.join(", ")} of ${path.domainIdentifier}. ` +
        `Restore them at the provider, and set hosting:subdomainDeletion back to "refuse" before you run again.`,
    );
  await deletion;
}

/** The operation that errors of a creation name. A copy, because only the client loads the operation table. */
const operation = { id: "createSubdomains", repeat: "ambiguous" } as const satisfies Partial<
  Operations["domains"]["createSubdomains"]
>;

/** It is not known whether something was created. */
const unclear = (text: string) => new AnswerError(text, { operation, effect: "possible" });

const domainOf = (id: string): string => joinId(parts(id).accountIdentifier, parts(id).domainIdentifier);

/**
 * Whether its domain belongs to this stack but the program has not declared it so far, so that this run will delete the domain at
 * its end.
 */
async function isLeftOut({ ownership }: Context, id: string, state: Properties): Promise<boolean> {
  const domain = domainOf(id);
  if (ownership.run.isInUse("domain", domain)) return false;
  const deletedWith = deletedWithOf(state);
  if (deletedWith !== undefined && ownership.run.declaration({ kind: "virtualAccount", name: deletedWith }).isDeclared !== true)
    return true;
  // An unreadable claim proves nothing.
  const claimants = await ownership.holders
    .claimantsOf("domain", state)
    .then((of) => of(domain))
    .catch(() => []);
  return claimants.some(({ isOfThisStack }) => isOfThisStack);
}

/** Whether it is proven gone, alone or with its domain. */
async function isGone(context: Context, id: string, state: Properties): Promise<boolean> {
  if (isUnconfirmed(state)) return false;
  const definition = ofAnyKind(subdomain);
  const found = unlessDeleted({ definition, context, id, state }, look(definition, context, id, state));
  return found.then(
    (shown) => shown === undefined,
    () => false,
  );
}

const noDeletion = `No request was sent: ${noSubdomainDeletion}`;

const automatic = "A `www` is created with every domain.";
const asItIs = "Leave out `target` to use it as it is.";

export const subdomain = define({
  kind: "subdomain",
  label: "subdomain",
  removal: unlessWithDomain,
  idParts: ["accountIdentifier", "domainIdentifier", "name"],
  mock: ({ number }, { name, domainIdentifier }) => ({ uid: number, fullName: `${String(name)}.${String(domainIdentifier)}` }),
  fields,
  outputs,

  conflicts: ({ name, domainIdentifier: domain }) =>
    name !== undefined && domain !== undefined && (sameHost(name, domain) || splitAt(domain, name) !== undefined)
      ? ["name: must be only the labels below the domain, such as `blog`, without the name of the domain"]
      : [],

  identity: {
    title: ({ name, domainIdentifier: domain }) => [name, domain].filter(Boolean).join("."),
    parse: (id) => parts(id),
    scope: ["accountIdentifier", "domainIdentifier"],
    hasNaturalId: true,
    sharedArgument: "name",
    matches: (shown, { name }) => sameHost(shown.inputs.name, name),
    oneSpelling: ({ name, domainIdentifier: domain, ...others }) => ({
      ...others,
      ...(typeof name === "string" ? { name: canonicalHost(name) } : {}),
      ...(typeof domain === "string" ? { domainIdentifier: canonicalHost(domain) } : {}),
    }),
    expectedId: ({ accountIdentifier: account, domainIdentifier: domain, name }) =>
      account === undefined || domain === undefined || name === undefined || [account, domain, name].some(isUnknown)
        ? undefined
        : joinId(account, domain, name),
    /** A `www` is created with every domain. */
    comesWithContainer: ({ name }) => sameHost(name, "www"),
    usesExisting: (shown, { name, target }) => sameHost(name, "www") && (target === undefined || shown.inputs.target === target),
    existing: ({ inputs: { target } }, { name }) =>
      sameHost(name, "www")
        ? `${automatic} Its target is ${typeof target === "string" ? inLine(target) : "not shown"}. ${asItIs}`
        : undefined,
  },

  reading: {
    async list({ client }, { accountIdentifier: account = "", domainIdentifier: domain = "" }) {
      const listed = await client.domains.listSubdomains({ accountIdentifier: account, domainIdentifier: domain });
      return listed.map((each) => found(account, domain, each));
    },
    containerIsGone: (context, id) => domainIsGone(context, domainOf(id)),
  },

  previewChecks: {
    misnamed: (context, { inputs }) => accountNumberProblem(context, inputs.accountIdentifier),
    missingContainer: domainProblem,
    isContainerToCome: isInOrdered,
    remark: (_, { inputs: { name, target }, isKnown, isUnlisted }) =>
      sameHost(name, "www") && !isUnlisted && (target !== undefined || !isKnown("target"))
        ? `${automatic} If that has another target, this one cannot be created. ${asItIs}`
        : undefined,
  },

  async create(context, { accountIdentifier: account, domainIdentifier: domain, name, target }) {
    const wanted = { body: { name, ...(target === undefined ? {} : { target }) }, sendHooks: context.sendHooks };
    const created = await context.batch(joinId(account, domain), wanted, async (all) => {
      const onSend = (mayHaveActed: boolean) => {
        for (const { sendHooks } of all) sendHooks?.beforeSend(mayHaveActed);
        for (const { sendHooks } of all) sendHooks?.sent();
      };
      const body = all.map((each) => each.body);
      const client = context.client.with({ onSend });
      return client.domains
        .createSubdomains({ accountIdentifier: account, domainIdentifier: domain, body })
        .catch((error: unknown) => {
          // Whether a refusal of several prevents all of them, or which of them it is about, is not documented.
          if (all.length === 1 || !isRejected(error)) throw error;
          throw unclear(`The API refused to create ${all.length} subdomains in one request: ${messageOf(error)}`);
        });
    });
    const named = created.map((each) => found(account, domain, each)).find((each) => sameHost(each.inputs.name, name));
    if (named === undefined) throw unclear("The answer does not show the subdomain.");
    return named;
  },

  deletion: {
    async goesWith(context, id, state) {
      const { ownership, settings } = context;
      const { own: around } = ownership.run.replacedContainers(id);
      if (around?.isRetained === false) return `${around.title}, which this run replaces`;
      if (settings.subdomainDeletion !== "refuse" || !ownership.run.hasProgram || !(await isLeftOut(context, id, state)))
        return undefined;
      return `domain ${parts(id).domainIdentifier}, which this run deletes or replaces (if the domain stays at the provider, the subdomain stays too)`;
    },
    dependsOnSettings: true,
    async delete(context, id, state) {
      if (context.settings.subdomainDeletion === "body") return deleteByBody(context, id);
      if (await isGone(context, id, state)) return;
      const around = deletedWithOf(state);
      // Pulumi would not ask if it deleted that.
      if (around !== undefined && !context.ownership.run.hasProgram)
        throw new ProviderError(
          `${noDeletion}, and "${inLine(around)}", with which it is deleted, stays in this run. Leave the subdomain out too: \`--exclude <urn>\`.` +
            explainedBy("kind refuses"),
        );
      throw new ProviderError(
        `${noDeletion}. Delete it at the provider and run \`pulumi refresh\`, or run \`pulumi state delete <urn>\`.${explainedBy("kind refuses")}`,
      );
    },
  },

  replacement: {
    order: "delete-first",
    async refuses({ id, state, news }, context) {
      const { ownership, settings } = context;
      if (settings.subdomainDeletion !== "refuse" || ownership.run.replacedContainers(id).own?.isRetained === false)
        return undefined;
      const staysInDomain =
        state["accountIdentifier"] === news["accountIdentifier"] && sameHost(state["domainIdentifier"], news["domainIdentifier"]);
      if (!staysInDomain && (await isLeftOut(context, id, state))) {
        ownership.run.recordEntry("subdomain", id, state, { droppedFrom: domainOf(id) });
        return undefined;
      }
      if (await isGone(context, id, state)) return undefined;
      const change =
        staysInDomain && sameHost(state["name"], news["name"])
          ? "Change it at the provider and run `pulumi refresh`"
          : "If it was renamed, give that resource an alias; otherwise delete it at the provider and run again";
      return `${noSubdomainDeletion}, and its domain stays. ${change}`;
    },
  },
});

/**
 * A subdomain. The API has no documented way to delete a single subdomain: declare `deletedWith: domain`, or see
 * `hosting:subdomainDeletion`.
 *
 * @remarks A `www` is created with every domain, and is adopted without `adopt: true` if it is as declared. Any change would
 * have to delete the subdomain first: if deletions are refused and its domain stays, the change fails the preview. If the same
 * run replaces or removes the domain, or replaces its account, the subdomain is deleted with it.
 * @id `accountIdentifier/domainIdentifier/name`, such as `p123456/example.de/blog`
 * @key accountIdentifier, domainIdentifier, name
 * @deletion Refused by default, because the API has no documented way to delete a single subdomain. With `deletedWith: domain` it is deleted
 * with its domain, and no call is needed. With `hosting:subdomainDeletion` set to `body`, the name is sent in the request body,
 * and the subdomains are listed before and after. If this interpretation of the API is wrong, other subdomains may be deleted
 * too: the run then fails and names them, but does not restore them.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * const domain = new hosting.Domain("shop", { accountIdentifier: "p123456", sld: "example", tld: "de" });
 *
 * new hosting.Subdomain(
 *   "blog",
 *   {
 *     accountIdentifier: domain.accountIdentifier,
 *     domainIdentifier: domain.domainIdentifier,
 *     name: "blog",
 *     target: "/blog",
 *   },
 *   { deletedWith: domain },
 * );
 * ```
 */
export class Subdomain extends resourceClass(subdomain) {}
