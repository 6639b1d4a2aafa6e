import { minute, timestamp, unixTime } from "../state/clock.js";
import type { Handlers } from "./handler.js";
import type { ApplicationToken, Login } from "../state/records.js";
import { Refusal, empty, json, type JsonReply, visible } from "../http/reply.js";
import { hashed, newApplicationSecret, newPin, newSessionToken } from "../state/credentials.js";
import type { World } from "../state/world.js";

/** How long a second factor may take. */
const challengeLife = 10 * minute;

const invalidCredentials = (): Refusal => new Refusal(json(403, { msg: "invalid credentials" }));

interface Factor {
  readonly code: string | undefined;
  readonly deviceId: string | undefined;
}

/** The answer that requests a second factor. */
interface ChallengeAnswer {
  readonly name: string;
  readonly deviceId: string;
}

interface SessionAnswer {
  readonly token: string;
  readonly expires: string;
}

/** Whether the device replaces the second factor. */
function isTrusted({ readings }: World, { secondFactor, knownDevices }: Login, deviceId: string | undefined): boolean {
  if (deviceId === undefined || !knownDevices.includes(deviceId)) return false;
  return secondFactor?.name !== "TOTP" || readings.totpOfKnownDevice === "skipped";
}

/** Requests the second factor with 202; undefined if the login may continue. */
function askForFactor(world: World, login: Login, { code, deviceId }: Factor): JsonReply<202, ChallengeAnswer> | undefined {
  const { secondFactor } = login;
  if (secondFactor === undefined || isTrusted(world, login, deviceId)) return undefined;
  if (code === undefined || code === "") return json(202, challenge(world, login, secondFactor.name));
  const pending = deviceId === undefined ? undefined : world.objects.challenges.get(deviceId);
  const expected = secondFactor.name === "TOTP" ? secondFactor.codeHash : pending?.pinHash;
  if (expected === undefined || expected !== hashed(code) || (pending !== undefined && pending.login !== login.id)) {
    throw invalidCredentials();
  }
  if (pending !== undefined) {
    world.objects.challenges.delete(pending.id);
    world.objects.logins.update(login.id, { knownDevices: [...login.knownDevices, pending.id] });
  }
  return undefined;
}

function challenge(world: World, login: Login, name: "TOTP" | "DeviceCookie"): ChallengeAnswer {
  const deviceId = world.nextUuid();
  const pin = name === "DeviceCookie" ? newPin() : undefined;
  world.objects.challenges.insert({
    id: deviceId,
    login: login.id,
    expires: world.now() + challengeLife,
    ...(pin === undefined ? {} : { pinHash: hashed(pin) }),
  });
  if (pin !== undefined) {
    const text = `Somebody logs in to ${login.id} from an unknown device. The pin is ${pin}.`;
    world.post({ channel: "mail", to: login.emailAddress, subject: "Your pin", text });
  }
  return { name, deviceId };
}

function openSession(world: World, login: Login, applicationToken?: ApplicationToken): JsonReply<200, SessionAnswer> {
  const token = newSessionToken();
  const expires = world.tokenEnd();
  world.objects.sessions.insert({
    id: hashed(token),
    login: login.id,
    expires,
    ...(applicationToken === undefined ? {} : { applicationToken: applicationToken.id }),
  });
  return json(200, { token, expires: timestamp(expires) });
}

const tokenForm = (world: World, token: ApplicationToken) => ({
  uuid: token.id,
  crdate: world.readings.applicationTokenDate === "string" ? timestamp(token.created) : unixTime(token.created),
  description: token.description,
});

export const authentication = {
  authenticate: ({ body }, world) => {
    const { logins, applicationTokens } = world.objects;
    const applicationToken = applicationTokens.get(body.username);
    if (applicationToken !== undefined) {
      if (applicationToken.secretHash !== hashed(body.password)) throw invalidCredentials();
      const owner = logins.get(applicationToken.login);
      if (owner === undefined) throw invalidCredentials();
      return openSession(world, owner, applicationToken);
    }
    const login = logins.get(body.username);
    if (login === undefined || login.passwordHash !== hashed(body.password)) throw invalidCredentials();
    return askForFactor(world, login, { code: body.multiFactorCode, deviceId: body.deviceId }) ?? openSession(world, login);
  },

  listApplicationTokens: ({ login }, world) =>
    json(
      200,
      world.objects.applicationTokens.filter((token) => token.login === login.id).map((token) => tokenForm(world, token)),
    ),

  createApplicationToken: ({ body, login }, world) => {
    const secret = world.readings.applicationTokenSecret === "caller" && body.token ? body.token : newApplicationSecret();
    const token = world.objects.applicationTokens.insert({
      id: world.nextUuid(),
      login: login.id,
      description: body.description,
      secretHash: hashed(secret),
      created: world.now(),
    });
    return json(201, { ...tokenForm(world, token), token: secret });
  },

  deleteApplicationToken: ({ parameters, login }, world) => {
    const { applicationTokens, sessions } = world.objects;
    const token = visible(applicationTokens.get(parameters.uuid));
    visible(token.login === login.id ? token : undefined);
    applicationTokens.delete(token.id);
    if (world.readings.deletionEndsSessions) sessions.deleteWhere(({ applicationToken }) => applicationToken === token.id);
    return empty(200);
  },
} satisfies Partial<Handlers>;
