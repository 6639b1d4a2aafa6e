import * as z from "zod";
import { fieldsQuery, pageQuery, wholeNumber } from "./common.js";
import { answer, list, optional, request, secret } from "./schema.js";

/** Reference to an article in a request. The provider determines everything else about it. */
export const ArticleReference = request({
  articleNumber: z.int().describe("Number of the article."),
});

const optionalAnswer = <S extends z.ZodRawShape>(shape: S) => optional(answer(shape));
const count = optional(wholeNumber);
const flag = optional(z.boolean());

const Amount = answer({
  currency: optional(z.string()).describe("Currency."),
  net: optional(z.number()).describe("Net amount."),
  setupFee: optional(z.number()).describe("Net amount due once."),
  vat: optional(z.number()).describe("Value-added tax."),
});

export const Price = answer({ default: optional(Amount).describe("Price in the default currency.") });

const Duration = optionalAnswer({ key: optional(z.string()), value: optional(z.string()) });

/**
 * What an article includes: counts, sizes and flags.
 *
 * @public a component of the OpenAPI document
 */
export const ArticleBenefits = answer({
  database: optionalAnswer({
    mysql: optional(z.union([wholeNumber, answer({ externalAccess: flag, max: count })]).meta({ likeliest: 1 })),
  }).describe("Databases."),
  designSwitcher: optionalAnswer({ active: flag }),
  dnsEditor: optionalAnswer({
    active: flag,
    editorA: flag,
    editorCNAME: flag,
    editorMX: flag,
    editorSRV: flag,
    editorTXT: flag,
  }).describe("Which DNS records may be edited."),
  domain: optionalAnswer({ active: flag, inclusive: count, max: count }).describe("Domains, and how many are included."),
  firewallPlus: optionalAnswer({ active: flag }),
  mailAddress: optionalAnswer({ max: count, maxAutoResponder: count }).describe("Mail addresses."),
  mailBox: optionalAnswer({ max: count, maxSize: count, spamDefender: optionalAnswer({ key: count }) }).describe("Mailboxes."),
  monitoringPlus: optionalAnswer({ active: flag }),
  server: optionalAnswer({
    backup: optionalAnswer({ backupRange: count }),
    cronJob: optionalAnswer({ customInterval: flag, max: count, minInterval: count }),
    ftpUser: optionalAnswer({ max: count }),
    hardware: optionalAnswer({
      maxExecutionTime: count,
      maxWebspace: count,
      memoryLimit: count,
      vCpuCores: count,
      vCpuUnits: count,
      vMaxMemory: count,
      vMaxTraffic: count,
    }),
    ip: optionalAnswer({ inclusive: count }),
    ssh: optionalAnswer({ active: flag }),
    ssl: optionalAnswer({ inclusive: count }),
  }).describe("The server and its limits."),
  snapshot: optionalAnswer({ max: count }),
  subdomain: optionalAnswer({ max: count }).describe("Subdomains."),
  template: optionalAnswer({ max: count }),
  versionManager: optionalAnswer({ active: flag }),
  webFtp: optionalAnswer({ active: flag }),
  webMail: optionalAnswer({ active: flag }),
});

/** Members of an article; an item of a cart has them too. */
export const articleShape = {
  articleNumber: optional(wholeNumber).describe("Number of the article."),
  articleGroups: optional(list(answer({ href: optional(z.string()), title: optional(z.string()) }))).describe(
    "Groups that the article belongs to.",
  ),
  benefits: optional(ArticleBenefits).describe("What the article includes."),
  billing: optionalAnswer({
    allowDurationModification: flag.describe("Whether the billing period may be chosen."),
    billingPeriod: count.describe("Length of the billing period, in `unit`."),
    unit: Duration,
  }).describe("How often the article is billed."),
  commission: optional(Price).describe("What a partner earns."),
  configurationData: optionalAnswer({
    limits: optionalAnswer({ max_cores: count, max_documents: count, memory: count }),
  }).describe("Limits of what is ordered."),
  contract: optionalAnswer({
    contractDuration: count.describe("Duration of the contract, in `unit`."),
    unit: Duration,
  }).describe("Minimum duration of the contract."),
  crossSellingArticles: optional(list(answer({ articleNumber: count, href: optional(z.string()), sorting: count }))).describe(
    "Articles that go with this one.",
  ),
  description: optional(
    z.union([z.string(), answer({ title: optional(z.string()), text: optional(z.string()) })]).meta({ likeliest: 0 }),
  ).describe("Description; a text, or a title and a text."),
  isOrderable: flag.describe("Whether the article can be ordered."),
  price: optional(z.union([Price, z.string()]).meta({ likeliest: 0 })).describe("Price."),
};

/** An article that can be chosen together with another. */
export interface ArticleOption {
  default?: boolean | undefined;
  price?: z.output<typeof Price> | undefined;
  article?: Article | undefined;
}

export type Article = z.output<z.ZodObject<typeof articleShape>> & {
  articleOptions?: { mainCategory?: { subCategory?: ArticleOption[] | undefined } | undefined } | undefined;
};

export const ArticleOption: z.ZodType<ArticleOption> = answer({
  default: flag.describe("Whether the article is preselected."),
  price: optional(Price).describe("Price of the article in this combination."),
  article: optional(z.lazy((): z.ZodType<Article> => Article)).describe("The article."),
});

export const articleOptions = optionalAnswer({
  mainCategory: optionalAnswer({ subCategory: optional(list(ArticleOption)) }),
}).describe("Articles that can be chosen together with this one, by category.");

/** An article of the catalogue. If `fields` is given, it has only those members. */
export const Article: z.ZodType<Article> = answer({ ...articleShape, articleOptions });

export const ArticlesQuery = request({
  fields: fieldsQuery,
  ...pageQuery,
  articles: z.string().optional().describe("Only the articles with these numbers, separated by commas."),
});

export const ArticleQuery = request({ fields: fieldsQuery });

export const ArticleUpgradeOption = answer({
  targetArticleNumber: optional(wholeNumber).describe("Article to which the current one can be changed."),
  toolboxProRequired: optional(z.boolean()),
  description: optional(z.string()).describe("Description."),
});

export const PromotionCodeValidationRequest = request({
  articles: z.array(ArticleReference).optional().describe("Articles that the code will be used for."),
  monthly: z.boolean().optional().describe("Whether they will be billed monthly."),
});

export const GuestOperatingSystem = answer({
  name: optional(z.string()).describe("Name."),
  identifier: optional(z.string()).describe("Identifier; what `os` of a cart takes."),
  pleskRequired: optional(z.boolean()).describe("Whether it is only available with Plesk."),
  pleskVersion: optional(z.number()).describe("Version of Plesk that is included."),
});

export const BankData = request({
  bankAccountNumber: secret(z.string().describe("Number of the bank account.")).optional(),
  bankCode: z.string().optional().describe("Code of the bank."),
});

/** The bank account in the international format. */
export const Bankdaten = answer({
  iban: optional(secret(z.string().describe("IBAN."))),
  bic: optional(z.string()).describe("BIC of the bank."),
});
