import { AuthenticationError } from "../../sdk/values/errors.js";
import { type Settings, variableName } from "./settings.js";

type LoginSetting = "username" | "password" | "accessToken";

/** An error and its causes. */
function* causes(error: unknown): Generator<unknown> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

/**
 * Where to correct the login of an explicit provider if it was refused: a sentence after a space, or an empty text. A refresh and
 * a destroy use the login in the state, which an interrupted `up` may have replaced and deleted.
 */
export function loginAdvice(error: unknown, settings: Settings | undefined): string {
  if (settings?.provider === undefined) return "";
  const refusal = [...causes(error)].find((each) => each instanceof AuthenticationError);
  if (refusal === undefined) return "";
  const { provider } = settings;
  const variables = toCorrect(refusal, settings)
    .map((name) => variableName(name, provider))
    .join(" and ");
  const where = ` This is the login of Provider "${provider}": set ${variables} in the environment, or correct it in the program.`;
  // No run creates an address.
  return refusal.status === 404 ? where : `${where} If the program creates the login, run \`pulumi up\` first.`;
}

/** The settings that the refusal speaks against. */
function toCorrect({ status }: AuthenticationError, { credentials }: Settings): readonly ("baseUrl" | LoginSetting)[] {
  if (status === 404) return ["baseUrl"];
  return "username" in credentials ? ["username", "password"] : ["accessToken"];
}
