/** What the template of the Pulumi CLI for TypeScript programs sets. */
export const templateOptions = {
  strict: true,
  outDir: "bin",
  target: "es2020",
  module: "commonjs",
  moduleResolution: "node",
  sourceMap: true,
  experimentalDecorators: true,
  pretty: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
};

/** Only compiled: a program that uses every entry, correctly and incorrectly. */
export const typedProgram = `
import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";
import * as sdk from "pulumi-hosting/sdk";
import { webhooks } from "pulumi-hosting/sdk/areas";
import * as sandbox from "pulumi-hosting/sandbox";
import { hostingPolicies, type HostingPolicyOptions } from "pulumi-hosting/policy";
import { mocks } from "pulumi-hosting/testing";

export type Handlers = typeof import("pulumi-hosting/provider");

const args: hosting.VirtualAccountArgs = {
  customerNumber: 100001,
  virtualName: pulumi.output("shop-web"),
  description: "Web shop",
  articleNumber: 1101,
  password: pulumi.secret("password"),
};
const account = new hosting.VirtualAccount("shop", args);
export const uid: pulumi.Output<number | undefined> = account.uid;
export const domains: pulumi.Output<sdk.Domain[]> = hosting.listDomainsOutput({ accountIdentifier: account.accountIdentifier });
export const input: sdk.InputOf<typeof sdk.operations.webhooks.delete> = { webhookIdentifier: "a" };
export const start = (): Promise<sandbox.Sandbox> => sandbox.startSandbox({ port: 0 });
export const webhook = (client: sdk.Client): Promise<sdk.Webhook> => client.webhooks.get(input);
export const entries = [mocks(), hostingPolicies()];
const client = sdk.createClientOf({ webhooks }, { baseUrl: "https://api.example", credentials: { accessToken: "a-token" } });
export const urls = client.with({}).webhooks.list().then((found) => found.map(({ url }): string => url));

// @ts-expect-error A customer has a number.
export const wrongArgs: hosting.VirtualAccountArgs = { ...args, customerNumber: "100001" };
// @ts-expect-error A port is a number.
export const wrongStart = () => sandbox.startSandbox({ port: "any" });
// @ts-expect-error A webhook is named by a text.
export const wrongCall = (client: sdk.Client) => client.webhooks.get({ webhookIdentifier: 1 });
// @ts-expect-error There is nothing to pass.
export const wrongInput = (client: sdk.Client) => client.webhooks.list({ limit: 5 });
// @ts-expect-error The webhook must be named.
export const unnamed = (client: sdk.Client) => client.webhooks.get();
// @ts-expect-error This list comes in one answer.
export const unpaged = (client: sdk.Client) => client.webhooks.list.each;
// @ts-expect-error The client has one area.
export const missing = client.domains;
// @ts-expect-error An area has its own name.
export const misnamed = sdk.createClientOf({ domains: webhooks }, { baseUrl: "", credentials: { accessToken: "" } });
// @ts-expect-error A rotation needs a number of days.
export const wrongOptions: HostingPolicyOptions = { tokensAreRotated: {} };
`;
