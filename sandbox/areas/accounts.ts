import { accountOf, customerOf } from "../rules/access.js";
import { isAccount, newAccount } from "../rules/booking.js";
import { type Handlers, undeclared } from "./handler.js";
import { articleForm } from "./article-form.js";
import { installationForm } from "./software.js";
import type { Account } from "../state/records.js";
import { remove } from "../rules/removal.js";
import { Refusal, denied, empty, json, message, visible } from "../http/reply.js";
import { hashed, newPassword } from "../state/credentials.js";
import { onlyFields, present } from "../http/shape.js";
import type { World } from "../state/world.js";

const accountForm = (account: Account) => ({
  uid: account.uid,
  customerNumber: account.customerNumber,
  name: account.id,
  description: account.description,
  activateShell: account.activateShell,
  disabled: account.disabled,
  ipAddresses: [{ address: account.ipAddress, scope: "external", version: 4, type: "shared" }],
  status: account.status,
});

function virtualAccountForm(world: World, account: Account) {
  const article = world.objects.articles.get(String(account.articleNumber));
  return {
    uid: account.uid,
    name: account.id,
    description: account.description,
    virtualName: account.virtual?.virtualName,
    article: article === undefined ? { articleNumber: account.articleNumber } : articleForm(world, article),
  };
}

export const accounts = {
  getAccount: ({ parameters, login }, world) => json(200, accountForm(accountOf(world, login, parameters.accountIdentifier))),

  listCustomerAccounts: ({ parameters, query, login }, world) => {
    const { customerNumber } = customerOf(world, login, parameters.customerNumber);
    const found = world.objects.accounts.filter(
      (account) =>
        ((query.owned ?? true) && account.customerNumber === customerNumber) ||
        ((query.advised ?? false) && account.adviser === customerNumber),
    );
    return json(
      200,
      found.map((account) => onlyFields(accountForm(account), query.fields)),
    );
  },

  listAccountInstallations: ({ parameters, query, login }, world) => {
    const account = accountOf(world, login, parameters.accountIdentifier);
    const found = world.objects.installations.filter(
      (installation) =>
        installation.account === account.id &&
        (query.installPath === undefined || installation.installPath === query.installPath),
    );
    return json(
      200,
      found.map((installation) => installationForm(world, installation)),
    );
  },

  listVirtualAccounts: ({ parameters, login }, world) => {
    const { customerNumber } = customerOf(world, login, parameters.customerNumber);
    const found = world.objects.accounts.filter(
      (account) => account.virtual !== undefined && account.customerNumber === customerNumber,
    );
    return json(
      200,
      found.map((account) => virtualAccountForm(world, account)),
    );
  },

  createVirtualAccount: ({ parameters, body, login }, world) => {
    const { customerNumber } = customerOf(world, login, parameters.customerNumber);
    const { readings, objects } = world;
    const taken = objects.accounts.find(({ virtual }) => virtual?.virtualName === body.virtualName);
    const article = objects.articles.get(String(body.article.articleNumber));
    if (body.virtualName === "") throw new Refusal(message(400, "virtualName is empty"));
    if (body.password === "") throw new Refusal(message(400, "password is empty"));
    if (taken !== undefined && readings.existingVirtualName === "refused") {
      throw new Refusal(message(400, "virtualName is in use"));
    }
    if (article?.isOrderable !== true) throw new Refusal(message(400, "the article cannot be ordered"));
    if (!isAccount(article)) throw new Refusal(message(400, "the article is not an account: it is booked with one"));
    const password = readings.virtualAccountPassword === "generated" ? newPassword() : body.password;
    const account = newAccount(world, {
      customerNumber,
      description: body.description,
      articleNumber: body.article.articleNumber,
      virtual: { virtualName: body.virtualName, passwordHash: hashed(password) },
    });
    const shown = readings.virtualAccountPassword === "absent" ? undefined : password;
    return json(undeclared(readings.virtualAccountCreated), present({ ...virtualAccountForm(world, account), password: shown }));
  },

  deleteVirtualAccount: ({ parameters, login }, world) => {
    const { customerNumber } = customerOf(world, login, parameters.customerNumber);
    const account = accountOf(world, login, parameters.accountIdentifier);
    if (account.virtual === undefined || account.customerNumber !== customerNumber) throw new Refusal(denied());
    visible(account.status === "deleting" ? undefined : account);
    if (world.settings.accountDelay > 0) {
      world.objects.accounts.update(account.id, { status: "deleting", settlesAt: world.now() + world.settings.accountDelay });
    } else {
      remove(world, "accounts", account.id);
    }
    return empty(undeclared(world.readings.virtualAccountDeleted));
  },
} satisfies Partial<Handlers>;
