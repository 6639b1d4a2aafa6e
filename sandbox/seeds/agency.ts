import type { Seed } from "../seed.js";
import { standard } from "./default.js";

export const agency: Seed = standard;
