import { type Handlers, undeclared } from "./handler.js";
import type { Article } from "../state/records.js";
import { empty, json, visible } from "../http/reply.js";
import { guestOperatingSystems } from "../seeds/catalogue.js";
import { timestamp } from "../state/clock.js";
import { onlyFields, pageOf, present } from "../http/shape.js";
import type { World } from "../state/world.js";
import { articleForm, optionForms } from "./article-form.js";

/** Banks by the first four digits of their code, which identify the region and the group. All other banks have an invented BIC. */
const bicOf = (bankCode: string): string =>
  `SNDB${bankCode.slice(0, 4).replace(/[0-9]/g, (digit) => "ABCDEFGHIJ"[Number(digit)]!)}XXX`;

/** IBAN and invented BIC of a German bank account; undefined if the numbers are not valid. */
function ibanOf(accountNumber: string | undefined, bankCode: string | undefined): { iban: string; bic: string } | undefined {
  const account = accountNumber?.replace(/\s/g, "") ?? "";
  const bank = bankCode?.replace(/\s/g, "") ?? "";
  if (!/^[0-9]{1,10}$/.test(account) || !/^[1-8][0-9]{7}$/.test(bank) || /^0+$/.test(account)) return undefined;
  const number = `${bank}${account.padStart(10, "0")}`;
  // D is 13 and E is 14. With the right check digits, the whole number leaves a remainder of 1 when divided by 97.
  const check = 98n - (BigInt(`${number}131400`) % 97n);
  return { iban: `DE${String(check).padStart(2, "0")}${number}`, bic: bicOf(bank) };
}

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
    const converted = ibanOf(body.bankAccountNumber, body.bankCode);
    return converted === undefined ? empty(400) : json(200, converted);
  },
} satisfies Partial<Handlers>;
