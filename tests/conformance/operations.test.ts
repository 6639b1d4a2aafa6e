import assert from "node:assert/strict";
import { successOf } from "../../sdk/http/decode.js";
import type { Operation } from "../../sdk/operations/operation.js";
import { operations } from "../../sdk/operations/index.js";
import { type Answer, Api } from "../support/sandbox.js";
import { rows } from "../../sdk/operations/rows.js";
import { withoutRequired, withWrongValues } from "./broken.js";
import { namesSomething } from "./cases.js";
import { send, useWorld } from "./world.js";

/** How a request is refused that has not the documented shape. */
function assertRefused(row: Operation, what: string, { status, text, json }: Answer): void {
  const place = `${row.id}, ${what}: ${status} ${text}`;
  if (row.id === "authenticate") return assert.ok(status === 403 || status === 500, place);
  assert.equal(status, 400, place);
  const documented = row.answers[400];
  if (documented !== undefined && !("schema" in documented)) assert.equal(text, "", place);
  else assert.equal(typeof (json as { message?: unknown }).message, "string", place);
}

describe("conformance of the sandbox", () => {
  const world = useWorld();

  for (const row of rows)
    describe(row.id, () => {
      const isOpen = row === operations.authentication.authenticate;

      it("accepts a request and answers as documented", async () => {
        const answer = await world().call(row, world().caseOf(row).complete());
        assert.ok(successOf(row, answer.status), `${row.id}: ${answer.status} ${answer.text}`);
        const [entry] = world().sandbox.control.journal.requests();
        assert.equal(entry?.operation, row.id);
        assert.equal(entry.effect, row.repeat !== "safe", "what is safe changes nothing, everything else does");
      });

      if (row.repeat === "idempotent" && !isOpen)
        it("changes nothing more when called twice", async () => {
          const input = world().caseOf(row).complete();
          const first = await world().call(row, input);
          const contents = world().contents();
          const second = await world().call(row, input);
          assert.deepEqual([second.status, second.text], [first.status, first.text]);
          assert.deepEqual(world().contents(), contents);
        });

      if (!isOpen)
        it("refuses a call without a valid token", async () => {
          const { url } = world().sandbox;
          const input = world().caseOf(row).complete();
          const nobody = await send(new Api(url), row, input);
          assert.deepEqual([nobody.status, nobody.json], [403, { msg: "not authenticated" }]);
          const stranger = await send(new Api(url, "not-a-token"), row, input);
          assert.deepEqual([stranger.status, stranger.json], [503, { msg: "internal server error" }]);
          world().assertUnchanged();
        });

      if (row.body !== undefined || row.query !== undefined)
        it("refuses a missing member and a wrong one", async () => {
          const complete = world().caseOf(row).complete();
          for (const { what, input } of [...withoutRequired(row, complete), ...withWrongValues(row, complete)])
            assertRefused(row, what, await world().call(row, input));
          world().assertUnchanged();
        });

      if (namesSomething(row))
        it("does not find what does not exist or belongs to another customer", async () => {
          for (const { what, input, status } of world().caseOf(row).misdirected()) {
            const answer = await world().call(row, input);
            assert.equal(answer.status, status, `${row.id}, ${what}: ${answer.text}`);
          }
          world().assertUnchanged();
        });
    });
});
