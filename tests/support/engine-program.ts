import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import type { ProgramSpec, ResourceSpec } from "./engine.js";

/** The Pulumi program of the engine tests: it declares the contents of `program.json` next to it. */

type Constructor = new (name: string, args: unknown, options?: pulumi.CustomResourceOptions) => pulumi.CustomResource;
type Lookup = { get(name: string, id: string, options?: pulumi.CustomResourceOptions): pulumi.CustomResource };

// By the package's name, as in a user's program: the compiled tests find it like any other dependency.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const hosting = require("pulumi-hosting") as Record<string, Constructor & Lookup>;

const spec = JSON.parse(readFileSync("program.json", "utf8")) as ProgramSpec;
const made: Record<string, pulumi.Resource> = {};

/**
 * `{ $of: [resource, output] }` is that output, `{ $from: [resource, output], $gives: value }` what a program makes of it,
 * `{ $output: value }` any other output, `{ $secret: value }` a secret, `{ $plain: value }` that value as no secret.
 */
function resolve(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(resolve);
  if ("$of" in value) {
    const [name, output] = value.$of as [string, string];
    return (made[name] as unknown as Record<string, unknown>)[output];
  }
  if ("$from" in value && "$gives" in value)
    return (resolve({ $of: value.$from }) as pulumi.Output<unknown>).apply(() => value.$gives);
  if ("$output" in value) return pulumi.output(value.$output);
  if ("$plain" in value) return pulumi.unsecret(pulumi.output(resolve(value.$plain)));
  if ("$secret" in value) return pulumi.secret(value.$secret);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
}

const references = ["provider", "deletedWith", "dependsOn", "parent"] as const;

const madeOf = (names: string | readonly string[]) => (typeof names === "string" ? made[names] : names.map((name) => made[name]));

/** `null` stands for `undefined`, which JSON does not have. */
function optionsOf({ options = {} }: ResourceSpec): pulumi.CustomResourceOptions {
  const resolved = Object.entries(options).map(([key, value]) => [
    key,
    (references as readonly string[]).includes(key) ? madeOf(value as string | readonly string[]) : (value ?? undefined),
  ]);
  return Object.fromEntries(resolved) as pulumi.CustomResourceOptions;
}

function declare(resource: ResourceSpec): void {
  if (resource.type === "Component") {
    made[resource.name] = new pulumi.ComponentResource("test:index:Component", resource.name, {}, optionsOf(resource));
    return;
  }
  const type = hosting[resource.type];
  if (type === undefined) throw new Error(`no class ${resource.type}`);
  made[resource.as ?? resource.name] =
    resource.get === undefined
      ? new type(resource.name, resolve(resource.args), optionsOf(resource))
      : type.get(resource.name, resource.get, optionsOf(resource));
}

for (const resource of spec.resources) {
  const { when } = resource;
  if (when === undefined || when === (pulumi.runtime.isDryRun() ? "preview" : "run")) declare(resource);
  else if (typeof when === "object") (resolve({ $of: when }) as pulumi.Output<unknown>).apply(() => declare(resource));
}

module.exports = resolve(spec.outputs ?? {});
