import type { z } from "zod";
import { AnswerError, BadRequestError, ConflictError } from "../../sdk/values/errors.js";
import type { Subdomain as Answer } from "../../sdk/models/domains.js";
import type { Operations } from "../../sdk/operations/index.js";
import { accountIdentifier, labels, nonEmpty } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import type { Context } from "../runtime/context.js";
import { define, ofAnyKind } from "../definition/definition.js";
import { messageOf, ProviderError } from "../values/errors.js";
import { optional, output, required } from "../definition/field.js";
import { canonicalHost, sameHost } from "../values/hostname.js";
import { kindLabels } from "../values/labels.js";
import { joinId, splitId } from "../values/id.js";
import { look } from "../lifecycle/find.js";
import type { Properties } from "../values/properties.js";
import { deletedWithOf, neverSeen } from "../values/reserved-properties.js";
import { listingLag } from "../values/poll.js";
import { domainIsGone } from "./domain.js";

const fields = {
  /** Account of the domain: `domain.accountIdentifier`, or the name of an existing account. */
  accountIdentifier: required("replace", accountIdentifier, { evidence: "documented" }),
  /** Full name of the domain: `domain.domainIdentifier`, or the name of an existing domain. */
  domainIdentifier: required("replace", labels, { evidence: "documented", same: sameHost }),
  /** Labels below the domain, such as `blog`. */
  name: required("replace", labels, { evidence: "documented", same: sameHost }),
  /**
   * Directory that the subdomain shows. Default: the provider's choice, which is not documented; leaving it out later
   * accepts what is there.
   */
  target: optional("replace", nonEmpty, { evidence: "documented" }),
} as const;

const outputs = {
  /** Number given by the provider. No operation takes it. */
  uid: output<number>("documented"),
  /** Full host name. */
  fullName: output<string>("documented"),
} as const;

/** Arguments of a {@link Subdomain}. */
export interface SubdomainArgs extends ArgsOf<typeof fields> {}

const parts = (id: string) => splitId(id, "accountIdentifier", "domainIdentifier", "name");

/** A full name, cut at its domain; undefined where it is no name in that domain. */
function cut(domain: string, shown: string): { readonly below: string; readonly domain: string } | undefined {
  const labels = shown.split(".");
  const depth = labels.length - canonicalHost(domain).split(".").length;
  const rest = labels.slice(depth).join(".");
  return depth > 0 && sameHost(rest, domain) ? { below: labels.slice(0, depth).join("."), domain: rest } : undefined;
}

/** @param asked the domain, as its listing was asked for */
const found = (account: string, asked: string, { uid, name, fullName, target }: z.output<typeof Answer>) => {
  // Whether the provider shows the name below the domain or in full is not documented.
  const shown = name ?? fullName ?? "";
  const below = cut(asked, shown)?.below ?? shown;
  // An id is what the provider shows: programs may write a domain otherwise.
  const domain = cut(asked, fullName ?? "")?.domain ?? asked;
  return {
    id: joinId(account, domain, below),
    inputs: { accountIdentifier: account, domainIdentifier: domain, name: below, target },
    outputs: { uid, fullName },
  };
};

