import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { asked } from "../../examples/fleet/consent.js";

describe("the consent to a deletion", () => {
  const answered = async (answer: string): Promise<boolean> => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const consent = asked("This deletes everything.", input, output);
    input.end(answer);
    const given = await consent;
    output.end();
    assert.equal(await text(output), 'This deletes everything.\nType "yes" to continue: ');
    return given;
  };

  it("is given by the word yes", async () => assert.equal(await answered("yes\n"), true));

  for (const answer of ["no\n", "y\n", "\n", ""])
    it(`is not given by ${JSON.stringify(answer)}`, async () => assert.equal(await answered(answer), false));
});
