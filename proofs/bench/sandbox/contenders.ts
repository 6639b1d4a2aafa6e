import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startSandbox } from "../../../sandbox/index.js";

const root = join(__dirname, "..", "..", "..", "..");

/** A server that stands in for the API. */
export interface Contender {
  readonly title: string;
  /** What Node runs, but for the port. */
  readonly command: readonly string[];
  /** The setting without which it refuses requests after some time. */
  readonly unlimited?: readonly string[];
  /** What makes the next listing of webhooks fail: a fault for the control routes, or header fields of the request. */
  readonly failing?: { readonly fault?: object; readonly headers?: Readonly<Record<string, string>> };
}

/** The sandbox of the checkout. */
export const ours: Contender = {
  title: "sandbox",
  command: [join(root, "dist", "cli", "main.js"), "sandbox"],
  unlimited: ["--rate-limit", "off"],
  failing: { fault: { operation: "listWebhooks", effect: { kind: "reset-before" } } },
};

/**
 * All contenders; what json-server has stored is as at the start.
 *
 * @param folder in which the packages of tools/mocks are installed
 */
export async function contendersFrom(folder: string): Promise<readonly Contender[]> {
  const sandbox = await startSandbox();
  const { collections } = sandbox.control.snapshot();
  await sandbox.close();
  const [data, routes] = [join(folder, "db.json"), join(folder, "routes.json")];
  await writeFile(data, JSON.stringify(collections));
  await writeFile(routes, JSON.stringify({ "/v1/accounts/:account/domains": "/domains?account=:account", "/v1/*": "/$1" }));
  const document = join(root, "docs", "reference", "openapi.json");
  const modules = join(folder, "node_modules");
  const [prism, jsonServer] = [join(modules, "@stoplight", "prism-cli"), join(modules, "json-server")];
  const manifest = await readFile(join(folder, "package.json"), "utf8");
  const { dependencies } = JSON.parse(manifest) as { dependencies: Readonly<Record<string, string>> };
  return [
    ours,
    {
      title: `Prism ${dependencies["@stoplight/prism-cli"]}`,
      command: [join(prism, "dist", "index.js"), "mock", document, "--errors", "--verboseLevel", "silent"],
      failing: { headers: { prefer: "code=503" } },
    },
    {
      title: `json-server ${dependencies["json-server"]}`,
      command: [join(jsonServer, "lib", "cli", "bin.js"), data, "--routes", routes, "--quiet", "--host", "127.0.0.1"],
    },
  ];
}