/**
 * Deletes by the one reading of the interface that names the subdomain, and makes sure that it was understood so, also where
 * the answer went lost. One after another in a domain: what another deletion takes away would look like damage.
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
    // A listing can lag behind, and a call for nothing is a call too many under this reading.
    await clock.sleep(listingLag);
    before = await names();
    if (!isThere(before)) return;
  }
  const deletion = client.domains.deleteSubdomain({ ...path, body: [{ name }] });
  await deletion.catch(() => undefined);
  const after = await names().catch((error: unknown) => {
    throw new ProviderError(
      `Whether the provider deleted it, and nothing else, is not known: ${messageOf(error)} ` +
        `Before that, ${path.domainIdentifier} had ${before.join(", ")}: look at the provider.`,
      error,
    );
  });
  const isOthers = (other: string) =>
    ownership.notes.isDeletedElsewhere("subdomain", joinId(path.accountIdentifier, path.domainIdentifier, other));
  const lost = before.filter(
    (other) => !sameHost(other, name) && !after.some((left) => sameHost(left, other)) && !isOthers(other),
  );
  if (lost.length > 0)
    throw new ProviderError(
      `The provider deleted more than the one subdomain: ${lost.join(", ")} of ${path.domainIdentifier} went as well. ` +
        `Stop here, restore them at the provider, and set hosting:subdomainDeletion back to "refuse".`,
    );
  await deletion;
}

interface Creation {
  readonly accountIdentifier: string;
  readonly domainIdentifier: string;
  readonly body: readonly { readonly name: string; readonly target?: string }[];
}

/** The creation, as its errors tell of it: the table itself is loaded with the client only. */
const operation = { id: "createSubdomains", repeat: "ambiguous" } as const satisfies Partial<
  Operations["domains"]["createSubdomains"]
>;

/**
 * Creates one or more. Whether a refusal of several has kept all of them from being made is not documented, nor which of them it
 * is about, so that it leaves open what has happened to each.
 */
async function send({ client }: Context, { body, ...path }: Creation) {
  try {
    return await client.domains.createSubdomains({ ...path, body: [...body] });
  } catch (error) {
    const isRefusal = error instanceof BadRequestError || error instanceof ConflictError;
    if (body.length === 1 || !isRefusal) throw error;
    throw new AnswerError(`${body.length} subdomains were asked for at once, and refused: ${messageOf(error)}`, {
      operation,
      effect: "possible",
    });
  }
}

const domainOf = (id: string): string => joinId(parts(id).accountIdentifier, parts(id).domainIdentifier);

/** Whether its domain is this stack's, and the program has not declared that so far: it is deleted at the end of this run. */
async function isLeftOut({ ownership }: Context, id: string, state: Properties): Promise<boolean> {
  const domain = domainOf(id);
  if (ownership.run.isInUse("domain", domain)) return false;
  const goesWith = deletedWithOf(state);
  if (goesWith !== undefined && !ownership.run.isDeclared("virtualAccount", goesWith)) return true;
  // What cannot be read proves nothing.
  return ownership.holders.isOfThisStack("domain", domain, state).catch(() => false);
}

/** Whether it is proven gone, by itself or with its domain. */
async function isGone(context: Context, id: string, state: Properties): Promise<boolean> {
  if (neverSeen(state)) return false;
  const found = look(ofAnyKind(subdomain), context, id, state);
  return found.then(
    (shown) => shown === undefined,
    () => false,
  );
}

const noCall = "no known call of the interface names the one to delete";

const deleteIt =
  "Delete it at the provider and run again, or take it out of the state with `pulumi state delete <urn>`: it then stays there";

