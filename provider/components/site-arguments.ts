import * as pulumi from "@pulumi/pulumi";
import { inLine } from "../../sdk/redaction/text.js";
import { unknownName } from "../../sdk/values/suggest.js";
import { isAbsent } from "../values/equality.js";
import type { Properties } from "../values/properties.js";

/**
 * What would keep a site from declaring its resources. Whatever a resource checks by itself is left to it, so that all mistakes are shown
 * together.
 */

const known = ["account", "domain", "subdomains", "contract", "adopt"];

const isWholeValue = (value: unknown): boolean =>
  typeof value === "string" || value instanceof Promise || pulumi.Output.isInstance(value);

/** A plain object whose members are known at once. */
const isMap = (value: unknown): value is Properties =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isWholeValue(value);

/** Members that name a resource, so that they must be plain values. */
const naming = (path: string, value: Properties, types: Readonly<Record<string, "string" | "number">>): string[] =>
  Object.entries(types)
    .filter(([name, type]) => typeof value[name] !== type || value[name] === "")
    .map(([name, type]) => `${path}.${name}: must be a ${type}, and not an output, because it names the resource`);

function accountProblems(account: unknown): string[] {
  if (isAbsent(account) || account === "") return ["account: required, but missing"];
  if (isWholeValue(account)) return [];
  return isMap(account)
    ? naming("account", account, { customerNumber: "number", virtualName: "string" })
    : ["account: must be the name of an account, or the arguments of one to order"];
}

function domainProblems(domain: unknown): string[] {
  if (isAbsent(domain)) return ["domain: required, but missing"];
  return isMap(domain)
    ? naming("domain", domain, { sld: "string", tld: "string" })
    : ["domain: must be an object with `sld` and `tld`"];
}

function subdomainProblems(subdomains: unknown): string[] {
  if (isAbsent(subdomains)) return [];
  if (!isMap(subdomains))
    return ['subdomains: must be an object with the arguments of each subdomain, such as `{ blog: { target: "/blog" } }`'];
  return Object.entries(subdomains)
    .filter(([, each]) => !isMap(each))
    .map(([name]) => `subdomains.${inLine(name)}: must be an object, such as \`{}\` or \`{ target: "/blog" }\``);
}

/** Problems of a site's arguments, each beginning with the path of the argument. */
export function siteProblems(args: unknown): string[] {
  if (!isMap(args)) return ["the arguments must be an object with `account` and `domain`"];
  const { account, domain, subdomains, contract } = args;
  return [
    ...Object.keys(args)
      .filter((name) => !known.includes(name))
      .map((name) => `${inLine(name)}: ${unknownName("argument", name, known)}`),
    ...accountProblems(account),
    ...domainProblems(domain),
    ...subdomainProblems(subdomains),
    ...(isAbsent(contract) || isMap(contract) ? [] : ["contract: must be an object with the arguments of the contract"]),
  ];
}
