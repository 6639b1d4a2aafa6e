import { z } from "zod";
import { customerNumber, text, time, uid } from "../state/collections.js";

export const contracts = z.array(
  z.strictObject({
    uid: uid.optional(),
    customerNumber,
    articleNumber: z.int(),
    account: text.optional(),
    /** Articles booked with it. */
    additional: z.array(z.int()).optional(),
    createdAt: time.optional(),
    /** In months. */
    billingPeriod: z.int().positive().optional(),
  }),
);

/** What every data-protection record has. */
export const gdprRecord = z.strictObject({
  id: text.optional(),
  /** Customer of the login that shows it. */
  owner: customerNumber,
  createdAt: time.optional(),
});

export const gdprContracts = z.array(
  gdprRecord.extend({
    html: text,
    /** Ids of records of the seed. */
    tom: text,
    client: text,
    recipient: text,
    isPartnerContract: z.boolean().optional(),
    sentAt: time.optional(),
    remindedAt: time.optional(),
    confirmedAt: time.optional(),
    signer: text.optional(),
  }),
);

export const gdprPresets = z.array(
  gdprRecord.extend({
    name: text,
    description: z.string().optional(),
    config: z.record(z.string(), z.unknown()).optional(),
  }),
);

export const gdprPdfs = z.array(
  gdprRecord.extend({
    name: text,
    /** In Base64. Default: an empty page. */
    content: z.base64().optional(),
  }),
);
