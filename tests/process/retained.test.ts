import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey, retainedKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { messageOf, rehearseInProcess, samples } from "../support/rehearsal.js";

/** Pulumi keeps what the state says to retain, and the deletion of its container would delete it. */
describe("an object that is retained in a container that is replaced", () => {
  const rehearsal = rehearseInProcess();
  const retained = { [retainedKey]: true };

  interface Entry {
    readonly kind: "virtualAccount" | "domain" | "subdomain";
    readonly id: string;
    readonly state: Properties;
    readonly inputs: Properties;
  }

  async function created(kind: Entry["kind"], inputs: Properties): Promise<Entry> {
    const { id, state } = await rehearsal.provider.create(kind, inputs);
    return { kind, id, state, inputs };
  }
  /** Account, domain and subdomain, each in the previous one. */
  async function chain() {
    const account = await created("virtualAccount", { ...samples.virtualAccount, forceDestroy: true, [nameKey]: "account" });
    const inside = { accountIdentifier: account.id.split("/")[1]! };
    const domain = await created("domain", { ...inside, sld: "retained", tld: "de", [nameKey]: "shop" });
    const blog = { ...inside, domainIdentifier: "retained.de", name: "blog", [nameKey]: "blog" };
    return { account, domain, blog: await created("subdomain", blog) };
  }

  /** The program declares the resource, and the state has its entry with these inputs. */
  async function declare({ kind, id, state, inputs }: Entry, change: Properties = {}) {
    const news = { ...inputs, ...change };
    await rehearsal.provider.check(kind, news, inputs);
    return rehearsal.provider.diff(kind, id, state, news);
  }

  for (const [container, change, content] of [
    ["account", { virtualName: "other" }, String.raw`domain \S+retained\.de \(resource "shop" of this stack\)`],
    ["domain", { sld: "other" }, String.raw`subdomain \S+/blog \(resource "blog" of this stack\)`],
  ] as const)
    it(`is known by its claim before another ${container} is ordered, also after a refresh has dropped the option`, async () => {
      const all = await chain();
      const inside = container === "account" ? all.domain : all.blog;
      await rehearsal.beginRun();
      await declare(all[container]);
      await declare(inside, retained);
      await rehearsal.beginRun();
      const refused = new RegExp(
        `cannot be replaced because of \\w+: that would also delete ${content}, .* explain retained-inside\``,
      );
      assert.match(await messageOf(declare(all[container], change)), refused);
      // Whether its own replacement is refused or not, the state keeps the option of its entry.
      await declare(inside, { accountIdentifier: unknownValue }).catch(() => undefined);
      await rehearsal.beginRun();
      assert.match(await messageOf(declare(all[container], change)), refused);
      await declare(inside);
      await rehearsal.beginRun();
      assert.equal((await declare(all[container], change)).replaces.length, 1);
    });

  it("is kept by nothing if the state has lost its entry, and its resource has adopted it since", async () => {
    const { account, domain } = await chain();
    await rehearsal.beginRun();
    await declare(account);
    await declare(domain, retained);
    await rehearsal.beginRun();
    await created("domain", { ...domain.inputs, adopt: true });
    await rehearsal.beginRun();
    assert.equal((await declare(account, { virtualName: "other" })).replaces.length, 1);
  });
});
