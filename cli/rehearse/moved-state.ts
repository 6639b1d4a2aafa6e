import { ownerOf, ownerText } from "../../provider/ownership/identity.js";
import { ownerKey } from "../../provider/values/reserved-properties.js";
import { classOf, type Deployment, type StoredResource } from "../stack/deployment.js";

export interface Moved {
  /** Base address of the sandbox. */
  readonly address: string;
  /** Name of the login in the sandbox for a resource, or undefined if it has none. */
  readonly loginOf: (resource: StoredResource) => string | undefined;
  /** What encrypts the secrets of the new stack. */
  readonly secretsProviders: unknown;
}

/**
 * The state with all objects in the sandbox instead of at the provider, for another stack. Operations that a run has left pending are not
 * in it.
 */
export function movedState(deployment: Deployment, { address, loginOf, secretsProviders }: Moved): Deployment {
  const moved = (resource: StoredResource): StoredResource => {
    const owner = classOf(resource) === undefined ? undefined : ownerOf(resource.outputs ?? {});
    if (owner === undefined) return resource;
    const text = ownerText({ entry: owner.entry, address, login: loginOf(resource) ?? owner.login });
    return { ...resource, outputs: { ...resource.outputs, [ownerKey]: text } };
  };
  const { pending_operations: _, resources, ...rest } = deployment;
  const state = { ...rest, secrets_providers: secretsProviders };
  return resources == null ? state : { ...state, resources: resources.map(moved) };
}
