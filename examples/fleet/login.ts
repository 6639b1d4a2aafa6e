import { createClient, operations, type Secrets } from "pulumi-hosting/sdk";

/** What all stacks of the fleet share: the API, and one token, to which the rate window belongs. */
export interface Login {
  readonly baseUrl: string;
  readonly token: string;
  /** Whether the token was obtained by a login, and not given. */
  readonly isNew: boolean;
  /** Masks the login in everything that is shown. */
  readonly secrets: Secrets;
}

/** The fleet's login is incomplete. */
export class LoginError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Logs in once, or uses a given token.
 *
 * @param secrets receives the token
 */
export async function logIn(environment: Environment, secrets: Secrets): Promise<Login> {
  const required = (name: string): string => {
    const value = environment[name];
    if (!value) throw new LoginError(`${name} is missing in the environment.`);
    return value;
  };
  const baseUrl = required("HOSTING_BASE_URL");
  const ready = environment["HOSTING_ACCESS_TOKEN"];
  if (ready) {
    // The client refuses an address to which the token would be sent unencrypted.
    await createClient({ baseUrl, credentials: { accessToken: ready }, secrets }).close();
    return { baseUrl, token: ready, isNew: false, secrets };
  }
  const credentials = { username: required("HOSTING_USERNAME"), password: required("HOSTING_PASSWORD") };
  const client = createClient({ baseUrl, credentials, secrets });
  try {
    const answer = await client.authentication.authenticate({ body: credentials });
    if (!("token" in answer))
      throw new LoginError(
        "The login needs a second factor. Use an application token: its uuid as username, its secret as password.",
      );
    secrets.add(answer.token);
    return { baseUrl, token: answer.token, isNew: true, secrets };
  } finally {
    await client.close();
  }
}

/**
 * The token reaches a stack's processes only through their environment. Password and user name do not: each login has its own window. But the
 * password can be the key of reviews, for which the token would be another one in each run.
 */
export const stackEnvironment = ({ baseUrl, token }: Login, environment: Environment): Record<string, string> => ({
  ...keyIn(environment),
  HOSTING_BASE_URL: baseUrl,
  HOSTING_ACCESS_TOKEN: token,
  HOSTING_USERNAME: "",
  HOSTING_PASSWORD: "",
});

function keyIn({ HOSTING_REVIEW_KEY: key, PULUMI_CONFIG_PASSPHRASE: passphrase, HOSTING_PASSWORD: password }: Environment) {
  return key || passphrase || !password ? {} : { HOSTING_REVIEW_KEY: password };
}

/** What the API says about the rate window. */
export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
}

/** No answer takes longer. */
const timeout = 60_000;

/** Requests the state of the rate window, which costs one request; undefined if the API does not show it. */
export async function askWindow({ baseUrl, token, secrets }: Login): Promise<WindowState | undefined> {
  const path = operations.authentication.listTokens.path;
  const response = await fetch(`${baseUrl.replace(/\/+$/, "")}${path}`, {
    headers: { Accept: "application/json", Authorization: `Bearer ${token}` },
    redirect: "manual",
    signal: AbortSignal.timeout(timeout),
  }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new LoginError(secrets.redact(`The API does not answer: ${String(cause)}`));
  });
  await response.body?.cancel();
  if (!response.ok && response.status !== 429)
    throw new LoginError(`The API refuses the fleet's token with status ${response.status}.`);
  const limit = Number(response.headers.get("X-RateLimit"));
  const remaining = response.headers.get("X-RateLimit-Remaining");
  return limit > 0 && remaining !== null ? { limit, remaining: response.ok ? Number(remaining) : 0 } : undefined;
}
