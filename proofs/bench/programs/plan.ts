import { readFileSync } from "node:fs";
import { type Declaration, declarationOf, type Plan } from "../mix.js";

/** What the program in the working directory is to declare. */
export const declaration = (): Declaration => declarationOf(JSON.parse(readFileSync("plan.json", "utf8")) as Plan);
