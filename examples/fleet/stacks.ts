import type { StackSummary, Workspace } from "@pulumi/pulumi/automation";
import { z } from "zod";
import type { Customer } from "./customers.js";

/** A stack in the backend that has no customer. */
export interface StrayStack {
  readonly name: string;
  /** The stack that the customer with this name has now; undefined if there is no such customer. */
  readonly movedTo: string | undefined;
  /** Number of entries in its state, including Pulumi's own; undefined if the backend does not say. */
  readonly entries: number | undefined;
}

/** Pulumi Cloud puts the organization before the name. */
const nameOf = ({ name }: StackSummary): string => name.slice(name.lastIndexOf("/") + 1);

/** The project's stacks that have no customer and are not empty. */
export function strayStacks(summaries: readonly StackSummary[], customers: readonly Customer[]): StrayStack[] {
  const names = new Set(customers.map(({ stack }) => stack));
  return summaries
    .map((summary) => ({ name: nameOf(summary), entries: summary.resourceCount }))
    .filter(({ name, entries }) => !names.has(name) && entries !== 0)
    .map((stray) => ({ ...stray, movedTo: customers.find(({ name }) => name === stray.name)?.stack }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** The stacks in the order in which they were last updated; those that never were come first. Otherwise the order stays. */
export function byAge<Stack extends { readonly name: string }>(
  stacks: readonly Stack[],
  summaries: readonly StackSummary[],
): readonly Stack[] {
  const updated = new Map(summaries.map((summary) => [nameOf(summary), Date.parse(summary.lastUpdate ?? "")]));
  const timeOf = ({ name }: Stack): number => updated.get(name) || 0;
  return [...stacks].sort((one, other) => timeOf(one) - timeOf(other));
}

/** An object that a stack manages. */
export interface Managed {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly isProtected: boolean;
}

export interface Contents {
  readonly objects: readonly Managed[];
  /** Whether a killed run left operations whose result the state does not know. */
  readonly isPending: boolean;
}

const Entry = z.looseObject({
  urn: z.string(),
  type: z.string(),
  custom: z.boolean().default(false),
  external: z.boolean().default(false),
  protect: z.boolean().default(false),
  id: z.string().default(""),
});

const Deployment = z.looseObject({
  resources: z.array(Entry).nullish(),
  pending_operations: z.array(z.unknown()).nullish(),
});

/** The contents of a stack's state. */
export async function contentsOf(workspace: Workspace, name: string): Promise<Contents> {
  const { resources, pending_operations: pending } = Deployment.parse((await workspace.exportStack(name)).deployment);
  return {
    objects: (resources ?? [])
      .filter(({ type, custom, external }) => custom && !external && !type.startsWith("pulumi:"))
      .map(({ urn, type, id, protect }) => ({
        kind: type.slice(type.lastIndexOf(":") + 1),
        name: urn.split("::").slice(3).join("::"),
        id,
        isProtected: protect,
      })),
    isPending: (pending ?? []).length > 0,
  };
}
