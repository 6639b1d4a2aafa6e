import type { ResourceValidationArgs } from "@pulumi/policy";
import { classNameOf } from "../values/reserved-properties.js";

/** What a policy gets of a resource. Its secrets are plain text, so no message may repeat a property. */
export type Shown = Pick<ResourceValidationArgs, "type" | "props">;

/** Whether a resource is of the kind of a definition. */
export const isOf = ({ type }: Shown, { className }: { readonly className: string }): boolean => classNameOf(type) === className;

/** A property; undefined if it is absent or not known yet, in which case reading it throws. */
export function known({ props }: Shown, name: string): unknown {
  try {
    return props[name];
  } catch {
    return undefined;
  }
}
