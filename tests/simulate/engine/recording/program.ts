import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { Declared, Program, Properties } from "../types.js";

/** The Pulumi program of the recordings: it declares what `program.json` says. */

const text = `exports.handler=()=>require(${JSON.stringify(join(__dirname, "provider.js"))}).handler()`;

class Thing extends pulumi.CustomResource {
  constructor(name: string, args: Properties, options: pulumi.CustomResourceOptions) {
    super("pulumi-nodejs:dynamic/recorder:Thing", name, { serial: undefined, ...args, __provider: text }, options);
  }
}

class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: Properties) {
    super("pulumi-nodejs", name, { "recorder:name": name, ...args });
  }
}

const made: Record<string, pulumi.Resource> = {};

function resolve(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(resolve);
  if ("$of" in value) {
    const [name, output] = value.$of as [string, string];
    return (made[name] as unknown as Properties)[output];
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
}

const referenced = (names: string | readonly string[]): unknown =>
  typeof names === "string" ? made[names] : names.map((name) => made[name]);

const parentOf = (parent: string | null): pulumi.Resource | string =>
  parent === null ? pulumi.rootStackResource : (made[parent] ?? parent);

function optionsOf({ options = {}, get }: Declared): pulumi.CustomResourceOptions {
  const references = ["parent", "dependsOn", "provider", "deletedWith", "replaceWith"];
  const resolved = Object.entries(options).map(([key, value]: [string, unknown]) => [
    key,
    references.includes(key) ? referenced(value as string | string[]) : value,
  ]);
  const { aliases, ...rest } = Object.fromEntries(resolved) as Record<string, unknown>;
  const given = (options.aliases ?? []).map(({ parent, ...alias }) => ({
    ...alias,
    ...(parent === undefined ? {} : { parent: parentOf(parent) }),
  }));
  return { ...rest, ...(aliases === undefined ? {} : { aliases: given }), ...(get === undefined ? {} : { id: get }) };
}

const { resources } = JSON.parse(readFileSync("program.json", "utf8")) as Program;
for (const resource of resources)
  made[resource.as ?? resource.name] =
    "provider" in resource
      ? new Provider(resource.name, resource.args ?? {})
      : new Thing(resource.name, resolve({ label: resource.name, ...resource.args }) as Properties, optionsOf(resource));