export const subdomain = define({
  kind: "subdomain",
  className: "Subdomain",
  label: kindLabels.subdomain,
  fields,
  outputs,

  identity: {
    title: ({ name, domainIdentifier: domain }) => [name, domain].filter(Boolean).join("."),
    parse: (id) => parts(id),
    scope: ["accountIdentifier", "domainIdentifier"],
    hasNaturalId: true,
    matches: (shown, { name }) => sameHost(shown.inputs.name, name),
    /** Every registration brings a `www` along. */
    takesOver: (shown, { name, target }) => sameHost(name, "www") && (target === undefined || shown.inputs.target === target),
  },

  reading: {
    async list({ client }, { accountIdentifier: account = "", domainIdentifier: domain = "" }) {
      const listed = await client.domains.listSubdomains({ accountIdentifier: account, domainIdentifier: domain });
      return listed.map((each) => found(account, domain, each));
    },
    parentIsGone: (context, id) => domainIsGone(context, domainOf(id)),
  },

  async create(context, { accountIdentifier: account, domainIdentifier: domain, name, target }) {
    const wanted = { body: { name, ...(target === undefined ? {} : { target }) }, leaving: context.leaving };
    const created = await context.batch(`creations in ${account}/${domain}`, wanted, (all) => {
      const onSend = (mayHaveActed: boolean) => {
        for (const { leaving } of all) leaving?.ask(mayHaveActed);
        for (const { leaving } of all) leaving?.tell();
      };
      const body = all.map((each) => each.body);
      return send(
        { ...context, client: context.client.with({ onSend }) },
        { accountIdentifier: account, domainIdentifier: domain, body },
      );
    });
    const named = created.map((each) => found(account, domain, each)).find((each) => sameHost(each.inputs.name, name));
    if (named === undefined)
      throw new AnswerError("The answer does not show the subdomain.", {
        operation,
        effect: "possible",
      });
    return named;
  },

  deletion: {
    async goesWith(context, id, state) {
      const { ownership, settings } = context;
      const around = ownership.run.containers.replacedAround(id);
      if (around !== undefined) return `${around}, which this run replaces`;
      if (settings.subdomainDeletion !== "refuse" || !ownership.run.hasProgram || !(await isLeftOut(context, id, state)))
        return undefined;
      return `domain ${parts(id).domainIdentifier}, which this run deletes or replaces (if that stays at the provider, the subdomain does, too)`;
    },
    refuses: ({ subdomainDeletion }) => (subdomainDeletion === "refuse" ? noCall : undefined),
    async delete(context, id, state) {
      if (context.settings.subdomainDeletion === "body") return deleteByBody(context, id);
      if (await isGone(context, id, state)) return;
      const going =
        deletedWithOf(state) === undefined ? " or declare `deletedWith: domain` where this stack manages its domain;" : "";
      throw new ProviderError(
        `No known call of the interface names the subdomain to delete, so none was sent. Delete it at the provider and run ` +
          `\`pulumi refresh\`;${going} or take it out of the state ` +
          `with \`pulumi state delete <urn>\`; or read in the reference what hosting:subdomainDeletion "body" risks.`,
      );
    },
  },

  replacement: {
    order: "delete-first",
    async refuses({ id, state, news }, context) {
      const { ownership, settings } = context;
      if (settings.subdomainDeletion !== "refuse" || ownership.run.containers.replacedAround(id) !== undefined) return undefined;
      const staysInDomain =
        state["accountIdentifier"] === news["accountIdentifier"] && sameHost(state["domainIdentifier"], news["domainIdentifier"]);
      if (!staysInDomain && (await isLeftOut(context, id, state))) {
        ownership.run.containers.givesUp(domainOf(id), `subdomain ${id}`);
        return undefined;
      }
      if (await isGone(context, id, state)) return undefined;
      const change =
        staysInDomain && sameHost(state["name"], news["name"]) ? "Change it at the provider and run `pulumi refresh`" : deleteIt;
      return (
        `the subdomain would have to be deleted first, as its domain stays, and ${noCall}. ` +
        `${change}, or read in the reference what hosting:subdomainDeletion "body" risks`
      );
    },
  },
});

/**
 * A subdomain. No known call names the one to delete: declare `deletedWith: domain`, or see `hosting:subdomainDeletion`.
 *
 * @remarks The `www` that every registration brings along is taken over where it is as declared, without being asked for.
 * Any change would need the subdomain deleted first: where that is refused and its domain stays, the change fails the preview. Where the
 * same run replaces or removes the domain, or replaces its account, the subdomain goes with it.
 * @id `accountIdentifier/domainIdentifier/name`, such as `p123456/example.de/blog`
 * @key accountIdentifier, domainIdentifier, name
 * @deletion Refused by default, as no known call names the subdomain to delete. With `deletedWith: domain` it goes with its
 * domain, and no call is needed. `hosting:subdomainDeletion` set to `body` takes one reading of the interface to be right: the
 * name is sent in the body, and the subdomains are listed before and after. If that reading is wrong, other subdomains can go
 * as well: the run then stops and names them, but does not bring them back.
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
