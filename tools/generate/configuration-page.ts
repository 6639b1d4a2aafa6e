import { variableName, variables, type SettingName } from "../../provider/runtime/settings.js";
import { splitDefault } from "./arguments.js";
import { bullets, code, generated, page, table } from "./markdown.js";
import type { Sources } from "./source.js";

const settingNames = Object.keys(variables) as SettingName[];

/** The page of the settings. */
export function configurationPage({ settings, provider }: Sources): string {
  return page(
    generated,
    "# Configuration",
    "Where the API is, and how to log in. Each setting is read from the environment or from the stack's configuration:",
    table(
      ["Setting", "Environment", "Configuration", "Values", "Default", "Meaning"],
      settingNames.map((name) => {
        const { text = "", type = "", optional = true } = settings[name] ?? {};
        const { fallback, meaning } = splitDefault(text);
        return [
          code(name),
          code(variableName(name)),
          code(`hosting:${name}`),
          type.split(" | ").map(code).join(" or "),
          optional ? fallback : "required",
          meaning,
        ];
      }),
    ),
    bullets([
      "The environment takes precedence, because `pulumi refresh` and `pulumi destroy` use the configuration that the stack has " +
        "recorded, whose password may have expired since.",
      "A login in the environment replaces the whole configured login, whatever form either has.",
      "Another key below `hosting:` is refused, so that a misspelled setting is not ignored. `pulumi refresh` and `pulumi destroy`, which may use an " +
        "earlier configuration, only warn. A project named `hosting` may have settings of its own there.",
      `Store secrets as secrets: ${code(`pulumi config set --secret hosting:password`)}.`,
      `${code("HOSTING_JOURNAL")} names the folder of the [journal](../reliability.md#the-journal), as an absolute path; by default it is ${code("hosting")} in ` +
        `${code("$PULUMI_HOME")}, otherwise in ${code("~/.pulumi")}. It belongs to the machine, so the stack has no setting for it.`,
      "Log in with an application token if nobody watches the run: a login with a password may require a second factor. " +
        "[Log in](../how-to/log-in.md) shows how.",
    ]),
    "## Provider",
    provider.text,
    provider.tags["example"] ?? "",
    `It takes the settings above as arguments. For one named ${code("branch")} the variables are ${code(variableName("baseUrl", "branch"))}, ` +
      `${code(variableName("password", "branch"))} and so on.`,
  );
}
