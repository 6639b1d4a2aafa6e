import { contractMonths, openContract } from "../rules/booking.js";
import { renderPdf } from "../rules/pdf.js";
import { hashed, newApplicationSecret } from "../state/credentials.js";
import { present } from "../http/shape.js";
import type { World } from "../state/world.js";
import type { CheckedSeed } from "./schema.js";

/** Where the numbers of new objects start: after those that the seed gives, because two objects of a kind must not have the same. */
export function reserveNumbers(world: World, seed: CheckedSeed): void {
  const numbered = [
    ...(seed.topLevelDomains ?? []),
    ...(seed.contracts ?? []),
    ...(seed.domains ?? []).flatMap(({ subdomains = [] }) => subdomains),
    ...(seed.webhooks ?? []).map(({ id }) => ({ uid: Number(id) })),
  ].flatMap(({ uid }) => (Number.isSafeInteger(uid) ? [uid!] : []));
  for (const uid of numbered) world.skipUid(uid);
  for (const { id } of seed.applicationTokens ?? []) world.skipUuid(id ?? "");
  for (const records of [seed.gdprContacts, seed.gdprToms, seed.gdprContracts, seed.gdprContractPresets, seed.gdprPdfs])
    for (const { id } of records ?? []) world.skipDocumentId(id ?? "");
}

/** Contracts, webhooks, application tokens and data-protection records. */
export function plantRecords(world: World, seed: CheckedSeed): void {
  const { webhooks, applicationTokens } = world.objects;
  for (const { uid, createdAt, billingPeriod = contractMonths, additional = [], ...contract } of seed.contracts ?? [])
    openContract(world, {
      ...present(contract),
      additional,
      billingPeriod,
      created: timeOf(world, createdAt),
      ...(uid === undefined ? {} : { id: String(uid) }),
    });
  for (const { id = String(world.nextUid()), ...webhook } of seed.webhooks ?? [])
    webhooks.insert({ id, eventType: "DOMAIN_REGISTRATION_STATUS", ...present(webhook) });
  for (const {
    id = world.nextUuid(),
    login,
    description,
    secret = newApplicationSecret(),
    createdAt,
  } of seed.applicationTokens ?? [])
    applicationTokens.insert({ id, login, description, secretHash: hashed(secret), created: timeOf(world, createdAt) });
  plantGdpr(world, seed);
}

function plantGdpr(world: World, seed: CheckedSeed): void {
  const { gdprContacts, gdprToms, gdprContracts, gdprContractPresets, gdprPdfs } = world.objects;
  const record = <R extends { readonly id?: string | undefined; readonly createdAt?: string | undefined }>({
    id = world.nextDocumentId(),
    createdAt,
    ...rest
  }: R) => ({ id, created: timeOf(world, createdAt), ...rest });
  for (const contact of seed.gdprContacts ?? []) gdprContacts.insert(present(record(contact)));
  for (const tom of seed.gdprToms ?? []) gdprToms.insert(record(tom));
  for (const { sentAt, remindedAt, confirmedAt, isPartnerContract = false, ...contract } of seed.gdprContracts ?? [])
    gdprContracts.insert(
      present({
        ...record(contract),
        isPartnerContract,
        sent: optionalTime(sentAt),
        reminded: optionalTime(remindedAt),
        confirmed: optionalTime(confirmedAt),
      }),
    );
  for (const preset of seed.gdprContractPresets ?? []) gdprContractPresets.insert(present(record(preset)));
  for (const { content = emptyPdf(), ...pdf } of seed.gdprPdfs ?? []) gdprPdfs.insert({ ...record(pdf), content });
}

const emptyPdf = (): string => Buffer.from(renderPdf("", [])).toString("base64");

const optionalTime = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));

const timeOf = (world: World, text: string | undefined): number => optionalTime(text) ?? world.now();
