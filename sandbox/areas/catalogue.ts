import { type Handlers, undeclared } from "./handler.js";
import type { Article } from "../state/records.js";
import { empty, json, visible } from "../http/reply.js";
import { guestOperatingSystems } from "../seeds/catalogue.js";
import { timestamp } from "../state/clock.js";
import { onlyFields, pageOf, present } from "../http/shape.js";
import type { World } from "../state/world.js";
import { articleForm, optionForms } from "./article-form.js";
import { convert } from "./bank.js";

const articleOf = (world: World, articleNumber: string): Article => visible(world.objects.articles.get(articleNumber));

export const catalogue = {
  searchArticles: ({ query }, world) => {
    const wanted = query.articles?.split(",").map((number) => number.trim());
    const found = world.objects.articles.filter(({ id }) => wanted === undefined || wanted.includes(id));
    return json(
      200,
      pageOf(found, query).map((article) => onlyFields(articleForm(world, article), query.fields)),
    );
  },

  getArticle: ({ parameters, query }, world) =>
    json(200, onlyFields(articleForm(world, articleOf(world, parameters.articleNumber)), query.fields)),

  listArticleUpgrades: ({ parameters }, world) => {
    const article = articleOf(world, parameters.articleNumber);
    const targets = (article.upgrades ?? []).flatMap((number) => world.objects.articles.get(String(number)) ?? []);
    return json(
      200,
      targets.map(({ articleNumber, title }) => ({
        targetArticleNumber: articleNumber,
        toolboxProRequired: false,
        description: title,
      })),
    );
  },

  listCrossSellingOptions: ({ parameters }, world) => json(200, optionForms(world, articleOf(world, parameters.articleNumber))),

  getPromotionCode: ({ parameters }, world) => {
    const code = visible(world.objects.promotionCodes.get(parameters.promotionCode));
    const validUntil = code.validUntil === undefined ? undefined : timestamp(code.validUntil);
    return json(200, present({ code: code.id, description: code.description, percent: code.percent, validUntil }));
  },

  validatePromotionCode: ({ parameters, body }, world) => {
    const code = world.objects.promotionCodes.get(parameters.promotionCode);
    const valid =
      code !== undefined &&
      (code.validUntil === undefined || code.validUntil > world.now()) &&
      (body.monthly !== true || code.monthly) &&
      (body.articles ?? []).every(({ articleNumber }) => code.articles === undefined || code.articles.includes(articleNumber));
    return empty(valid ? 200 : 400);
  },

  listGuestOperatingSystems: (_, world) =>
    json(200, world.readings.guestOperatingSystems === "array" ? guestOperatingSystems : undeclared(guestOperatingSystems[0])),

  convertBankData: ({ body }) => {
    const converted = convert(body.bankAccountNumber, body.bankCode);
    return converted === undefined ? empty(400) : json(200, converted);
  },
} satisfies Partial<Handlers>;
