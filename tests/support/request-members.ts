import fc from "fast-check";

const articleReference = fc.record({ articleNumber: fc.integer() });
const countries = fc.constantFrom("DE", "AT", "gb");

/** Stricter rules for requests than in the collected schemas, by `Schema.member`; undefined for one that must not be sent. */
export const requestMembers: Readonly<Record<string, fc.Arbitrary<unknown> | undefined>> = {
  "*.limit": fc.integer({ min: 1 }),
  "*.offset": fc.nat(),
  "*.country": countries,
  "VirtualAccountInput.article": articleReference,
  "PromotionCodeValidationRequest.articles": fc.array(articleReference),
  "DomainNameTransfer.authInfoProcedure": fc.constantFrom(1, 2),
  "UploadGDPRPDFRequest.pdf": fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("base64")),
  "GDPRContractPreset.creationDate": undefined,
  "GDPRContact.creationDate": undefined,
  "GDPRTom.creationDate": undefined,
  "Webhook.headers": fc.dictionary(
    fc.stringMatching(/^X-[a-z]{1,8}$/),
    fc.string().map((text) => text.trim()),
  ),
};
