import type { z } from "zod";
import { membersShownOnce } from "../models/schema.js";

/** For an update that no source describes as replacing the whole resource: it may still clear an omitted member. */
export const maybeWhole =
  "It is unknown whether omitted members are kept: read the resource first, and send every member that should stay.";

/** For an answer with a secret that no other answer shows. */
export const shownOnlyHere = (answer: z.ZodType): string =>
  `The ${membersShownOnce(answer).join(" and ")} is shown only in this answer.`;
