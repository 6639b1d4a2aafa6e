import type { Readings, Sandbox } from "../../sandbox/index.js";
import type { ProgramSpec, ResourceSpec } from "../support/engine.js";
import { at, readRecorded, releases } from "./format.js";

/** Readings of the API under which most is stored: rewritten texts, a password that the provider chose. */
export const readings: Partial<Readings> = {
  html: "reserialised",
  virtualAccountPassword: "generated",
  internationalNames: "unicode",
  subdomainTarget: "root",
  emptyMembers: "object",
};

/** Values that must appear in plain text in no state. */
export const planted = {
  header: "recorded-header-value",
  parameter: "recorded-parameter-value",
  account: "recorded-account-password",
  authcode: "recorded-authcode",
  iban: "DE02120300000000202051",
  second: "agency-password",
} as const;

/** What leaves something in the state that the program of the latest release does not. */
const added: readonly ResourceSpec[] = [];

/** Each kind of resource in each form that leaves something different in the state. */
export function everything({ url, control }: Sandbox): ProgramSpec {
  const adopted = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "GET", url: "https://agency.example/adopted" };
  control.store.webhooks.insert({ id: "900", login: "reseller", ...adopted });
  const { program } = at(url, readRecorded(releases().at(-1)!));
  return { ...program, resources: [...program.resources, ...added] };
}
