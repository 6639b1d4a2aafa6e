import { contractMonths, vatOn } from "../rules/booking.js";
import type { Article } from "../state/records.js";
import { present } from "../http/shape.js";
import type { World } from "../state/world.js";

const priceForm = ({ net, setupFee }: Pick<Article, "net" | "setupFee">) => ({
  default: { currency: "EUR", net, setupFee, vat: vatOn(net) },
});

/** An article as the API answers it, without the articles that go with it. */
function plainForm(world: World, article: Article) {
  const asObject = world.readings.articleDescription === "object";
  return present({
    articleNumber: article.articleNumber,
    articleGroups: [{ href: `/v1/articlegroups/${article.group}`, title: article.group }],
    benefits: article.benefits,
    billing: { allowDurationModification: true, billingPeriod: contractMonths, unit: { key: "month", value: "Monat" } },
    commission: priceForm({ net: Math.round(article.net * 10) / 100, setupFee: 0 }),
    configurationData: article.limits === undefined ? undefined : { limits: article.limits },
    contract: { contractDuration: contractMonths, unit: { key: "month", value: "Monat" } },
    description: asObject ? { title: article.title, text: article.text } : article.title,
    isOrderable: article.isOrderable,
    price: priceForm(article),
  });
}

/** The articles that can be booked with the given one. */
export const optionForms = (world: World, article: Article) =>
  (article.options ?? []).flatMap((number) => {
    const option = world.objects.articles.get(String(number));
    return option === undefined ? [] : [{ default: false, price: priceForm(option), article: plainForm(world, option) }];
  });

/** An article as the API answers it. */
export const articleForm = (world: World, article: Article) => ({
  ...plainForm(world, article),
  articleOptions: { mainCategory: { subCategory: optionForms(world, article) } },
  crossSellingArticles: (article.options ?? []).map((articleNumber, index) => ({
    articleNumber,
    href: `/v1/articles/${articleNumber}`,
    sorting: index + 1,
  })),
});
