import { ErrorBody } from "../models/common.js";
import { MailAddress, MailAddressesQuery } from "../models/mail.js";
import { list } from "../models/schema.js";
import { failure, json, operation } from "./operation.js";

/** Mail addresses of an account. */
export const mail = {
  listAddresses: operation({
    id: "listMailAddresses",
    method: "GET",
    path: "/v1/accounts/{accountIdentifier}/mailaddresses",
    purpose: "list mail addresses of an account",
    query: MailAddressesQuery,
    answers: {
      200: json(list(MailAddress), "one page of the account's mail addresses"),
      403: failure("access denied", ErrorBody),
    },
    repeat: "safe",
    paging: { by: "offset", key: "fullName" },
    evidence: { status: "documented", answer: "documented" },
  }),
};
