import assert from "node:assert/strict";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { webhook } from "../../provider/resources/webhook.js";
import type { Definition } from "../../provider/definition/definition.js";
import { nameOfDeclared, nameOfObject, naturalKey } from "../../provider/definition/object-name.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { markSecrets, maskedProperties, secretValues } from "../../provider/definition/secrets.js";

const mark = (definition: unknown, properties: Record<string, unknown>) =>
  markSecrets(definition as Definition, properties, (secret) => ({ secret }));

describe("secrets among properties", () => {
  it("are marked in an address that holds a login or a token, and passed on with its query and fragment", () => {
    for (const [url, ...hidden] of [
      ["https://agency.example/hook"],
      ["https://ci:planted@agency.example/", "planted", "ci:planted"],
      ["https://ci:pl%40nt:ed@agency.example/", "ci:pl@nt:ed", "pl@nt:ed"],
      ["HTTPS:\\\\ci:pl@nted@agency.example", "ci:pl@nted", "pl@nted"],
      ["https:/ci:%zz@agency.example", "%zz", "ci:%zz"],
      ["https://planted-token@agency.example/", "planted-token"],
      ["https://hooks.slack.com/services/T00/B00/planted-token", "planted-token"],
      ["https://agency.example/hook/0123456789abcdef", "0123456789abcdef"],
      ["https://agency.example/hook?token=planted-token", "planted-token"],
      ["https://ci:planted@agency.example/?key=a%20b+c&bare#part%21", "planted", "ci:planted", "a b c", "bare", "part!"],
    ] as const) {
      assert.deepEqual(mark(webhook, { url, uid: "7" }), { url: hidden.length > 0 ? { secret: url } : url, uid: "7" });
      assert.deepEqual(secretValues(webhook as unknown as Definition, { url }).sort(), [...hidden].sort());
      const shown = nameOfDeclared(webhook as unknown as Definition, { method: "POST", url });
      for (const secret of hidden)
        assert.ok(![secret, encodeURIComponent(secret)].some((text) => shown.includes(text)), `${shown} shows ${secret}`);
      assert.match(shown, /agency\.example|hooks\.slack\.com/);
    }
    const damaged = ["https://ci:planted@agency.example/"];
    assert.deepEqual(mark(webhook, { url: damaged }), { url: { secret: damaged } });
    assert.deepEqual(mark(webhook, { url: unknownValue }), { url: unknownValue });
  });

  it("are not in what only names an object, although its query tells it apart", () => {
    const definition = webhook as unknown as Definition;
    const inputs = { method: "POST", url: "https://agency.example/hook?token=planted#planted" };
    assert.equal(nameOfDeclared(definition, inputs), "webhook POST https://agency.example/hook?[secret]#[secret]");
    const chat = { ...inputs, url: "https://hooks.slack.com/services/T00/B00/planted" };
    assert.equal(nameOfObject(definition, "7", chat), "webhook POST https://hooks.slack.com/[secret] (7)");
    assert.notEqual(naturalKey(definition, inputs), naturalKey(definition, chat));
    assert.notEqual(naturalKey(definition, inputs), naturalKey(definition, { ...inputs, url: "https://agency.example/hook?b" }));
    assert.equal(naturalKey(definition, chat), `POST ${chat.url}`);
  });

  it("are masked where a report shows properties: all of a value, or what may be one in an address", () => {
    const shown = (url: string) => maskedProperties(webhook, { url, headers: { a: "1" } });
    for (const [url, expected] of [
      ["https://hooks.slack.com/services/T00/B00/planted", "https://hooks.slack.com/[secret]"],
      ["https://agency.example/hook?planted", "https://agency.example/hook?[secret]"],
      ["https://ci:planted@agency.example/", "https://[secret]@agency.example/"],
      ["https://agency.example/hook", "https://agency.example/hook"],
    ] as const)
      assert.deepEqual(shown(url), { url: expected, headers: { a: "[secret]" } });
  });

  it("are marked as a whole if no program declares them", () => {
    const properties = { password: "chosen", __declared: { password: "declared" } };
    assert.deepEqual(mark(virtualAccount, properties), {
      password: { secret: "chosen" },
      __declared: { secret: { password: "declared" } },
    });
  });

  it("are passed in plain to everything that hides them, in any shape", () => {
    const known = (definition: unknown, properties: Record<string, unknown>) =>
      secretValues(definition as Definition, properties).sort();
    assert.deepEqual(
      known(webhook, {
        url: "https://agency.example/",
        headers: { a: "1", b: { c: ["2"] } },
        parameters: { key: "k", value: "3" },
      }),
      ["1", "2", "3"],
    );
    assert.deepEqual(known(webhook, { headers: ["planted"], parameters: "one more" }), ["one more", "planted"]);
    assert.deepEqual(known(virtualAccount, { password: "chosen", name: "n", __declared: { password: "declared" } }), [
      "chosen",
      "declared",
    ]);
    assert.deepEqual(known(webhook, { __declared: { url: "of an older state" } }), ["of an older state"]);
    assert.deepEqual(known(webhook, { headers: { a: unknownValue, b: 7 } }), []);
    assert.deepEqual(known(webhook, { url: "https://hooks.slack.com/services/T00AB/B00CD/planted" }), ["B00CD", "T00AB"]);
  });
});
