import { resolve } from "node:path";
import * as hosting from "pulumi-hosting";
import * as pulumi from "@pulumi/pulumi";

/** What all sites have in common, from the stack's configuration. */
export interface Settings {
  readonly customersFile: string;
  /** Article that new accounts are ordered as. */
  readonly articleNumber: number;
  /** Identifier of the agency's GDPR contact. */
  readonly agency: pulumi.Output<string>;
  /** Identifier of the agency's technical and organisational measures. */
  readonly measures: pulumi.Output<string>;
  /** Password for the new account of a customer. */
  passwordOf(customer: string): pulumi.Output<string>;
}

export function readSettings(): Settings {
  const config = new pulumi.Config();
  const passwords = config.requireSecretObject<Readonly<Record<string, string>>>("accountPasswords");
  return {
    customersFile: resolve(__dirname, config.require("customersFile")),
    articleNumber: config.requireNumber("articleNumber"),
    agency: hosting.findGdprContactOutput({ name: config.require("agency") }).identifier,
    measures: hosting.findGdprTomOutput({ contains: config.require("measures") }).identifier,
    passwordOf: (customer) =>
      passwords.apply(({ [customer]: password }) => {
        if (password !== undefined) return password;
        const path = `accountPasswords.${customer}`;
        throw new pulumi.RunError(`${path} is missing: \`pulumi config set --secret --path ${path}\``);
      }),
  };
}
