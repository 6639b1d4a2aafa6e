import * as z from "zod";
import { wholeNumber } from "./common.js";
import { answer, optional } from "./schema.js";

export const Software = answer({
  identifier: z.string().describe("Identifier; what `software` of a cart takes."),
  name: optional(z.string()).describe("Name."),
  uid: optional(wholeNumber).describe("Number given by the provider."),
  category: optional(answer({ name: optional(z.string()), uid: optional(wholeNumber) })).describe("Kind of software."),
});

const installation = {
  uid: optional(wholeNumber).describe("Identifier given by the provider."),
  software: optional(
    answer({ uid: optional(wholeNumber), identifier: optional(z.string()), name: optional(z.string()) }),
  ).describe("What is installed."),
  version: optional(answer({ uid: optional(wholeNumber), number: optional(z.string()) })).describe("Installed version."),
  installPath: optional(z.string()).describe("Directory of the installation."),
  frontendUrl: optional(z.string()).describe("Address of the web site."),
  backendUrl: optional(z.string()).describe("Address of its administration."),
  documentRoot: optional(z.string()).describe("Directory that the web server serves."),
  status: optional(z.string()).describe("creating, updating, deleting or ready."),
  database: optional(answer({ uid: optional(wholeNumber), name: optional(z.string()) })).describe("Database in use."),
};

export type SoftwareInstallation = z.output<z.ZodObject<typeof installation>> & {
  archiveFrom?: SoftwareInstallation | undefined;
};

export const SoftwareInstallation: z.ZodType<SoftwareInstallation> = answer({
  ...installation,
  archiveFrom: optional(z.lazy((): z.ZodType<SoftwareInstallation> => SoftwareInstallation)).describe(
    "Installation that this one is an archive of.",
  ),
});

export const SoftwareExtension = answer({
  uid: optional(wholeNumber).describe("Number given by the provider."),
  key: optional(z.string()).describe("Identifier of the extension."),
  name: optional(z.string()).describe("Name."),
  version: optional(z.string()).describe("Installed version."),
});
