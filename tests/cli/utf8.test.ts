import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { textIn } from "../../cli/shared/input.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { temporaryFolder } from "../support/folder.js";

const json = (name: string) => JSON.stringify({ firstName: name, lastName: "Müller" });

describe("the text of a file", () => {
  for (const [what, bytes, refused] of [
    ["UTF-8", Buffer.from("{\n  Müller 𝄞"), undefined],
    ["U+FFFD that is meant", Buffer.from("\ufffd"), undefined],
    ["ISO 8859-1", Buffer.from("{\n  Müller", "latin1"), /not UTF-8 at line 2, byte 6;/],
    ["cut off in a character", Buffer.from("ab€").subarray(0, 4), /not UTF-8 at line 1, byte 3;/],
    ["UTF-16 with a mark", Buffer.from("\ufeffMüller", "utf16le"), /UTF-16/],
    ["UTF-16 without a mark", Buffer.from('{"a":1}', "utf16le"), /UTF-16/],
  ] as const)
    it(`is ${refused === undefined ? "read" : "refused"}: ${what}`, () => {
      if (refused === undefined) assert.equal(textIn(bytes), bytes.toString("utf8"));
      else assert.throws(() => textIn(bytes), refused);
    });
});

describe("a file that is not UTF-8", () => {
  const folder = temporaryFolder();
  it("is refused with its place", async () => {
    const file = join(folder.path, "text.json");
    await writeFile(file, Buffer.from(json("José"), "latin1"), { mode: 0o600 });
    for (const [words, env] of [
      [["sandbox", "--port", "0", "--seed", file], {}],
      [["call", "webhooks.list", "--profile", "anna"], { HOSTING_PROFILES: file }],
    ] as const) {
      const { code, stderr } = await runInProcess(words, { env });
      assert.equal(code, 2, stderr);
      assert.match(stderr, /is not UTF-8 at line 1, byte 18;/);
    }
  });

  it("is refused too if it was read elsewhere: no body is sent with U+FFFD", async () => {
    const env = { HOSTING_BASE_URL: "http://127.0.0.1:9", HOSTING_ACCESS_TOKEN: "unused" };
    const body = json("Jos\ufffd");
    const { code, stderr } = await runInProcess(
      ["call", "customers.updateContactPerson", "--param", "customerNumber=100001", "--body", body],
      { env },
    );
    assert.equal(code, 2);
    assert.match(stderr, /body\.firstName: contains U\+FFFD/);
  });
});
