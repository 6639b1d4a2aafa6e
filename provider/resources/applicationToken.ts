import { z } from "zod";
import { type ApplicationToken as Answer, ApplicationTokenResponse } from "../../sdk/models/authentication.js";
import { membersShownOnce } from "../../sdk/models/schema.js";
import { nonEmpty } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { inNothing } from "../shared/containers.js";
import { define } from "../definition/definition.js";
import { optional, output, required } from "../definition/field.js";
import { logsInWith } from "../runtime/settings.js";
import { deleted } from "../values/removals.js";

const fields = {
  /** Purpose of the token; need not be unique. A change creates a new token and then deletes the old one. */
  description: required("replace", nonEmpty, { evidence: "documented" }),
  /**
   * Arbitrary values. A change of any of them rotates the token: a new one is created, and then the old one is deleted. Never
   * sent. Default: none.
   */
  triggers: optional("replace", z.array(z.unknown()), { evidence: "documented", readable: false, absent: "nothing" }),
} as const;

const outputs = {
  /** Identifier, and the user name for a login with this token; also the id. */
  uuid: output<string>("documented"),
  /**
   * The token itself, and the password for a login with it; kept as a secret. The API shows it only at creation, so it is
   * unknown for a token that is read with `get`.
   */
  token: output<string>("documented", { secret: true }),
  /** Time of creation: an ISO 8601 date, or seconds since the epoch from older versions of the API. */
  crdate: output<string | number>("documented"),
} as const;

/** Arguments of an {@link ApplicationToken}. */
export interface ApplicationTokenArgs extends ArgsOf<typeof fields> {}

const found = ({ uuid, crdate, description }: z.output<typeof Answer>) => ({
  id: uuid,
  inputs: { description },
  outputs: { uuid, crdate },
});

export const applicationToken = define({
  kind: "applicationToken",
  label: "application token",
  removal: deleted,
  idParts: ["uuid"],
  mock: ({ name, uuid, time }) => ({ uuid, crdate: time, token: `token-of-${name}` }),
  fields,
  outputs,

  identity: {
    unique: false,
    title: ({ description }) => (description === undefined ? "" : `"${description}"`),
    ...inNothing,
    sharedArgument: "description",
    matches: (shown, { description }) => shown.inputs.description === description,
  },

  reading: {
    async list({ client }) {
      return (await client.authentication.listTokens()).map(found);
    },
  },

  async create({ client }, { description }) {
    const created = await client.authentication.createToken({ body: { description } });
    const shown = found(created);
    return { ...shown, outputs: { ...shown.outputs, token: created.token } };
  },

  revealed: membersShownOnce(ApplicationTokenResponse),

  deletion: {
    isLogin: logsInWith,
    async delete({ client }, uuid) {
      await client.authentication.deleteToken({ uuid });
    },
  },
});

/**
 * A token with which a program logs in. The API shows its `token` only at creation.
 *
 * @remarks A token cannot have restricted rights or an expiry date. Whether deleting it ends the sessions that were opened with
 * it is not documented.
 * @id its `uuid`
 * @key description
 * @deletion Deleted. Deleting the token that the run itself logs in with fails, because it would stop the run halfway.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * // Another value creates a new token and then deletes the old one.
 * const quarter = "2030-1";
 *
 * const deployment = new hosting.ApplicationToken("deployment", {
 *   description: "Deployment of the shop",
 *   triggers: [quarter],
 * });
 *
 * export const username = deployment.uuid;
 * export const password = deployment.token;
 * ```
 */
export class ApplicationToken extends resourceClass(applicationToken) {}
