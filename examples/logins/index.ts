import * as hosting from "pulumi-hosting";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();
const baseUrl = config.require("baseUrl");

const webhook = (name: string, options?: pulumi.CustomResourceOptions) =>
  new hosting.Webhook(
    name,
    { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: `https://agency.example/hooks/${name}` },
    options,
  );

// The login of the environment, without an option.
webhook("own");
const token = new hosting.ApplicationToken("deployment", {
  description: "Deployments of the shop",
  triggers: [config.require("tokenPeriod")],
});

// The account of the default login, with the token.
const deployment = new hosting.Provider("deployment", { baseUrl, username: token.uuid, password: token.token });
webhook("shop", { provider: deployment });

// Another account, with a login of its own.
const branch = new hosting.Provider("branch", {
  baseUrl,
  username: config.require("branchUsername"),
  password: config.requireSecret("branchPassword"),
});
webhook("branch", { provider: branch });

export const customerOfBranch = hosting.getCurrentCustomerOutput({}, { provider: branch }).customerNumber;
