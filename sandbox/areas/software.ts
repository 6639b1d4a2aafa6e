import { accountOf } from "../rules/access.js";
import type { Handlers } from "./handler.js";
import type { Installation, Login } from "../state/records.js";
import { json, visible } from "../http/reply.js";
import { supportedSoftware } from "../seeds/catalogue.js";
import { present } from "../http/shape.js";
import type { World } from "../state/world.js";

/** An installation as the API answers it, with the one that it is an archive of. */
export function installationForm(world: World, installation: Installation): object {
  const software = supportedSoftware.find(({ identifier }) => identifier === installation.software);
  const uid = Number(installation.id);
  const original = installation.archiveFrom === undefined ? undefined : world.objects.installations.get(installation.archiveFrom);
  return present({
    uid,
    software: { uid: software?.uid ?? 0, identifier: installation.software, name: software?.name ?? installation.software },
    version: { uid: uid + 1, number: installation.version },
    installPath: installation.installPath,
    frontendUrl: `https://${installation.host}/`,
    backendUrl: `https://${installation.host}/admin/`,
    documentRoot: installation.installPath,
    status: "ready",
    database: { uid: uid + 2, name: `usr_${installation.account}_1` },
    archiveFrom: original === undefined ? undefined : installationForm(world, original),
  });
}

/** The installation if its account is visible, or 403. */
function installationOf(world: World, login: Login, identifier: string): Installation {
  const installation = visible(world.objects.installations.get(identifier));
  accountOf(world, login, installation.account);
  return installation;
}

export const software = {
  listSoftware: () => json(200, supportedSoftware),

  getInstallation: ({ parameters, login }, world) =>
    json(200, installationForm(world, installationOf(world, login, parameters.installationIdentifier))),

  listInstallationExtensions: ({ parameters, login }, world) => {
    const installation = installationOf(world, login, parameters.installationIdentifier);
    return json(
      200,
      installation.extensions.map((extension, index) => ({ uid: Number(installation.id) * 100 + index, ...extension })),
    );
  },
} satisfies Partial<Handlers>;
