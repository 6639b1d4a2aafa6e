import assert from "node:assert/strict";
import { hideSecrets, isSameButForSecrets, replaceSecrets, secretsIn, withoutLogin } from "../../sdk/redaction/addresses.js";

const token = "T0123456789ABCDEFGHIJ";

/** Each address as it may be shown, with what must be found in other texts. */
const addresses: readonly (readonly [address: string, shown: string, secrets: readonly string[]])[] = [
  ["https://hooks.slack.com/services/T00/B00/planted", "https://hooks.slack.com/[secret]", []],
  [
    "https://hooks.slack.com/services/T0AB/B0CD/plantedPLANTED",
    "https://hooks.slack.com/[secret]",
    ["T0AB", "B0CD", "plantedPLANTED"],
  ],
  ["https://discord.com/api/webhooks/4711/pl-anted_/slack", "https://discord.com/[secret]", ["4711", "pl-anted_"]],
  [
    "https://winter.webhook.office.com/webhookb2/planted@x/IncomingWebhook/planted1",
    "https://winter.webhook.office.com/[secret]",
    ["webhookb2", "planted@x", "IncomingWebhook", "planted1"],
  ],
  ["https://outlook.office.com/webhook/planted-1", "https://outlook.office.com/[secret]", ["planted-1"]],
  ["https://api.telegram.org/bot47:PLANTED/sendMessage", "https://api.telegram.org/[secret]", ["bot47:PLANTED", "sendMessage"]],
  [`https://chat.example/hooks/${token}/${token}?a`, "https://chat.example/hooks/[secret]?[secret]", [token, token]],
  [
    "https://flow.example/invoke?version=1&sig=planted-0123456789#planted",
    "https://flow.example/invoke?[secret]#[secret]",
    ["planted-0123456789"],
  ],
  ["https://agency.example/hook?token=planted", "https://agency.example/hook?[secret]", ["planted"]],
  ["https://agency.example/hook?planted", "https://agency.example/hook?[secret]", []],
  [
    "https://ci:planted@agency.example/a1/b?page=2#x",
    "https://[secret]@agency.example/[secret]?[secret]#[secret]",
    ["planted", "ci:planted", "/a1/b", "2", "x"],
  ],
  ["301 https://ci:planted@agency.example/", "301 https://[secret]@agency.example/", ["planted", "ci:planted"]],
  ["//hooks.slack.com/services/T00/planted", "//hooks.slack.com/[secret]", []],
  ["hooks.slack.com./services/T00/planted", "hooks.slack.com./[secret]", []],
  ["https://h.example/in/eyJhbGci.eyJzdWI4.plantedXYZ", "https://h.example/in/[secret]", ["eyJhbGci.eyJzdWI4.plantedXYZ"]],
  ["https://h.example/a,PLANTED0123456789,b", "https://h.example/[secret]", ["a,PLANTED0123456789,b"]],
  ["https://h.example/a;token=planted", "https://h.example/[secret]", ["a;token=planted"]],
  ["https://:planted@agency.example/hook", "https://[secret]@agency.example/hook", ["planted", ":planted"]],
];

describe("an address with a secret", () => {
  for (const [address, shown, secrets] of addresses)
    it(`is shown and copied without it: ${address}`, () => {
      assert.equal(hideSecrets(address), shown);
      assert.equal(hideSecrets(shown), shown);
      assert.deepEqual(secretsIn(address), secrets);
      const copy = replaceSecrets(address, () => "replaced-4f");
      for (const text of [shown, copy]) assert.doesNotMatch(text, /planted|T0123/i);
      assert.ok(isSameButForSecrets(address, copy));
      assert.ok(!isSameButForSecrets(address, copy.replace(/\.(example|com|org)/, ".other")));
      assert.ok(!isSameButForSecrets(address, `${copy}/more`));
    });

  it("is the same as its copy of an earlier version, which replaced less", () => {
    assert.ok(
      isSameButForSecrets("https://hooks.slack.com/services/T00/B00/x1", "https://hooks.slack.com/services/T00/B00/replaced-1"),
    );
    assert.ok(isSameButForSecrets("https://shop.example/a?token=b&page=2", "https://shop.example/a?token=replaced-1&page=2"));
  });

  it("keeps its path where it only tells objects apart", () => {
    assert.equal(withoutLogin(addresses[0]![0]), addresses[0]![0]);
    assert.equal(withoutLogin("https://a:b@c.example/d1/e?f=g"), "https://[secret]@c.example/d1/e?[secret]");
  });
});

describe("a text without a secret", () => {
  for (const text of [
    "https://agency.example/hooks/registration",
    "https://agency.example/hook?",
    "https://AGENCY.example",
    "https://hooks.slack.com/",
    "/shops/T0123456789ABCDEFGHIJ",
    "no address?token=1",
    "Note: why? #1",
  ])
    it(`stays as it is: ${text}`, () => {
      assert.equal(hideSecrets(text), text);
      assert.equal(
        replaceSecrets(text, () => "x"),
        text,
      );
      assert.deepEqual(secretsIn(text), []);
      assert.ok(!isSameButForSecrets(text, text));
    });
});
