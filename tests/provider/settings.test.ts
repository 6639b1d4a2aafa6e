import assert from "node:assert/strict";
import { resolve } from "node:path";
import { clientOptions, resolveSettings, SettingsError, unknownSettings } from "../../provider/runtime/settings.js";

const configuration = (entries: Record<string, string>) => (key: string) => entries[key];

const configured = {
  "hosting:baseUrl": "https://config.example",
  "hosting:username": "config-user",
  "hosting:password": "config-password",
};

const problemsOf = (environment: Record<string, string>, config: Record<string, string>): string => {
  try {
    resolveSettings(environment, configuration(config));
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.join("\n");
    throw error;
  }
  return "";
};

describe("settings", () => {
  it("come from the configuration, with safe defaults", () => {
    assert.deepEqual(resolveSettings({}, configuration(configured)), {
      baseUrl: "https://config.example",
      credentials: { username: "config-user", password: "config-password" },
      subdomainDeletion: "refuse",
      whenGone: "error",
      previewChecks: "online",
      requestTimeout: 60_000,
      rateLimitWait: 900_000,
    });
  });

  it("let a command that only compares see what is gone, and look up nothing else, whatever is set", () => {
    const { whenGone, previewChecks } = resolveSettings(
      { HOSTING_COMPARING: "true", HOSTING_WHEN_GONE: "error" },
      configuration(configured),
    );
    assert.deepEqual([whenGone, previewChecks], ["recreate", "off"]);
  });

  it("accept only an absolute path for the journal, independent of the project folder", () => {
    for (const folder of ["~/journal", "~", "journal", "./journal", "../journal"])
      assert.match(
        problemsOf({ HOSTING_JOURNAL: folder }, configured),
        /^HOSTING_JOURNAL must be an absolute path, such as \/var\/lib\/hosting \(`~` is not expanded\)/,
      );
    for (const folder of ["", resolve("journal")]) assert.equal(problemsOf({ HOSTING_JOURNAL: folder }, configured), "");
    assert.match(
      problemsOf({ PULUMI_HOME: "home" }, configured),
      /^PULUMI_HOME must be an absolute path, because the journal is there/,
    );
    for (const environment of [{ PULUMI_HOME: resolve("home") }, { PULUMI_HOME: "home", HOSTING_JOURNAL: resolve("journal") }])
      assert.equal(problemsOf(environment, configured), "");
  });

  it("come first from the environment, because refresh and destroy replay a recorded configuration", () => {
    const environment = {
      HOSTING_BASE_URL: "https://env.example",
      HOSTING_PASSWORD: "env-password",
      HOSTING_WHEN_GONE: "recreate",
      HOSTING_PREVIEW_CHECKS: "off",
    };
    assert.deepEqual(resolveSettings(environment, configuration(configured)), {
      baseUrl: "https://env.example",
      credentials: { username: "config-user", password: "env-password" },
      subdomainDeletion: "refuse",
      whenGone: "recreate",
      previewChecks: "off",
      requestTimeout: 60_000,
      rateLimitWait: 900_000,
    });
  });

  it("let a login in the environment override a configured access token, and vice versa", () => {
    const login = { HOSTING_USERNAME: "u", HOSTING_PASSWORD: "p" };
    const withToken = { ...configured, "hosting:accessToken": "config-token" };
    assert.deepEqual(resolveSettings(login, configuration(withToken)).credentials, { username: "u", password: "p" });
    assert.deepEqual(resolveSettings({ HOSTING_ACCESS_TOKEN: "t" }, configuration(withToken)).credentials, { accessToken: "t" });
    assert.deepEqual(resolveSettings({}, configuration(withToken)).credentials, { accessToken: "config-token" });
  });

  it("of an explicit provider ignore the variables of the default one, and use those with its name", () => {
    const environment = { HOSTING_USERNAME: "first", HOSTING_PASSWORD: "first", HOSTING_SECOND_ACCOUNT_PASSWORD: "second" };
    const own = { ...configured, "hosting:provider": "second account" };
    assert.deepEqual(resolveSettings(environment, configuration(own)).credentials, {
      username: "config-user",
      password: "second",
    });
  });

  it("that are missing are all reported at once, each with where to set it", () => {
    const problems = problemsOf({}, {});
    assert.match(problems, /baseUrl is missing.*HOSTING_BASE_URL.*pulumi config set hosting:baseUrl/);
    assert.match(problems, /username is missing.*HOSTING_USERNAME/);
    assert.match(problems, /password is missing.*HOSTING_PASSWORD.*pulumi config set --secret hosting:password/);
  });

  it("refuse an address that would reveal the login", () => {
    assert.match(problemsOf({}, { ...configured, "hosting:baseUrl": "http://api.example" }), /https/);
    assert.match(problemsOf({}, { ...configured, "hosting:baseUrl": "https://user:secret@api.example" }), /login/);
    assert.doesNotMatch(problemsOf({}, { ...configured, "hosting:baseUrl": "https://user:secret@api.example" }), /secret@/);
    assert.equal(problemsOf({}, { ...configured, "hosting:baseUrl": "http://127.0.0.1:8080" }), "");
  });

  for (const name of ["username", "password"] as const)
    it(`refuse a ${name} with the line end of its file, and name its setting`, () => {
      const variable = `HOSTING_${name.toUpperCase()}`;
      const problems = problemsOf({ [variable]: "planted\n" }, configured);
      assert.match(problems, new RegExp(`credentials\\.${name} has white space .* To change it, set ${variable}`));
      const own = { ...configured, "hosting:provider": "second", [`hosting:${name}`]: "planted\r\n" };
      assert.match(
        problemsOf({}, own),
        new RegExp(`set HOSTING_SECOND_${name.toUpperCase()} .*\`${name}\` of Provider "second"`),
      );
      assert.doesNotMatch(problems + problemsOf({}, own), /planted/);
    });

  it("accept durations within limits", () => {
    const environment = { HOSTING_REQUEST_TIMEOUT: "1.5s", HOSTING_RATE_LIMIT_WAIT: "0s" };
    const { requestTimeout, rateLimitWait } = resolveSettings(environment, configuration(configured));
    assert.deepEqual({ requestTimeout, rateLimitWait }, { requestTimeout: 1500, rateLimitWait: 0 });
    for (const value of ["0s", "10", "6m", "soon", "-1s"])
      assert.match(
        problemsOf({ HOSTING_REQUEST_TIMEOUT: value }, configured),
        /requestTimeout must be a duration from 1ms to 5m, such as "60s".*: set HOSTING_REQUEST_TIMEOUT/,
      );
    const timeoutsOf = (value: string) =>
      clientOptions(resolveSettings({ HOSTING_REQUEST_TIMEOUT: value }, configuration(configured))).timeouts;
    assert.deepEqual(timeoutsOf("5s"), { connect: 5_000, request: 5_000, body: 5_000 });
    assert.deepEqual(timeoutsOf("90s"), { connect: 10_000, request: 90_000, body: 90_000 });
    assert.match(
      problemsOf({ HOSTING_RATE_LIMIT_WAIT: "25h" }, configured),
      /rateLimitWait must be a duration from 0s to 24h, such as "15m"/,
    );
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
