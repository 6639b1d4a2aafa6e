const options = `{
  baseUrl: process.env.BASE_URL,
  credentials: { username: "reseller", password: "sandbox-password" },
}`;

const wholeClient = `
const client = createClient(${options});
client.customers.getCurrent()
  .then(({ customerNumber }) => console.log(customerNumber))
  .then(() => client.accounts.get({ accountIdentifier: "p999999" }))
  .catch((error) => console.log(error instanceof AccessDeniedError, error.name))
  .finally(() => client.close());
`;

const prints = "100000\ntrue AccessDeniedError\n";

/** Programs by their names, and what they print if they work. */
export const programs = {
  "error.mjs": {
    text: `import { InputError } from "pulumi-hosting/sdk";\nconsole.log(new InputError("wrong").name);\n`,
    prints: "InputError\n",
  },
  "area.mjs": {
    text: `import { createClientOf, InputError } from "pulumi-hosting/sdk";
import { webhooks } from "pulumi-hosting/sdk/areas";

const client = createClientOf({ webhooks }, ${options});
client.webhooks.list()
  .then((found) => console.log(Array.isArray(found)))
  .then(() => client.webhooks.get({ webhookIdentifier: "../a" }))
  .catch((error) => console.log(error instanceof InputError, error.name))
  .finally(() => client.close());
`,
    prints: "true\ntrue InputError\n",
  },
  "whole.mjs": { text: `import { AccessDeniedError, createClient } from "pulumi-hosting/sdk";\n${wholeClient}`, prints },
  "required.cjs": { text: `const { AccessDeniedError, createClient } = require("pulumi-hosting/sdk");\n${wholeClient}`, prints },
};
