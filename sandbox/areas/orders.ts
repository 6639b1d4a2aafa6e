import { nameOf, newAccount, newCustomer, recordOrder } from "../rules/booking.js";
import type { Handlers } from "./handler.js";
import type { Contact, Login, Order } from "../state/records.js";
import { type EmptyReply, Refusal, empty, message } from "../http/reply.js";
import { supportedSoftware } from "../seeds/catalogue.js";
import { present } from "../http/shape.js";
import type { World } from "../state/world.js";

/** Articles in test packages. */
const testArticle = { account: 1101, agency: 1301 };

function confirm(world: World, to: string, what: string): void {
  world.post({ channel: "mail", to, subject: "Your order", text: `We have received your order: ${what}.` });
}

/** An order of the partner programme, always for the login's own customer. */
function orderAsPartner(world: World, login: Login, kind: Order["kind"], what: string): EmptyReply<202> {
  recordOrder(world, login, kind, login.customerNumber);
  confirm(world, login.emailAddress, what);
  return empty(202);
}

/** A test package, for a new prospect. */
function orderTest(
  world: World,
  login: Login,
  kind: Order["kind"],
  sent: Partial<Record<keyof Contact, string | undefined>>,
  articleNumber: number,
): EmptyReply<202> {
  const contractPartner = present(sent);
  const { customer } = newCustomer(world, { reseller: login.customerNumber, contractPartner });
  if (world.objects.articles.get(String(articleNumber)) !== undefined) {
    newAccount(world, { customerNumber: customer.customerNumber, description: nameOf(contractPartner), articleNumber });
  }
  recordOrder(world, login, kind, customer.customerNumber);
  confirm(world, contractPartner.emailAddress ?? login.emailAddress, "a package to try");
  return empty(202);
}

export const orders = {
  orderPartnerProgram: ({ login }, world) => orderAsPartner(world, login, "partner-program", "the partner programme"),
  orderPartnerBox: ({ login }, world) => orderAsPartner(world, login, "partner-box", "a partner box"),

  orderTestAccount: ({ body, login }, world) => {
    const { software } = body;
    if (software !== undefined && !supportedSoftware.some(({ identifier }) => identifier === software.identifier)) {
      throw new Refusal(message(400, "there is no such software"));
    }
    return orderTest(world, login, "test-account", body.customer, testArticle.account);
  },

  orderTestAgency: ({ body, login }, world) => orderTest(world, login, "test-agency", body.customer, testArticle.agency),
  orderShopTestAgency: ({ body, login }, world) => orderTest(world, login, "shop-test-agency", body.customer, testArticle.agency),
  orderVipTestAgency: ({ body, login }, world) => orderTest(world, login, "vip-test-agency", body.customer, testArticle.agency),
} satisfies Partial<Handlers>;
