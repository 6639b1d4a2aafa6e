import * as pulumi from "@pulumi/pulumi";
import { backendOf } from "../journal/backend.js";
import type { Claim } from "../journal/claims.js";
import { openRunRecords } from "../journal/journal.js";
import { mayBe, type StackIdentity } from "../journal/stack-identity.js";
import { isStartedByEngine, organizationOfStack, writtenState } from "../pulumi/runs.js";
import { entryOf, ownerOf } from "../ownership/owner.js";
import { joinId } from "../values/id.js";
import type { Properties } from "../values/properties.js";
import { deletedWithOf, kindOf, nameOf, readerOf } from "../values/reserved-properties.js";

/** A managed resource in the state of the stack. */
export interface Entry extends Claim {
  readonly urn: string;
  readonly type: string;
  /** With which its object was last seen. */
  readonly login: string | undefined;
  readonly forceDestroy: boolean;
  /** Whether it is a contract that the state shows as concluded. */
  readonly isConcluded: boolean;
}

/** The outputs that the id of an object consists of; otherwise, it is the number of its customer. */
const idOutputs: Readonly<Record<string, readonly string[]>> = {
  applicationToken: ["uuid"],
  domain: ["accountIdentifier", "fullname"],
  gdprContact: ["contactIdentifier"],
  gdprContract: ["contractIdentifier"],
  gdprContractPreset: ["contractPresetIdentifier"],
  gdprPdf: ["pdfIdentifier"],
  gdprTom: ["tomIdentifier"],
  subdomain: ["accountIdentifier", "domainIdentifier", "name"],
  virtualAccount: ["customerNumber", "name"],
  webhook: ["uid"],
};

function entryIn(urn: string, type: string, outputs: Properties, claims: readonly Claim[]): Entry[] {
  const kind = kindOf(outputs);
  if (kind === undefined || readerOf(outputs) !== undefined) return [];
  const entry = entryOf(outputs);
  const { address = "", login } = ownerOf(outputs) ?? {};
  const id = joinId(...(idOutputs[kind] ?? ["customerNumber"]).map((name) => String(outputs[name])));
  const claim = claims.find((each) => each.entry === entry && each.kind === kind);
  // Outputs do not tell what is retained. Without a claim, nobody knows.
  const isRetained = claim === undefined ? undefined : claim.isRetained === true;
  const [deletedWith, forceDestroy] = [deletedWithOf(outputs), outputs["forceDestroy"] === true];
  const isConcluded = kind === "gdprContract" && outputs["confirmationDate"] !== undefined;
  const own = { urn, type, kind, id, entry, address, login };
  return [{ ...own, isRetained, deletedWith, forceDestroy, isConcluded, name: nameOf(outputs) }];
}

/** Another than the default one. */
const explicitProvider = /\$?pulumi:providers:pulumi-nodejs::(?!default(_|$))/;

/** A program that the engine did not start may have another environment than the engine, so its backend is unknown. */
const stackOfProgram = (): StackIdentity => ({
  project: pulumi.getProject(),
  stack: pulumi.getStack(),
  backend: isStartedByEngine() ? backendOf({ environment: process.env, folder: process.cwd() }) : undefined,
  organization: organizationOfStack(),
});

/**
 * What the engine reads from the state of the stack: its resources, and the configurations of its explicit providers; and claims that are in no entry of it, of this stack and of other ones.
 *
 * @param isUpdate whether the state has a resource of the program. Without one, the state is read only if the journal shows that a run has written it.
 */
export async function stackEntries(isUpdate: boolean) {
  const claims = openRunRecords(process.env, "")
    .claims.all()
    .filter(({ isDoubted }) => isDoubted !== true);
  const stack = stackOfProgram();
  const isOwn = (claim: Claim) => mayBe(claim, stack);
  if (!isUpdate && !claims.some(isOwn)) return { entries: [], providers: [], left: [], others: [] };
  const all = await writtenState();
  const entries = Object.entries(all).flatMap(([urn, { type, outputs }]) => entryIn(urn, type, outputs, claims));
  const marks = new Set(entries.map(({ entry }) => entry));
  const providers = Object.keys(all).flatMap((urn) =>
    explicitProvider.test(urn) ? [all[urn]!.outputs as Readonly<Record<string, string>>] : [],
  );
  const unbound = claims.filter((each) => !marks.has(each.entry));
  return { entries, providers, left: unbound.filter(isOwn), others: unbound.filter((each) => !isOwn(each)) };
}
