import type { Stack } from "./types.js";

export const rootStackType = "pulumi:pulumi:Stack";
export const providerType = "pulumi:providers:pulumi-nodejs";

export const typeOf = ({ module }: Stack, kind: string): string => `pulumi-nodejs:dynamic/${module}:${kind}`;

export const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");
export const isProvider = (urn: string): boolean => urn.split("::")[2]?.startsWith("pulumi:providers:") === true;

export const urnOf = ({ project, stack }: Stack, type: string, name: string): string =>
  `urn:pulumi:${stack}::${project}::${type}::${name}`;

export const rootUrn = (stack: Stack): string => urnOf(stack, rootStackType, `${stack.project}-${stack.stack}`);
export const defaultProviderUrn = (stack: Stack): string => urnOf(stack, providerType, "default");

/** How a resource refers to its provider. */
export const referenceTo = (urn: string, id: string): string => `${urn}::${id}`;
export const urnOfReference = (reference: string): string => reference.split("::").slice(0, -1).join("::");
