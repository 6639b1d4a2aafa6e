import { day, timestamp } from "../state/clock.js";
import { placeOrder } from "../rules/checkout.js";
import type { Handlers } from "./handler.js";
import { asciiName } from "../rules/hostnames.js";
import type { Cart, CartItem, Login } from "../state/records.js";
import { Refusal, denied, empty, json, message, visible } from "../http/reply.js";
import { hashed, newPin } from "../state/credentials.js";
import { present } from "../http/shape.js";
import type { World } from "../state/world.js";
import { articleForm } from "./article-form.js";

const recommendedFor = 30 * day;

/** Members of a cart that describe a person; a template has none of them. */
const personal = ["billingAddress", "contactPerson", "contractPartner", "jwt", "note", "paymentSettings", "newsletter", "offer"];

const badRequest = (reason: string): Refusal => new Refusal(message(400, reason));

function itemForm(world: World, item: CartItem): object {
  const { id: _id, identifier } = item;
  if (item.kind === "domain") {
    return present({ _id, itemType: "domain", name: identifier, transfer: item.transfer ?? false, authCode: item.authCode });
  }
  const article = world.objects.articles.get(identifier);
  const form = article === undefined ? { articleNumber: Number(identifier) } : articleForm(world, article);
  return present({ _id, itemType: "article", identifier, sourceIdentifier: item.sourceIdentifier, ...form });
}

const cartForm = (world: World, cart: Cart) => ({
  isCommissionLocked: false,
  ...cart.settings,
  _id: cart.id,
  items: cart.items.map((item) => itemForm(world, item)),
});

/** A cart of the login's customer, or 403. */
function cartOf(world: World, login: Login, identifier: string): Cart {
  const cart = visible(world.objects.carts.get(identifier));
  return visible(cart.isTemplate || cart.owner === login.customerNumber ? cart : undefined);
}

/** A cart that can still be changed. */
function openCart(world: World, login: Login, identifier: string): Cart {
  const cart = cartOf(world, login, identifier);
  if (cart.isTemplate) throw badRequest("a template cannot be edited");
  if (cart.ordered !== undefined) throw badRequest("the cart is already ordered");
  return cart;
}

function articleItem(world: World, identifier: string, sourceIdentifier?: string): CartItem {
  if (world.objects.articles.get(identifier)?.isOrderable !== true) throw badRequest("there is no such article to order");
  return present({ id: world.nextDocumentId(), kind: "article", identifier, sourceIdentifier });
}

/** A template of a cart, without personal data and with its own items. */
function newTemplate(world: World, login: Login, cart: Cart, recommendation?: Cart["recommendation"]): Cart {
  return world.objects.carts.insert(
    present({
      id: world.nextDocumentId(),
      owner: login.customerNumber,
      isTemplate: true,
      settings: Object.fromEntries(Object.entries(cart.settings).filter(([name]) => !personal.includes(name))),
      items: cart.items.map(({ authCode: _, ...item }) => ({ ...item, id: world.nextDocumentId() })),
      recommendation,
    }),
  );
}

