import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { declarationOf, eventType, type Plan } from "./mix.js";
import type { Stage } from "./stages.js";

/*
 * OpenTofu with the provider Mastercard/restapi: the webhooks of a plan as objects of a generic REST provider. It has no login, so
 * the benchmark logs in before anything is measured, and passes the header. Secrets are plain in its state.
 */

const source = "mastercard/restapi";

/** Its configuration as JSON. */
export function configurationOf(plan: Plan): object {
  const { webhooks } = declarationOf(plan);
  const objects = webhooks.map(({ name, url, secret }) => {
    const data = { eventType, method: "POST", url, headers: { "X-Key": secret } };
    return [name, { path: "/v1/webhooks", data: JSON.stringify(data) }];
  });
  return {
    terraform: { required_providers: { restapi: { source } } },
    variable: { server: { type: "string" }, token: { type: "string", sensitive: true } },
    provider: {
      restapi: {
        uri: "${var.server}",
        headers: { accept: "application/json", authorization: "Bearer ${var.token}" },
        id_attribute: "uid",
        create_returns_object: true,
      },
    },
    resource: { restapi_object: Object.fromEntries(objects) as object },
  };
}

async function logIn(server: string): Promise<string> {
  const response = await fetch(`${server}/v1/authenticate`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ username: "reseller", password: "sandbox-password" }),
  });
  if (!response.ok) throw new Error(`login: ${response.status}`);
  return ((await response.json()) as { readonly token: string }).token;
}

/** OpenTofu finds the provider in a folder, without a registry and without `tofu init`. */
async function settingsOf(folder: string): Promise<string> {
  const plugins = join(folder, "plugins");
  await mkdir(plugins);
  await symlink(process.env["RESTAPI_BIN"]!, join(plugins, "terraform-provider-restapi"));
  const overrides = `dev_overrides {\n    ${JSON.stringify(source)} = ${JSON.stringify(plugins)}\n  }`;
  const file = join(folder, "settings.tofurc");
  await writeFile(file, `provider_installation {\n  ${overrides}\n}\n`);
  return file;
}

export async function openTofuStage(folder: string, server: string): Promise<Stage> {
  return {
    environment: {
      TF_CLI_CONFIG_FILE: await settingsOf(folder),
      TF_VAR_server: server,
      TF_VAR_token: await logIn(server),
      API_DATA_IS_SENSITIVE: "true",
    },
    preparation: [],
    declare: (plan) => writeFile(join(folder, "main.tf.json"), JSON.stringify(configurationOf(plan))),
  };
}
