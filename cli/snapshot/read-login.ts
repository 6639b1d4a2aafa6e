import type { Client } from "../../sdk/client.js";
import { gdprIdentifier } from "../../sdk/models/gdpr.js";
import { webhookMethods } from "../../sdk/models/webhooks.js";
import { isObject } from "../shared/is-object.js";
import type { Attempts } from "../stack/attempts.js";
import { filled, type gdprRecords, isoTime, type Part } from "./seed-parts.js";

/** What a login shows that belongs to no customer it manages. */
export type OfLogin = {
  readonly [N in "webhooks" | "applicationTokens" | (typeof gdprRecords)[number]]: readonly Part<N>[];
};

/**
 * Webhooks, application tokens and data-protection records of a login.
 *
 * @param login its name in the copy
 * @param owner its customer
 */
export async function readLogin(client: Client, login: string, owner: number, attempts: Attempts): Promise<OfLogin> {
  const { gdpr, webhooks, authentication } = client;
  return {
    webhooks: (await attempts.all("webhooks", () => webhooks.list())).flatMap(({ uid, method, url, headers, parameters }) => {
      const known = webhookMethods.find((each) => each === method);
      return known === undefined || !URL.canParse(url)
        ? []
        : [
            {
              login,
              method: known,
              url,
              ...filled({ id: uid, headers: textsOf(headers), parameters: parameters && filled(parameters) }),
            },
          ];
    }),
    applicationTokens: (await attempts.all("application tokens", () => authentication.listTokens())).map(
      ({ uuid, description = "", crdate }) => ({ id: uuid, login, description, ...filled({ createdAt: isoTime(crdate) }) }),
    ),
    gdprContacts: (await attempts.all("GDPR contacts", () => gdpr.listContacts())).map((contact) => {
      const { name, street, houseNumber, zipCode, city, mail, type } = contact;
      const address = { name, street, houseNumber, zipCode, city, mail };
      return { ...recordOf(contact, owner), ...unknownIfEmpty(address), ...filled({ type }) };
    }),
    gdprToms: (await attempts.all("GDPR measures", () => gdpr.listToms())).map((tom) => ({
      ...recordOf(tom, owner),
      content: tom.content || unknown,
    })),
    gdprContracts: (await attempts.all("GDPR contracts", () => gdpr.listContracts())).map((contract) => ({
      ...recordOf(contract, owner),
      html: contract.html || unknown,
      tom: referenced(contract.tom),
      client: referenced(contract.client),
      recipient: referenced(contract.recipient),
      ...filled({
        isPartnerContract: contract.isPartnerContract,
        sentAt: isoTime(contract.sentDate),
        remindedAt: isoTime(contract.reminderSentDate),
        confirmedAt: isoTime(contract.confirmationDate),
        signer: contract.contractSigner,
      }),
    })),
    gdprContractPresets: (await attempts.all("GDPR contract presets", () => gdpr.listContractPresets())).map((preset) => ({
      ...recordOf(preset, owner),
      name: preset.name || unknown,
      ...filled({ description: preset.description, config: isObject(preset.config) ? preset.config : undefined }),
    })),
    gdprPdfs: (await attempts.all("GDPR PDFs", () => gdpr.listPdfs())).map((pdf) => ({
      ...recordOf(pdf, owner),
      name: pdf.name || unknown,
    })),
  };
}

/** In place of what the API does not show. */
const unknown = "unknown";

type Record = Parameters<typeof gdprIdentifier>[0] & { readonly creationDate?: string | undefined };

const recordOf = (record: Record, owner: number) => ({
  owner,
  ...filled({ id: gdprIdentifier(record), createdAt: isoTime(record.creationDate) }),
});

const referenced = (record: string | Parameters<typeof gdprIdentifier>[0] | undefined): string =>
  (typeof record === "string" ? record : record && gdprIdentifier(record)) || unknown;

const unknownIfEmpty = <T extends Readonly<{ [name: string]: string }>>(texts: T): T =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text || unknown])) as T;

const textsOf = (headers: unknown): { [name: string]: string } | undefined =>
  isObject(headers)
    ? Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string"))
    : undefined;
