/* Written by `npm run generate` from provider/resources/. */
import { applicationToken } from "./applicationToken.js";
import { billingRecipient } from "./billingRecipient.js";
import { billingSettings } from "./billingSettings.js";
import { contactPerson } from "./contactPerson.js";
import { contractPartner } from "./contractPartner.js";
import { domain } from "./domain.js";
import { gdprContact } from "./gdprContact.js";
import { gdprContract } from "./gdprContract.js";
import { gdprContractPreset } from "./gdprContractPreset.js";
import { gdprPdf } from "./gdprPdf.js";
import { gdprTom } from "./gdprTom.js";
import { paymentSettings } from "./paymentSettings.js";
import { subdomain } from "./subdomain.js";
import { virtualAccount } from "./virtualAccount.js";
import { webhook } from "./webhook.js";

/** The specimen of each kind. */
export const byKind = { applicationToken, billingRecipient, billingSettings, contactPerson, contractPartner, domain, gdprContact, gdprContract, gdprContractPreset, gdprPdf, gdprTom, paymentSettings, subdomain, virtualAccount, webhook };
