import type { Stack } from "./types.js";

const rootType = "pulumi:pulumi:Stack";
export const providerType = "pulumi:providers:pulumi-nodejs";

export const typeOf = ({ module }: Stack, kind: string): string => `pulumi-nodejs:dynamic/${module}:${kind}`;

/** The types of its parents and its own. */
const qualifiedType = (urn: string): string => urn.split("::")[2] ?? "";
export const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");
const ownType = (urn: string): string => qualifiedType(urn).split("$").at(-1) ?? "";

export const isRoot = (urn: string): boolean => qualifiedType(urn) === rootType;
export const isProvider = (urn: string): boolean => ownType(urn).startsWith("pulumi:providers:");

export function urnOf({ project, stack }: Stack, parent: string, type: string, name: string): string {
  const types = parent === "" || isRoot(parent) ? type : `${qualifiedType(parent)}$${type}`;
  return `urn:pulumi:${stack}::${project}::${types}::${name}`;
}

export const rootUrn = (stack: Stack): string => urnOf(stack, "", rootType, `${stack.project}-${stack.stack}`);
export const defaultProviderUrn = (stack: Stack): string => urnOf(stack, "", providerType, "default");
export const rootStackType = rootType;

/** The URN of a resource that moves because its parent has a new one. */
export const below = (stack: Stack, parent: string, urn: string): string => urnOf(stack, parent, ownType(urn), nameOf(urn));

/** How a resource refers to its provider. */
export const referenceTo = (urn: string, id: string): string => `${urn}::${id}`;
export const urnOfReference = (reference: string): string => reference.split("::").slice(0, -1).join("::");
