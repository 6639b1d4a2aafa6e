import { z } from "zod";
import { answer, optional } from "./schema.js";

/** Body of most failures: the interface uses `message` and `msg` alike. */
export const Message = answer({
  message: optional(z.string()),
  msg: optional(z.string()),
  reason: optional(z.string()),
});
