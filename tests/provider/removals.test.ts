import assert from "node:assert/strict";
import type { Claim } from "../../provider/journal/claims.js";
import { type Removed, removalsOf, removalsText } from "../../provider/program/removals.js";
import { clientOf } from "../../provider/program/client.js";
import { kinds, labelOf, removalOf } from "../../provider/values/kinds.js";
import { definitions } from "../support/definitions.js";

describe("what a preview says about resources that have left the program", () => {
  const claim = (kind: string, id: string): Claim => ({ kind, id, address: "https://api.example", entry: id, name: "it" });
  const remarksOn = async (...parameters: Parameters<typeof removalsOf>) =>
    removalsText((await removalsOf(...parameters)).remarks);
  const failuresOf = async (...parameters: Parameters<typeof removalsOf>) =>
    removalsText((await removalsOf(...parameters)).failures);

  for (const kind of kinds) {
    const { deletion } = definitions[kind];
    it(`says what becomes of each object: ${kind}`, async () => {
      const removal = removalOf(kind);
      assert.equal(removal?.does === "leaves", deletion.delete === undefined);
      assert.ok(
        (await remarksOn([claim(kind, "100002")]))?.includes(
          `\n- ${removal!.does} ${labelOf(kind)} 100002 (resource "it")${removal!.effect}`,
        ),
      );
    });
  }

  it("names each object with its resource", async () => {
    assert.equal(
      await remarksOn([claim("domain", "p1/a.de"), claim("webhook", "7"), claim("gdprTom", "t")]),
      "The program no longer declares these resources. Unless they are retained (`retainOnDelete`) or an option such as `--target` leaves them " +
        "out, `pulumi up`\n" +
        '- cancels domain p1/a.de (resource "it"), which cannot be undone and is not refunded.\n' +
        '- deletes webhook 7 (resource "it").\n' +
        '- leaves TOM t (resource "it") at the provider, because the API cannot delete it.',
    );
  });

  it("says nothing of a subdomain that is deleted with its domain or its account", async () => {
    for (const container of [claim("domain", "p1/a.de"), claim("virtualAccount", "1/p1")])
      assert.doesNotMatch((await remarksOn([container, claim("subdomain", "p1/a.de/blog")]))!, /blog/);
    assert.match((await remarksOn([claim("domain", "p1/b.de"), claim("subdomain", "p1/a.de/blog")]))!, /fails to delete .*blog/);
  });

  it("says that an object stays which another stack has, or in which one has something", async () => {
    const ofOther = (kind: string, id: string): Claim => ({ ...claim(kind, id), name: "theirs", project: "shop", stack: "dev" });
    const removed = [claim("domain", "p1/a.de"), claim("domain", "p1/b.de"), claim("domain", "p1/c.de"), claim("webhook", "7")];
    const elsewhere = { ...ofOther("domain", "p1/c.de"), address: "https://other.example" };
    const others = [ofOther("domain", "p1/A.de"), ofOther("subdomain", "p1/b.de/blog"), elsewhere, ofOther("webhook", "7")];
    const text = (await remarksOn(removed, { others }))!;
    assert.match(
      text,
      /- leaves domain p1\/a\.de \(resource "it"\) at the provider, because others have it as well: resource "theirs" of stack shop\/dev\./,
    );
    assert.match(
      text,
      /- fails to delete domain p1\/b\.de .*: that would also delete subdomain p1\/b\.de\/blog \(resource "theirs" of stack shop\/dev/,
    );
    assert.match(text, /- cancels domain p1\/c\.de/);
    assert.match(text, /- leaves webhook 7 /);
  });

  describe("as failures of the run", () => {
    /** As the state and the journal show it, for a run that logs in with application token `t`. */
    const removed = (kind: string, id: string, more: Partial<Removed> = {}): Removed => ({
      ...claim(kind, id),
      isRetained: false,
      provider: clientOf({
        "hosting:baseUrl": "http://127.0.0.1:9",
        "hosting:username": "t",
        "hosting:password": "p",
        ...(more.name === "unchecked" ? { "hosting:previewChecks": "off" } : {}),
      }),
      ...more,
    });
    const account = (more: Partial<Removed> = {}) =>
      removed("virtualAccount", "1/p1", { inside: ["p1/a.de", "p1/b.de"], ...more });
    const subdomain = (more: Partial<Removed> = {}) => removed("subdomain", "p1/c.de/blog", more);
    const a = removed("domain", "p1/A.de");

    const failures: readonly [reason: string, removed: readonly Removed[], line: RegExp][] = [
      [
        "a contract that the state shows as concluded",
        [removed("gdprContract", "c", { isConcluded: true })],
        /\n- fails to delete GDPR contract c .*: a concluded contract stays/,
      ],
      ["a subdomain whose domain stays", [subdomain()], /\n- fails to delete subdomain p1\/c\.de\/blog /],
      [
        "the token that the run logs in with",
        [removed("applicationToken", "t")],
        /\n- fails to delete application token t .*logs in with it/,
      ],
      [
        "a domain in an account that the run does not delete",
        [account(), a],
        /\n- fails to delete .* also delete domain p1\/b\.de, which is billed/,
      ],
      [
        "a domain in an account that the run would delete with it only",
        [account(), a, removed("domain", "p1/b.de", { deletedWith: "it" })],
        /also delete domain p1\/b\.de, .*`forceDestroy: true`/,
      ],
      [
        "a domain in an account that stays at the provider",
        [account(), a, removed("domain", "p1/b.de", { isRetained: true })],
        /also delete domain p1\/b\.de, /,
      ],
    ];
    for (const [reason, all, line] of failures)
      it(`names ${reason}`, async () => assert.match((await failuresOf(all)) ?? "", line));

    const adopters = [{ kind: "subdomain", name: "new" }];
    const possible: readonly [reason: string, removed: readonly Removed[]][] = [
      ["the state says `forceDestroy`", [account({ forceDestroy: true })]],
      ["the run deletes by name what is in the account", [account(), a, removed("domain", "p1/b.de")]],
      ["the API did not show what is in the account", [account({ inside: undefined })]],
      ["nobody knows whether the object is retained", [subdomain({ isRetained: undefined })]],
      ["nobody knows the login of its provider", [subdomain({ provider: undefined })]],
      ["the online checks are off", [subdomain({ name: "unchecked" })]],
      ["the subdomain goes with its domain", [subdomain(), removed("domain", "p1/c.de")]],
      ["a new resource may adopt it", [subdomain({ adopters })]],
    ];
    for (const [reason, all] of possible)
      it(`names nothing if ${reason}`, async () => {
        assert.equal(await failuresOf(all), undefined);
      });
  });
});
