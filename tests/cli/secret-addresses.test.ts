import assert from "node:assert/strict";
import { isSameButForSecrets, withoutSecretsInAddress } from "../../cli/snapshot/secret-addresses.js";

describe("an address in a copy of an account", () => {
  const token = "T0123456789ABCDEFGHIJ";
  const secret = [
    "https://user:word@shop.example/a?token=key&page=2",
    `https://chat.example/hooks/${token}/${token}`,
    "https://shop.example/a#fragment",
  ];

  for (const address of secret)
    it(`is known by what is not secret in it: ${address}`, () => {
      const replaced = withoutSecretsInAddress(address, () => "replaced-4f");
      assert.doesNotMatch(replaced, /word|key|T0123|#fragment/);
      assert.ok(isSameButForSecrets(address, replaced));
      assert.ok(!isSameButForSecrets(address, replaced.replace(".example", ".other")));
      assert.ok(!isSameButForSecrets(address, `${replaced}/more`));
    });

  it("is another one if nothing in it is secret", () => {
    assert.ok(!isSameButForSecrets("https://shop.example/a", "https://shop.example/a"));
    assert.ok(!isSameButForSecrets("no address", "no address"));
  });
});
