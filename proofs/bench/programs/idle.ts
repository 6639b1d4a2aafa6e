import * as pulumi from "@pulumi/pulumi";
import { skipPromiseStacks, withoutFrames } from "../../../provider/pulumi/stack-traces.js";
import { accountPassword, articleNumber, customerNumber, declaration, eventType, tld } from "../mix.js";

/*
 * The cost of dynamic resources in Pulumi itself: the same declarations and dependencies, with a provider that sends, reads and
 * adds nothing.
 */

const providerText = 'exports.handler=()=>({create:async i=>({id:"0",outs:i})})';

class Idle extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs, options?: pulumi.CustomResourceOptions) {
    skipPromiseStacks();
    const withFrames = withoutFrames();
    super("pulumi-nodejs:dynamic:Resource", name, { ...args, __provider: providerText }, options);
    withFrames();
  }
}

const { accounts, domains, subdomains, tokens, webhooks } = declaration();

const madeAccounts = accounts.map(
  ({ virtualName }) =>
    new Idle(virtualName, {
      customerNumber,
      virtualName,
      description: virtualName,
      articleNumber,
      password: pulumi.secret(accountPassword),
    }),
);

const madeDomains = domains.map(({ sld, account }) => new Idle(sld, { accountIdentifier: madeAccounts[account]!.id, sld, tld }));

for (const { name, domain } of subdomains) {
  const deletedWith = madeDomains[domain]!;
  const { id } = deletedWith;
  new Idle(name, { accountIdentifier: id, domainIdentifier: id, name, target: "/html" }, { deletedWith });
}

for (const { description } of tokens) new Idle(description, { description, token: pulumi.secret(description) });

for (const { name, url, secret } of webhooks)
  new Idle(name, { eventType, method: "POST", url, headers: { "X-Key": pulumi.secret(secret) } });