export const carts = {
  requestOffer: ({ body, login }, world) => {
    const { recipient, isTechnicalAdminForRecipient = false } = body;
    const articles = [body.articles.main, ...(body.articles.additional ?? [])].map(({ articleNumber }) => articleNumber);
    if (articles.some((number) => world.objects.articles.get(String(number))?.isOrderable !== true)) {
      throw badRequest("there is no such article to order");
    }
    world.objects.offers.insert({
      id: String(world.nextUid()),
      owner: login.customerNumber,
      at: world.now(),
      articles,
      recipient: present(recipient),
      isTechnicalAdminForRecipient,
    });
    world.post({ channel: "mail", to: recipient.emailAddress, subject: "Your offer", text: `Articles: ${articles.join(", ")}` });
    return empty(202);
  },

  createCart: ({ body, login }, world) => {
    const forced = body?.forcePartnerId;
    const cart = world.objects.carts.insert({
      id: world.nextDocumentId(),
      owner: login.customerNumber,
      isTemplate: false,
      settings: forced === undefined ? {} : { commission: forced, isCommissionLocked: true },
      items: [],
    });
    return json(201, cartForm(world, cart));
  },

  createCartFromTemplate: ({ parameters, login }, world) => {
    const template = visible(world.objects.carts.get(parameters.cartIdentifier));
    if (!template.isTemplate) throw new Refusal(denied());
    if (template.recommendation !== undefined && template.recommendation.expires <= world.now()) throw new Refusal(denied());
    const cart = world.objects.carts.insert({
      ...template,
      id: world.nextDocumentId(),
      owner: login.customerNumber,
      isTemplate: false,
      items: template.items.map((item) => ({ ...item, id: world.nextDocumentId() })),
    });
    return json(200, cartForm(world, cart));
  },

  getCart: ({ parameters, login }, world) => json(200, cartForm(world, cartOf(world, login, parameters.cartIdentifier))),

  updateCart: ({ parameters, body, sent: asSent, login }, world) => {
    const cart = openCart(world, login, parameters.cartIdentifier);
    const { _id, items: all, ...sent } = body;
    // Domains stay unchanged. What remains of a domain item that was sent back as read names no article.
    const items = all?.filter((_, index) => !isDomainItem((asSent as { readonly items: readonly unknown[] }).items[index]));
    if (_id !== undefined && _id !== cart.id) throw badRequest("_id: is another cart's");
    const locked = cart.settings["isCommissionLocked"] === true;
    if (locked && sent.commission !== undefined && sent.commission !== cart.settings["commission"]) {
      throw badRequest("commission: is locked");
    }
    const kept = world.readings.cartUpdate === "kept";
    const commission = locked ? { commission: cart.settings["commission"], isCommissionLocked: true } : {};
    const settings = { ...(kept ? cart.settings : {}), ...present(sent), ...commission };
    const left = kept ? cart.items : cart.items.filter(({ kind }) => kind === "domain");
    return json(
      200,
      cartForm(world, world.objects.carts.update(cart.id, { settings, items: updatedItems(world, cart, items) ?? left })),
    );
  },

  deleteCart: ({ parameters, login }, world) => {
    const cart = cartOf(world, login, parameters.cartIdentifier);
    if (cart.owner !== login.customerNumber) throw new Refusal(denied());
    world.objects.carts.delete(cart.id);
    return empty(204);
  },

  addCartItem: ({ parameters, body, login }, world) => {
    const cart = openCart(world, login, parameters.cartIdentifier);
    const item = articleItem(world, body.identifier, body.sourceIdentifier);
    return json(200, cartForm(world, world.objects.carts.update(cart.id, { items: [...cart.items, item] })));
  },

  deleteCartItem: ({ parameters, login }, world) => {
    const cart = openCart(world, login, parameters.cartIdentifier);
    const items = cart.items.filter(({ id }) => id !== parameters.itemIdentifier);
    if (items.length === cart.items.length) throw new Refusal(denied());
    return json(200, cartForm(world, world.objects.carts.update(cart.id, { items })));
  },

  addCartDomain: ({ parameters, body, login }, world) => {
    const cart = openCart(world, login, parameters.cartIdentifier);
    const identifier = asciiName(body.name);
    if (identifier?.includes(".") !== true) throw badRequest("name: is not the full name of a domain");
    const { transfer = false, authCode } = body;
    const item = present({ id: world.nextDocumentId(), kind: "domain", identifier, transfer, authCode });
    return json(200, cartForm(world, world.objects.carts.update(cart.id, { items: [...cart.items, item] })));
  },

  sendCartOffer: ({ parameters, body, login }, world) => {
    const cart = openCart(world, login, parameters.cartIdentifier);
    const text = `Your offer: ${cart.items.map(({ identifier }) => identifier).join(", ")}`;
    world.post({ channel: "mail", to: body.emailAddress, subject: "Your offer", text });
    return empty(200);
  },

  shareCart: ({ parameters, login }, world) =>
    json(200, cartForm(world, newTemplate(world, login, cartOf(world, login, parameters.cartIdentifier)))),

  recommendCart: ({ parameters, login }, world) => {
    const cart = openCart(world, login, parameters.cartIdentifier);
    // A pin is a number, so it has six digits only without a leading zero.
    const pin = `${1 + (Number(newPin()) % 9)}${newPin().slice(1)}`;
    const expires = world.now() + recommendedFor;
    const template = newTemplate(world, login, cart, { pinHash: hashed(pin), expires });
    return world.readings.recommendation === "cart"
      ? json(200, cartForm(world, template))
      : json(200, { id: template.id, pinCode: Number(pin), expireDate: timestamp(expires) });
  },

  requestCartVerification: ({ parameters, body, login }, world) => {
    const cart = openCart(world, login, parameters.cartIdentifier);
    const { recipient } = body;
    if (recipient === undefined)
      throw badRequest("recipient: is required here, because no source says where the SMS goes without it");
    if (!/^\+?[0-9 /-]{5,}$/.test(recipient)) throw badRequest("recipient: is not a mobile number");
    const pin = newPin();
    world.objects.carts.update(cart.id, { verification: { recipient, pinHash: hashed(pin), confirmed: false } });
    world.post({ channel: "sms", to: recipient, subject: "", text: `Your verification code is ${pin}` });
    return empty(200);
  },

  verifyCart: ({ parameters, body, login }, world) => {
    const cart = openCart(world, login, parameters.cartIdentifier);
    const { verification } = cart;
    if (verification === undefined || body.verificationCode === undefined)
      throw badRequest("no code was requested, or none given");
    if (verification.pinHash !== hashed(body.verificationCode)) throw badRequest("the code is wrong");
    world.objects.carts.update(cart.id, { verification: { ...verification, confirmed: true } });
    return empty(200);
  },

  checkoutCart: ({ parameters, body, login }, world) => {
    placeOrder(world, login, openCart(world, login, parameters.cartIdentifier), body?.pinCode);
    return empty(200);
  },
} satisfies Partial<Handlers>;

/** Items as an update names them, by their article numbers, without the domains; undefined if it names none. */
const isDomainItem = (item: unknown): boolean => (item as { readonly itemType?: unknown }).itemType === "domain";

function updatedItems(
  world: World,
  cart: Cart,
  items: readonly { readonly articleNumber?: number | undefined }[] | undefined,
): readonly CartItem[] | undefined {
  if (items === undefined) return undefined;
  const present = cart.items.filter(({ kind }) => kind === "article");
  const articles = items.map(({ articleNumber }) => {
    if (articleNumber === undefined) throw badRequest("items: an item has no articleNumber");
    const index = present.findIndex(({ identifier }) => identifier === String(articleNumber));
    return index < 0 ? articleItem(world, String(articleNumber)) : present.splice(index, 1)[0]!;
  });
  return [...articles, ...cart.items.filter(({ kind }) => kind === "domain")];
}
