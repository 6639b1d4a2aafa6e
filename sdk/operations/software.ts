import { list } from "../models/schema.js";
import { Software, SoftwareExtension, SoftwareInstallation } from "../models/software.js";
import { json, operation } from "./operation.js";

/** Software that can be installed, and its extensions. */
export const software = {
  list: operation({
    id: "listSoftware",
    method: "GET",
    path: "/v1/software",
    purpose: "list supported software",
    answers: { 200: json(list(Software), "the software that can be installed") },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
  }),
  getInstallation: operation({
    id: "getInstallation",
    method: "GET",
    path: "/v1/installations/{installationIdentifier}",
    purpose: "read an installation",
    answers: { 200: json(SoftwareInstallation, "the installation") },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
  }),
  listExtensions: operation({
    id: "listInstallationExtensions",
    method: "GET",
    path: "/v1/installations/{installationIdentifier}/extensions",
    purpose: "list extensions of an installation",
    answers: { 200: json(list(SoftwareExtension), "the extensions of the installation") },
    repeat: "safe",
    evidence: { status: "documented", answer: "documented" },
    notes: ["The provider updates this about once a day."],
  }),
};
