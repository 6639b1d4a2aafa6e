import assert from "node:assert/strict";
import type { Claim } from "../../provider/journal/claims.js";
import { removalsText } from "../../provider/program/removals-text.js";
import { removalOf } from "../../provider/values/removals.js";
import { kindLabels } from "../../provider/values/labels.js";
import { kinds } from "../../provider/values/kinds.js";
import { definitions } from "../../proofs/matrix/definitions.js";

describe("what a preview says about resources that have left the program", () => {
  const claim = (kind: string, id: string): Claim => ({ kind, id, address: "https://api.example", entry: id, name: "it" });

  for (const kind of kinds) {
    const { deletion, identity } = definitions[kind];
    it(`says what becomes of each object: ${kind}`, () => {
      const removal = removalOf(kind);
      assert.equal(removal?.does === "leaves", deletion.delete === undefined);
      const which = identity.singleton === true ? "of customer 100002" : "100002";
      assert.ok(
        removalsText([claim(kind, "100002")])?.includes(
          `\n- ${removal!.does} ${kindLabels[kind]} ${which} (resource "it")${removal!.effect}.`,
        ),
      );
    });
  }

  it("says that the invoices of a customer go elsewhere", () => {
    assert.match(
      removalsText([claim("billingRecipient", "100002")])!,
      /- resets billing recipient of customer 100002 \(resource "it"\) to the contract partner, who gets the invoices again\.$/,
    );
  });

  it("names each object with its resource", () => {
    assert.equal(
      removalsText([claim("domain", "p1/a.de"), claim("webhook", "7"), claim("gdprTom", "t")]),
      "The program no longer declares these resources. If the state still has them without `retainOnDelete`, not moved by `pulumi state move`, " +
        "and no option such as `--target` leaves them out, `pulumi up`\n" +
        '- cancels domain p1/a.de (resource "it"), which cannot be undone and is not refunded.\n' +
        '- deletes webhook 7 (resource "it").\n' +
        '- leaves TOM t (resource "it") at the provider, because the API cannot delete it.',
    );
  });

  it("says nothing of a subdomain that is deleted with its domain or its account", () => {
    for (const container of [claim("domain", "p1/a.de"), claim("virtualAccount", "1/p1")])
      assert.doesNotMatch(removalsText([container, claim("subdomain", "p1/a.de/blog")])!, /blog/);
    assert.match(removalsText([claim("domain", "p1/b.de"), claim("subdomain", "p1/a.de/blog")])!, /fails to delete .*blog/);
  });

  it("says that a container stays in which the program declares something by its name", () => {
    const removed = [claim("virtualAccount", "1/p1"), claim("domain", "p1/a.de"), claim("domain", "p1/b.de")];
    const text = removalsText(removed, { placed: [{ kind: "subdomain", name: "s", place: "p1/A.de" }] })!;
    assert.match(
      text,
      /- fails to delete virtual account 1\/p1 \(resource "it"\), because the program declares something in it: resource "s"\./,
    );
    assert.match(text, /- fails to delete domain p1\/a\.de .* resource "s"\./);
    assert.match(text, /- cancels domain p1\/b\.de/);
  });

  it("says that an object stays which another stack has, or in which one has something", () => {
    const ofOther = (kind: string, id: string): Claim => ({ ...claim(kind, id), name: "theirs", project: "shop", stack: "dev" });
    const removed = [claim("domain", "p1/a.de"), claim("domain", "p1/b.de"), claim("domain", "p1/c.de"), claim("webhook", "7")];
    const elsewhere = { ...ofOther("domain", "p1/c.de"), address: "https://other.example" };
    const others = [ofOther("domain", "p1/A.de"), ofOther("subdomain", "p1/b.de/blog"), elsewhere, ofOther("webhook", "7")];
    const text = removalsText(removed, { others })!;
    assert.match(
      text,
      /- leaves domain p1\/a\.de \(resource "it"\) at the provider, because others have it as well: resource "theirs" of stack dev of project shop\./,
    );
    assert.match(
      text,
      /- fails to delete domain p1\/b\.de .*, because others have something in it: resource "theirs" of stack dev/,
    );
    assert.match(text, /- cancels domain p1\/c\.de/);
    assert.match(text, /- leaves webhook 7 /);
  });

  it("says that a new resource may adopt the object", () => {
    const removed = [claim("webhook", "7"), claim("gdprTom", "t"), claim("domain", "p1/a.de")];
    const adopting = ["webhook", "gdprTom"].map((kind) => ({ kind, name: "renamed" }));
    const text = removalsText(removed, { adopting })!;
    assert.match(text, /\n- unless adopted by resource "renamed", deletes webhook 7 \(resource "it"\)\./);
    assert.match(text, /\n- leaves TOM t /);
    assert.match(text, /\n- cancels domain p1\/a\.de /);
  });

  it("says nothing of what is retained", () => {
    assert.equal(removalsText([{ ...claim("domain", "p1/a.de"), isRetained: true }]), undefined);
  });

  it("knows no kind of a later version", () => {
    assert.equal(removalsText([claim("constructor", "a"), claim("later", "b")]), undefined);
  });
});
