import { AuthenticationError } from "../../sdk/values/errors.js";
import { type Settings, variableName } from "./settings.js";

/** What has failed, and what that came from. */
function* causes(error: unknown): Generator<unknown> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

/**
 * Where the login of an explicit provider is put right, where that was refused: a sentence that begins with a space, or nothing. A
 * refresh and a destroy log in with what the state has, which an interrupted `up` may have replaced and deleted.
 */
export function loginAdvice(error: unknown, settings: Settings | undefined): string {
  if (settings?.provider === undefined) return "";
  if (![...causes(error)].some((each) => each instanceof AuthenticationError)) return "";
  const { provider, credentials } = settings;
  const names = "username" in credentials ? (["username", "password"] as const) : (["accessToken"] as const);
  const variables = names.map((name) => variableName(name, provider)).join(" and ");
  return (
    ` This is the login of Provider "${provider}": set ${variables} in the environment, or correct it in the program; where the program ` +
    "makes the login, run `pulumi up` first."
  );
}
