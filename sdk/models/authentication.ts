import * as z from "zod";
import { stringOrNumber } from "./common.js";
import { answer, optional, request, secret, shownOnce } from "./schema.js";

export const AuthenticationRequest = request({
  username: z.string().describe("Login of the customer centre, or the uuid of an application token."),
  password: secret(z.string().describe("Password of the login, or the secret of the application token.")),
  multiFactorCode: secret(z.string().describe("Code of the authenticator, or the pin that was mailed.")).optional(),
  deviceId: secret(z.string().describe("Device identifier from the answer that asked for the second factor.")).optional(),
});

export const AuthenticationResponse = answer({
  token: secret(z.string().describe("Bearer token for all other operations.")),
  expires: z.string().describe("When the token expires, about a day ahead."),
});

/** A second factor is missing. */
export const AuthenticationIncompleteResponse = answer({
  name: optional(z.string()).describe("Factor that is missing: TOTP, or DeviceCookie for a mailed pin."),
  deviceId: optional(secret(z.string().describe("Device identifier; send it back with the code."))),
});

export const ApplicationTokenInput = request({
  description: z.string().describe("What the token is for; need not be unique."),
  token: secret(
    z
      .string()
      .describe("Secret chosen by the caller. Only old descriptions mention it: leave it out, and the provider creates one."),
  ).optional(),
});

const applicationToken = {
  uuid: z.string().describe("Identifier; serves as the user name of a login."),
  crdate: stringOrNumber.describe("Time of creation: a date, or seconds since the epoch."),
  description: optional(z.string()).describe("What the token is for."),
};

export const ApplicationToken = answer(applicationToken);

export const ApplicationTokenResponse = answer({
  ...applicationToken,
  token: shownOnce(z.string().describe("Secret; serves as the password of a login.")),
});
