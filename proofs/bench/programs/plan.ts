import { readFileSync } from "node:fs";
import { type Declaration, declarationOf, type Plan } from "../mix.js";

/** What the program in the working directory declares. */
export const declaration = (): Declaration => declarationOf(JSON.parse(readFileSync("plan.json", "utf8")) as Plan);
