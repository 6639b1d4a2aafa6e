import {
  ApplicationToken,
  ApplicationTokenInput,
  ApplicationTokenResponse,
  AuthenticationIncompleteResponse,
  AuthenticationRequest,
  AuthenticationResponse,
} from "../models/authentication.js";
import { FailureMessage } from "../models/common.js";
import { list } from "../models/schema.js";
import { shownOnlyHere } from "./notes.js";
import { empty, failure, json, operation } from "./operation.js";

/** Logins, and the application tokens with which programs log in. */
export const authentication = {
  authenticate: operation({
    id: "authenticate",
    method: "POST",
    path: "/v1/authenticate",
    purpose: "request a new API token",
    body: AuthenticationRequest,
    answers: {
      200: json(AuthenticationResponse, "the token and its expiry"),
      202: json(AuthenticationIncompleteResponse, "a second factor is missing: repeat with its code"),
      403: failure("wrong credentials", FailureMessage),
    },
    repeat: "idempotent",
    evidence: { status: "documented", body: "documented", answer: "documented" },
    notes: [
      "Needs no token, and the published gateway does not limit its rate.",
      "An application token logs in with its uuid as user name and its secret as password, and needs no second factor.",
      "After a login with a password from an unknown device, the provider mails a pin.",
      "The answer that asks for a second factor may have no body.",
    ],
  }),
  listTokens: operation({
    id: "listApplicationTokens",
    method: "GET",
    path: "/v1/authentication/tokens",
    purpose: "list created application tokens",
    answers: { 200: json(list(ApplicationToken), "the application tokens, without their secrets") },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
  }),
  createToken: operation({
    id: "createApplicationToken",
    method: "POST",
    path: "/v1/authentication/tokens",
    purpose: "store a new application token",
    body: ApplicationTokenInput,
    answers: { 201: json(ApplicationTokenResponse, "the new token, with its secret") },
    repeat: "ambiguous",
    evidence: { status: "documented", body: "documented", answer: "documented" },
    notes: [`${shownOnlyHere(ApplicationTokenResponse)} If the answer was lost, the application token is useless: delete it.`],
  }),
  deleteToken: operation({
    id: "deleteApplicationToken",
    method: "DELETE",
    path: "/v1/authentication/tokens/{uuid}",
    purpose: "delete an application token",
    answers: { 200: empty("deleted") },
    repeat: "ambiguous",
    evidence: { status: "documented", answer: "documented" },
    notes: ["Answers 200, not 204.", "Deleting the token that the login uses ends your own access."],
  }),
};
