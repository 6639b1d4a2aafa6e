import {
  Account,
  CustomerAccountsQuery,
  InstallationsQuery,
  ListedAccount,
  VirtualAccount,
  VirtualAccountInput,
  VirtualAccountOutput,
} from "../models/accounts.js";
import { ErrorBody } from "../models/common.js";
import { list } from "../models/schema.js";
import { SoftwareInstallation } from "../models/software.js";
import { shownOnlyHere } from "./notes.js";
import { empty, failure, json, operation } from "./operation.js";

/** Web-hosting accounts of customers, virtual accounts, and the software installed in an account. */
export const accounts = {
  get: operation({
    id: "getAccount",
    method: "GET",
    path: "/v1/accounts/{accountIdentifier}",
    purpose: "read an account",
    answers: { 200: json(Account, "the account"), 403: failure("access denied", ErrorBody) },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
    notes: ["The identifier is the account's name (p123456) or its uid."],
  }),
  listByCustomer: operation({
    id: "listCustomerAccounts",
    method: "GET",
    path: "/v1/customers/{customerNumber}/accounts",
    purpose: "read the accounts of a customer",
    query: CustomerAccountsQuery,
    answers: { 200: json(list(ListedAccount), "the accounts of the customer") },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
  }),
  listInstallations: operation({
    id: "listAccountInstallations",
    method: "GET",
    path: "/v1/accounts/{accountIdentifier}/installations",
    purpose: "read software installations of an account",
    query: InstallationsQuery,
    answers: { 200: json(list(SoftwareInstallation), "the installations of the account") },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
  }),
  listVirtual: operation({
    id: "listVirtualAccounts",
    method: "GET",
    path: "/v1/customers/{customerNumber}/virtualaccounts",
    purpose: "list virtual accounts",
    answers: { 200: json(list(VirtualAccount), "the virtual accounts of the customer") },
    repeat: "safe",
    evidence: { status: "unknown", answer: "inferred" },
    notes: ["Whether the list is paged is unknown."],
  }),
  createVirtual: operation({
    id: "createVirtualAccount",
    method: "POST",
    path: "/v1/customers/{customerNumber}/virtualaccounts",
    purpose: "create a virtual account",
    body: VirtualAccountInput,
    answers: { 201: json(VirtualAccountOutput, "the new virtual account, with its password") },
    repeat: "billable",
    evidence: { status: "unknown", body: "inferred", answer: "inferred" },
    notes: ["Orders the article for the customer.", shownOnlyHere(VirtualAccountOutput)],
  }),
  deleteVirtual: operation({
    id: "deleteVirtualAccount",
    method: "DELETE",
    path: "/v1/customers/{customerNumber}/virtualaccounts/{accountIdentifier}",
    purpose: "delete a virtual account",
    answers: { 204: empty("deleted, or the deletion has begun") },
    repeat: "billable",
    evidence: { status: "unknown", answer: "unknown" },
    notes: ["Deletes the web site and its data.", "The identifier is the account's name or its uid."],
  }),
};
