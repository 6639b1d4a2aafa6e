import assert from "node:assert/strict";
import { resolve } from "node:path";
import { clientOptions, resolveSettings, secretsIn, SettingsError, unknownSettings } from "../../provider/runtime/settings.js";

const configuration = (entries: Record<string, string>) => (key: string) => entries[key];

const configured = {
  "hosting:baseUrl": "https://config.example",
  "hosting:username": "config-user",
  "hosting:password": "config-password",
};
const safe = {
  baseUrl: "https://config.example",
  credentials: { username: "config-user", password: "config-password" },
  subdomainDeletion: "refuse",
  whenGone: "error",
  previewChecks: "online",
  requestTimeout: 60_000,
  rateLimitWait: 900_000,
} as const;
const own = { ...configured, "hosting:provider": "second account" };
const withToken = { ...configured, "hosting:accessToken": "config-token" };

type Texts = Record<string, string>;

const problemsOf = (environment: Texts, config: Texts): string => {
  try {
    resolveSettings(environment, configuration(config));
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.join("\n");
    throw error;
  }
  return "";
};

describe("settings", () => {
  const resolved: readonly [title: string, environment: Texts, config: Texts, expected: object][] = [
    ["come from the configuration, with safe defaults", {}, configured, {}],
    [
      "come first from the environment, because refresh and destroy replay a recorded configuration",
      {
        HOSTING_BASE_URL: "https://env.example",
        HOSTING_PASSWORD: "env",
        HOSTING_WHEN_GONE: "recreate",
        HOSTING_PREVIEW_CHECKS: "off",
      },
      configured,
      {
        baseUrl: "https://env.example",
        credentials: { username: "config-user", password: "env" },
        whenGone: "recreate",
        previewChecks: "off",
      },
    ],
    [
      "let a command that only compares see what is gone, and look up nothing else, whatever is set",
      { HOSTING_COMPARING: "true", HOSTING_WHEN_GONE: "error" },
      configured,
      { whenGone: "recreate", previewChecks: "off" },
    ],
    [
      "let a login in the environment override a configured access token",
      { HOSTING_USERNAME: "u", HOSTING_PASSWORD: "p" },
      withToken,
      { credentials: { username: "u", password: "p" } },
    ],
    [
      "prefer an access token of the environment",
      { HOSTING_ACCESS_TOKEN: "t" },
      withToken,
      { credentials: { accessToken: "t" } },
    ],
    ["prefer an access token of the configuration", {}, withToken, { credentials: { accessToken: "config-token" } }],
    [
      "of an explicit provider ignore the variables of the default one, and use those with its name",
      { HOSTING_USERNAME: "first", HOSTING_PASSWORD: "first", HOSTING_SECOND_ACCOUNT_PASSWORD: "second" },
      own,
      { provider: "second account", credentials: { username: "config-user", password: "second" } },
    ],
    [
      "accept durations",
      { HOSTING_REQUEST_TIMEOUT: "1.5s", HOSTING_RATE_LIMIT_WAIT: "0s" },
      configured,
      { requestTimeout: 1500, rateLimitWait: 0 },
    ],
  ];
  for (const [title, environment, config, expected] of resolved)
    it(title, () => assert.deepEqual(resolveSettings(environment, configuration(config)), { ...safe, ...expected }));

  it("mention only the environment if there is no configuration", () => {
    assert.throws(
      () => resolveSettings({ HOSTING_USERNAME: "u" }),
      ({ problems }: SettingsError) =>
        problems.length === 2 && problems.every((each) => / set HOSTING_\w+ in the environment$/.test(each)),
    );
  });

  const insecure = "https://user:secret@api.example";
  const refused: readonly [environment: Texts, config: Texts, expected: RegExp][] = [
    [
      {},
      {},
      /baseUrl is missing.*HOSTING_BASE_URL.*`pulumi config set hosting:baseUrl …`[^]*username is missing[^]*password is missing/,
    ],
    [{}, { ...configured, "hosting:baseUrl": "http://api.example" }, /https/],
    [{}, { ...configured, "hosting:baseUrl": insecure }, /login/],
    [{ HOSTING_ACCESS_TOKEN: "planted token with spaces" }, configured, /accessToken must be .* set HOSTING_ACCESS_TOKEN/],
    [{ HOSTING_USERNAME: "planted\n" }, configured, /credentials\.username has white space .* set HOSTING_USERNAME/],
    [{ HOSTING_PASSWORD: "planted\n" }, configured, /credentials\.password has white space .* set HOSTING_PASSWORD/],
    [
      {},
      { ...own, "hosting:password": "planted\r\n" },
      /set HOSTING_SECOND_ACCOUNT_PASSWORD .*`password` of Provider "second account"/,
    ],
    [{ HOSTING_SUBDOMAIN_DELETION: "all" }, configured, /subdomainDeletion must be one of refuse, body/],
    ...["0s", "10", "6m", "soon", "-1s"].map((HOSTING_REQUEST_TIMEOUT): [Texts, Texts, RegExp] => [
      { HOSTING_REQUEST_TIMEOUT },
      configured,
      /requestTimeout must be a duration from 1ms to 5m, such as "60s".*: set HOSTING_REQUEST_TIMEOUT/,
    ]),
    [{ HOSTING_RATE_LIMIT_WAIT: "25h" }, configured, /rateLimitWait must be a duration from 0s to 24h, such as "15m"/],
    ...["~/journal", "journal", "../journal"].map((HOSTING_JOURNAL): [Texts, Texts, RegExp] => [
      { HOSTING_JOURNAL },
      configured,
      /^HOSTING_JOURNAL must be an absolute path/,
    ]),
    [{ PULUMI_HOME: "home" }, configured, /^PULUMI_HOME must be an absolute path, because the journal is there/],
  ];
  for (const [environment, config, expected] of refused)
    it(`name what is wrong and where to set it, without the value: ${expected.source}`, () => {
      const problems = problemsOf(environment, config);
      assert.match(problems, expected);
      assert.doesNotMatch(problems, /planted|secret@/);
    });

  it("accept an absolute folder of the journal, and http on loopback", () => {
    const home = { PULUMI_HOME: "home" };
    for (const environment of [
      { HOSTING_JOURNAL: "" },
      { PULUMI_HOME: resolve("home") },
      { ...home, HOSTING_JOURNAL: resolve("j") },
    ])
      assert.equal(problemsOf(environment, configured), "");
    assert.equal(problemsOf({}, { ...configured, "hosting:baseUrl": "http://127.0.0.1:8080" }), "");
  });

  it("have the secrets of every login, also of explicit providers and of the backend", () => {
    const logins = {
      HOSTING_PASSWORD: "a",
      HOSTING_SHOP_PASSWORD: "b",
      HOSTING_SHOP_ACCESS_TOKEN: "c",
      PULUMI_ACCESS_TOKEN: "d",
    };
    assert.deepEqual(secretsIn({ ...logins, HOSTING_USERNAME: "user", OTHER_PASSWORD: "other" }), ["a", "b", "c", "d"]);
  });

  it("bound each request", () => {
    const timeoutsOf = (value: string) =>
      clientOptions(resolveSettings({ HOSTING_REQUEST_TIMEOUT: value }, configuration(configured))).timeouts;
    assert.deepEqual(timeoutsOf("5s"), { connect: 5_000, request: 5_000, body: 5_000 });
    assert.deepEqual(timeoutsOf("90s"), { connect: 10_000, request: 90_000, body: 90_000 });
  });
});

describe("keys that name no setting", () => {
  it("are not judged in a project named hosting, whose own settings have the same namespace", () => {
    const values = { "hosting:baseUrl": "x", "hosting:articleNumber": "1" };
    assert.deepEqual(unknownSettings({ values, project: "hosting" }), []);
    assert.equal(unknownSettings({ values, project: "shops" }).length, 1);
    assert.equal(unknownSettings({ values: { ...values, "hosting:provider": "second" }, project: "hosting" }).length, 1);
  });

  it("do not end the line of a message", () => {
    assert.match(unknownSettings({ values: { "hosting:a\nb": "x" } }).join(), /^hosting:a\\u000ab: /);
  });
});
