import { ErrorBody } from "../models/common.js";
import { DatabaseType, Reseller } from "../models/resellers.js";
import { list } from "../models/schema.js";
import { failure, json, operation } from "./operation.js";

/** Resellers, and the types of database that an account can have. */
export const resellers = {
  get: operation({
    id: "getReseller",
    method: "GET",
    path: "/v1/resellers/{resellerIdentifier}",
    purpose: "read a reseller",
    answers: { 200: json(Reseller, "the reseller tariff"), 403: failure("access denied", ErrorBody) },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
  }),
  listDatabaseTypes: operation({
    id: "listDatabaseTypes",
    method: "GET",
    path: "/v1/databasetypes",
    purpose: "list database types",
    answers: { 200: json(list(DatabaseType), "the types of database on offer") },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
  }),
};
