import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, succeeded, useStack } from "../support/engine.js";
import { account, domain, of, subdomain, webhook } from "../support/resources.js";

interface Told {
  readonly digest: string;
  readonly outcome: string;
  readonly cost: { readonly sums: readonly unknown[]; readonly unpriced: number; readonly year?: object };
  readonly changes: readonly {
    readonly title: string;
    readonly effect: string;
    readonly ordered: boolean;
    readonly protection?: string;
    readonly customer?: number;
    readonly reads?: string;
    readonly properties: readonly object[];
  }[];
  readonly drift: readonly { readonly urn: string; readonly gone: boolean }[];
  readonly settings: readonly { readonly what: string; readonly name: string; readonly revealed?: boolean }[];
  readonly cautions: readonly string[];
}

const headers = (value: string) => ({ headers: { "X-Secret": value } });

/** What the engine reports, as a reviewer reads it. */
describe("hosting review, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack();
  const kept = domain("kept", {}, { protect: null });
  const declaredBefore = [
    account("web"),
    kept,
    domain("leaving"),
    subdomain("blog", "kept"),
    webhook("hook", headers("planted-header")),
    webhook("retained", {}, { retainOnDelete: true }),
    webhook("protected", {}, { protect: true }),
  ];
  const declaredAfter = [
    account("web", { virtualName: "site" }),
    kept,
    domain("new", {}, { protect: null }),
    subdomain("blog", "kept"),
    webhook("hook", { method: "PUT", ...headers("planted-other") }),
    webhook("protected"),
  ];
  const titleOf = ({ title, effect }: Told["changes"][number]) => `${title}: ${effect}`;

  before(async () => {
    await stack.applied(...declaredBefore);
    await stack.declare({ resources: declaredAfter });
  });

  async function review(code: number, ...flags: string[]): Promise<string> {
    const ended = await stack.hosting(["review", ...flags]);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted|sandbox-password/);
    return ended.stdout;
  }

  it("tells what is ordered, changed, replaced, deleted, left and less protected, in all forms, in which no secret is", async () => {
    const folder = join(stack.folder, "review");
    const markdown = await review(0, "--out", folder, "--markdown");
    const files = (await readdir(folder)).sort();
    assert.deepEqual(files, ["gitlab.json", "review.json", "review.md", "whole.md"]);
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
    assert.doesNotMatch(texts.join("\n"), /planted|sandbox-password/);
    assert.deepEqual(JSON.parse(texts[0]!), { create: 2, update: 2, delete: 2 });

    const { changes, cost, outcome, digest } = JSON.parse(texts[1]!) as Told;
    assert.deepEqual([outcome, digest.split(".").length], ["changes", 8]);
    assert.deepEqual(
      changes.map(({ effect, ordered, title, protection, customer, properties }) => [
        `${title}: ${effect}${ordered ? ", ordered" : ""}`,
        protection,
        customer,
        title === "Domain new" ? [] : properties,
      ]),
      [
        ["Domain leaving: deleted", undefined, 100001, []],
        ["Domain new: ordered, ordered", undefined, 100001, []],
        [
          "VirtualAccount web: replaced, ordered",
          undefined,
          100001,
          [{ path: "virtualName", before: "web", after: "site", replaces: true }],
        ],
        [
          "Webhook hook: changed",
          undefined,
          undefined,
          [
            { path: 'headers["X-Secret"]', before: "[secret]", after: "[secret]", replaces: false },
            { path: "method", before: "POST", after: "PUT", replaces: false },
          ],
        ],
        ["Webhook protected: kept", "removed", undefined, []],
        ["Webhook retained: left", undefined, undefined, []],
      ],
    );
    // Before: an account and two domains; one of them goes, and another one comes.
    const sums = [{ currency: "EUR", ifPricesAreMonthly: 78.84, ifPricesAreForBillingPeriods: 6.57 }];
    const year = { before: { sums, unpriced: 0 }, after: { sums, unpriced: 0 } };
    assert.deepEqual(cost, { sums: [{ currency: "EUR", net: 5.78, once: 0 }], unpriced: 0, year });
    assert.match(markdown, /cancels domain leaving\.de .*, which cannot be undone[^]*permanently destroys virtual account web /);
  });

  it("shows settings, options, outputs and keys that change without an object, and an object that is only read from now on", async () => {
    const secret = webhook("secret-out", headers("planted-header"));
    const [base, hook, hidden] = [domain("kept"), webhook("hook"), { $secret: "planted-other" }];
    const rest = [base, secret, webhook("protected")];
    for (const name of ["key", "other"])
      succeeded(await stack.pulumi("config", "set", "--secret", `engine-test:${name}`, `planted-${name}`));
    const outputs = { shown: of("secret-out", "headers"), opened: hidden, kept: hidden };
    await stack.declare({ resources: [...rest, hook, subdomain("blog", "kept"), webhook("reader")], outputs });
    succeeded(await stack.up("--refresh"));
    const { id } = (await stack.entries())["reader"]!;

    succeeded(await stack.pulumi("config", "set", "--plaintext", "engine-test:key", "planted-key"));
    const resources = [
      ...rest,
      webhook("hook", {}, { ignoreChanges: ["url"] }),
      subdomain("blog", "kept", {}, { deletedWith: "kept", dependsOn: ["hook"] }),
      { type: "Webhook", name: "reader", get: id! },
    ];
    await stack.declare({
      resources,
      outputs: { shown: "plain now", made: { $plain: hidden }, opened: { $plain: hidden }, kept: hidden },
    });
    const ended = await stack.hosting(["review", "--json"], { HOSTING_WHEN_GONE: "recreate" });
    const { outcome, settings, changes } = JSON.parse(ended.stdout) as Told;
    assert.deepEqual([outcome, changes.map(titleOf), changes[0]?.reads], ["changes", ["Webhook reader: left"], id]);
    // Options come in the order in which the engine ends the resources.
    assert.deepEqual(settings.map(({ what, name, revealed }) => `${what} ${name}${revealed ? ", revealed" : ""}`).sort(), [
      "configuration engine-test:key, revealed",
      "option deletedWith",
      "option dependencies",
      "option ignoreChanges",
      "output made, revealed",
      "output opened, revealed",
      "output shown, revealed",
      "setting HOSTING_WHEN_GONE",
    ]);
  });
});
