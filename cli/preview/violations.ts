import { inLine } from "../../sdk/redaction/text.js";
import { titleOf } from "../stack/deployment.js";
import type { Story } from "./events.js";

/** Policies that stop a run, each with its resource and its reason. */
export const mandatoryIn = ({ violations }: Story): readonly string[] =>
  violations
    .filter(({ isMandatory }) => isMandatory)
    .map(({ urn, policy, message }) =>
      inLine(`${[...(urn === undefined ? [] : [titleOf(urn)]), `policy ${policy}`].join(", ")}: ${message}`),
    );
