import type { z } from "zod";
import type { Client } from "../../sdk/client.js";
import type { Article, Price } from "../../sdk/models/catalogue.js";
import type { Attempts } from "../stack/collections.js";
import { filled, type Part } from "./seed-parts.js";

export async function readCatalogue(client: Client, attempts: Attempts): Promise<Catalogue> {
  const listed = await attempts.all("top-level domains", () => client.domains.listTopLevelDomains());
  const topLevelDomains = listed.flatMap(({ uid, name, articleNumber, ...shown }) =>
    name === undefined || articleNumber === undefined
      ? []
      : [
          {
            ...filled({ uid }),
            name,
            articleNumber,
            description: shown.description || name,
            price: shown.price || "0",
            agencyPrice: shown.agencyPrice || shown.price || "0",
            setupFee: shown.setupFee || "0",
            isAllowedAsInclusiveDomain: shown.isAllowedAsInclusiveDomain ?? false,
          },
        ],
  );
  const catalogue = new Catalogue(topLevelDomains);
  for (const article of await attempts.all("articles of the catalogue", () => client.catalogue.searchArticles.each({})))
    catalogue.add(article);
  return catalogue;
}

/** Articles by number, with those that only contracts and accounts show. */
export class Catalogue {
  readonly #articles = new Map<number, Part<"articles">>();

  constructor(readonly topLevelDomains: readonly Part<"topLevelDomains">[]) {}

  get articles(): readonly Part<"articles">[] {
    return [...this.#articles.values()];
  }

  add(article: Article | undefined): void {
    const number = article?.articleNumber;
    if (article === undefined || number === undefined || number <= 0 || this.#articles.has(number)) return;
    this.#articles.set(number, this.#formOf(article, number));
  }

  #formOf(article: Article, articleNumber: number): Part<"articles"> {
    const {
      description,
      articleGroups = [],
      benefits,
      isOrderable = true,
      configurationData,
      crossSellingArticles = [],
    } = article;
    const { title, text = "" } = typeof description === "object" ? description : { title: description };
    const chosen = article.articleOptions?.mainCategory?.subCategory ?? [];
    const options = [...chosen.map((option) => option.article), ...crossSellingArticles].flatMap(
      (each) => each?.articleNumber ?? [],
    );
    return {
      articleNumber,
      title: title || `Article ${articleNumber}`,
      text,
      group: articleGroups[0]?.title || "other",
      // No source says which articles create accounts. Those of top-level domains are known not to.
      createsAccount: !this.topLevelDomains.some((each) => each.articleNumber === articleNumber),
      ...priceOf(article.price),
      isOrderable,
      ...filled({
        benefits,
        limits: limitsOf(configurationData?.limits),
        options: options.length === 0 ? undefined : [...new Set(options)],
      }),
    };
  }
}

const limitsOf = (limits: object | undefined): Record<string, number> | undefined =>
  limits && Object.fromEntries(Object.entries(limits).filter((entry): entry is [string, number] => typeof entry[1] === "number"));

const positive = (amount: number | undefined): number => (amount !== undefined && amount > 0 ? amount : 0);

function priceOf(price: z.output<typeof Price> | string | undefined): { readonly net: number; readonly setupFee: number } {
  if (typeof price === "string") return { net: positive(Number(price.replace(",", ".")) || 0), setupFee: 0 };
  return { net: positive(price?.default?.net), setupFee: positive(price?.default?.setupFee) };
}
