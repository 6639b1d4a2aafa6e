import { createHash } from "node:crypto";
import { joinId } from "../values/id.js";
import type { Kind } from "../values/kinds.js";
import type { Properties } from "../values/properties.js";

/** An object as the provider would assign it to a new resource. */
export interface MockObject {
  readonly id: string;
  readonly outputs: Properties;
}

type Maker = (args: Properties, name: string) => MockObject;

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A number that is the same in every run. */
const numberFor = (name: string): number => 100_000 + (parseInt(digest(name).slice(0, 8), 16) % 900_000);

/** A uuid that is the same in every run. */
const uuidFor = (name: string): string => digest(name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");

const time = "2026-01-01T00:00:00Z";

/** A GDPR record shows its identifier, which is also its id. */
const record =
  (output: string): Maker =>
  (_, name) => {
    const id = digest(name).slice(0, 24);
    return { id, outputs: { [output]: id, creationDate: time } };
  };

/** Settings exist as long as their customer. */
const settings: Maker = ({ customerNumber }) => ({ id: joinId(String(customerNumber)), outputs: {} });

/** Ids have the form that the provider's own have, so that outputs derived from them fit. */
const makers: Readonly<Record<Kind, Maker>> = {
  applicationToken: (_, name) => {
    const uuid = uuidFor(name);
    return { id: uuid, outputs: { uuid, token: `token-of-${name}`, crdate: time } };
  },
  billingRecipient: settings,
  billingSettings: settings,
  contactPerson: settings,
  contractPartner: settings,
  domain: ({ accountIdentifier, sld, tld }) => {
    const fullname = `${String(sld)}.${String(tld)}`;
    return { id: joinId(String(accountIdentifier), fullname), outputs: { fullname, name: fullname, registryStatus: "ok" } };
  },
  gdprContact: record("contactIdentifier"),
  gdprContract: record("contractIdentifier"),
  gdprContractPreset: record("contractPresetIdentifier"),
  gdprPdf: record("pdfIdentifier"),
  gdprTom: record("tomIdentifier"),
  paymentSettings: settings,
  subdomain: ({ accountIdentifier, domainIdentifier, name: below }, name) => ({
    id: joinId(String(accountIdentifier), String(domainIdentifier), String(below)),
    outputs: { uid: numberFor(name), fullName: `${String(below)}.${String(domainIdentifier)}` },
  }),
  virtualAccount: ({ customerNumber }, name) => {
    const uid = numberFor(name);
    return { id: joinId(String(customerNumber), `p${uid}`), outputs: { uid, name: `p${uid}` } };
  },
  webhook: (_, name) => {
    const uid = String(numberFor(name));
    return { id: uid, outputs: { uid } };
  },
};

/** What the provider would assign to a resource of this kind; undefined for other kinds. */
export const mockObject = (kind: string | undefined, args: Properties, name: string): MockObject | undefined =>
  (makers as Readonly<Record<string, Maker | undefined>>)[kind ?? ""]?.(args, name);
