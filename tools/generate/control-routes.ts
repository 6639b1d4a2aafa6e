import { curlOf } from "../../sandbox/control/control-answers.js";
import { controlRoutes } from "../../sandbox/control/control-routes.js";
import { withGenerated } from "./markdown.js";

/** The page that shows the sandbox's control routes, relative to the checkout. */
export const controlPage = "docs/how-to/sandbox-http.md";

const lines = (): string =>
  controlRoutes.map((route) => `# ${route.does}\n${curlOf(route, "http://127.0.0.1:4010")}\n`).join("\n");

/** @returns the page with the routes as the code has them */
export const withControlRoutes = (page: string): string =>
  withGenerated(page, { page: controlPage, source: "sandbox/control/control-routes.ts" }, `\`\`\`sh\n${lines()}\`\`\``);
