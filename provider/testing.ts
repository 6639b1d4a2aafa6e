import type * as pulumi from "@pulumi/pulumi";
import { createHash } from "node:crypto";
import { attempt } from "./journal/journal-storage.js";
import { customerOf, joinId, splitId } from "./values/ids.js";
import type { Kind } from "./values/kinds.js";
import type { Properties } from "./values/properties.js";
import { kindOf } from "./values/reserved-properties.js";

/** An object as the provider would show it. */
interface MockObject {
  readonly id: string;
  /** Its outputs and, of an object that is only read, the arguments that its id tells. */
  readonly shown: Properties;
}

interface Mock {
  /** The id that a new object gets, of the form that the provider's own ids have. */
  idOf(args: Properties, name: string): string;
  /** The outputs of an object, which fit its id. */
  outputs(id: string, name: string): Properties;
  /** The arguments of an object, as far as its id tells them. Default: none. */
  args?(id: string): Properties;
  /** Outputs that the provider shows only at the creation. Default: none. */
  revealed?(name: string): Properties;
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A number that is the same in every run. */
const numberFor = (name: string): number => 100_000 + (parseInt(digest(name).slice(0, 8), 16) % 900_000);

/** A uuid that is the same in every run. */
const uuidFor = (name: string): string => digest(name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");

const time = "2026-01-01T00:00:00Z";

/** A GDPR record shows its identifier, which is also its id. */
const record = (output: string): Mock => ({
  idOf: (_, name) => digest(name).slice(0, 24),
  outputs: (id) => ({ [output]: id, creationDate: time }),
});

/** Settings exist as long as their customer. */
const settings: Mock = {
  idOf: ({ customerNumber }) => joinId(String(customerNumber)),
  outputs: () => ({}),
  args: (id) => ({ customerNumber: customerOf(id) }),
};

const domainParts = (id: string) => splitId(id, "accountIdentifier", "domainIdentifier");
const subdomainParts = (id: string) => splitId(id, "accountIdentifier", "domainIdentifier", "name");
const accountParts = (id: string) => splitId(id, "customerNumber", "name");

const mocked: Readonly<Record<Kind, Mock>> = {
  applicationToken: {
    idOf: (_, name) => uuidFor(name),
    outputs: (uuid) => ({ uuid, crdate: time }),
    revealed: (name) => ({ token: `token-of-${name}` }),
  },
  billingRecipient: settings,
  billingSettings: settings,
  contactPerson: settings,
  contractPartner: settings,
  domain: {
    idOf: ({ accountIdentifier, sld, tld }) => joinId(String(accountIdentifier), `${String(sld)}.${String(tld)}`),
    outputs(id) {
      const { domainIdentifier: fullname } = domainParts(id);
      return { fullname, name: fullname, registryStatus: "ok" };
    },
    args(id) {
      const { accountIdentifier, domainIdentifier } = domainParts(id);
      // A name of several labels is rare, a top-level domain of several, such as co.uk, is not.
      const [sld, ...rest] = domainIdentifier.split(".");
      return { accountIdentifier, sld, tld: rest.join(".") };
    },
  },
  gdprContact: record("contactIdentifier"),
  gdprContract: record("contractIdentifier"),
  gdprContractPreset: record("contractPresetIdentifier"),
  gdprPdf: record("pdfIdentifier"),
  gdprTom: record("tomIdentifier"),
  paymentSettings: settings,
  subdomain: {
    idOf: ({ accountIdentifier, domainIdentifier, name }) =>
      joinId(String(accountIdentifier), String(domainIdentifier), String(name)),
    outputs(id, name) {
      const { domainIdentifier, name: below } = subdomainParts(id);
      return { uid: numberFor(name), fullName: `${below}.${domainIdentifier}` };
    },
    args: subdomainParts,
  },
  virtualAccount: {
    idOf: ({ customerNumber }, name) => joinId(String(customerNumber), `p${numberFor(name)}`),
    outputs(id, resource) {
      const { name } = accountParts(id);
      const [, number] = /^p(\d+)$/.exec(name) ?? [];
      return { uid: number === undefined ? numberFor(resource) : Number(number), name };
    },
    args: (id) => ({ customerNumber: customerOf(accountParts(id).customerNumber) }),
  },
  webhook: {
    idOf: (_, name) => String(numberFor(name)),
    outputs: (uid) => ({ uid }),
  },
};

/**
 * What the provider would show of a resource of this kind; undefined for other kinds.
 *
 * @param read the id of the object, if the program only reads it. A test may invent one of another form, which tells nothing.
 */
function mockObject(kind: string | undefined, args: Properties, name: string, read?: string): MockObject | undefined {
  const mock = (mocked as Readonly<Record<string, Mock | undefined>>)[kind ?? ""];
  if (mock === undefined) return undefined;
  if (read !== undefined)
    return { id: read, shown: attempt(() => ({ ...mock.args?.(read), ...mock.outputs(read, name) })) ?? {} };
  const id = mock.idOf(args, name);
  return { id, shown: { ...mock.outputs(id, name), ...mock.revealed?.(name) } };
}

/**
 * Mocks for unit tests of programs, for `pulumi.runtime.setMocks`. Each resource of this package gets an id of the form that the
 * provider's ids have, and its outputs; both are the same in every run. A resource that is only read (`get`) has outputs that fit its
 * id. Resources of other packages get their inputs as outputs.
 */
export const mocks = (): pulumi.runtime.Mocks => ({
  newResource({ name, inputs, id: given }) {
    const args = inputs as Record<string, unknown>;
    const { id, shown } = mockObject(kindOf(args), args, name, given || undefined) ?? { id: given || `${name}_id`, shown: {} };
    return { id, state: { ...args, ...shown } };
  },
  call: ({ inputs }) => inputs as Record<string, unknown>,
});
