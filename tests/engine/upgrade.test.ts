import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { domainToASCII } from "node:url";
import type { CollectionName, Sandbox } from "../../sandbox/index.js";
import { at, readRecorded, releases } from "../recorded/format.js";
import { changes, commandTimeout, Stack, type StoredResource, succeeded } from "../support/engine.js";

/** Where the sandbox stores objects of deletable kinds, by its key there. */
const collections: Readonly<Record<string, { readonly name: CollectionName; key(lastPartOfId: string): string }>> = {
  Webhook: { name: "webhooks", key: (id) => id },
  VirtualAccount: { name: "accounts", key: (id) => id },
  Domain: { name: "domains", key: domainToASCII },
  ApplicationToken: { name: "applicationTokens", key: (id) => id },
  GdprContract: { name: "gdprContracts", key: (id) => id },
  GdprPdf: { name: "gdprPdfs", key: (id) => id },
};

interface Exported {
  readonly deployment: { readonly resources: readonly (StoredResource & { readonly external?: boolean })[] };
}

const kindOf = ({ type }: StoredResource): string => type.split(":").at(-1)!;

/** What a destroy deletes. What is only read, or cannot be deleted, stays. */
const deletable = (state: string): StoredResource[] =>
  (JSON.parse(state) as Exported).deployment.resources.filter(
    (resource) => resource.external !== true && kindOf(resource) in collections,
  );

/** The objects of the resources that exist in the sandbox. */
const existing = ({ control }: Sandbox, resources: readonly StoredResource[]): StoredResource[] =>
  resources.filter((resource) => {
    const { name, key } = collections[kindOf(resource)]!;
    return control.store[name].get(key(resource.id!.split("/").at(-1)!)) !== undefined;
  });

for (const release of releases())
  describe(`a stack of release ${release}, on the real engine`, function () {
    this.timeout(3 * commandTimeout);
    let stack: Stack;
    let made: StoredResource[];

    const writes = () => {
      const requests = stack.sandbox.control.journal.requests();
      return requests.filter(({ method, operation }) => method !== "GET" && operation !== "authenticate");
    };

    before(async () => {
      const recorded = readRecorded(release);
      const { readings, snapshot } = recorded.sandbox;
      // The login comes only from the recorded configuration.
      stack = await Stack.create({ readings, snapshot }, { HOSTING_BASE_URL: "", HOSTING_USERNAME: "", HOSTING_PASSWORD: "" });
      const { control, url } = stack.sandbox;
      control.advance(Math.max(0, Date.now() - control.now()));
      const { program, state, configuration } = at(url, recorded);
      await writeFile(join(stack.folder, "Pulumi.test.yaml"), configuration);
      await stack.declare(program);
      await stack.importState(state);
      made = deletable(state);
    });
    after(() => stack.dispose());

    it("was recorded without an address, except the placeholder for the sandbox", () => {
      const { program, state, configuration } = readRecorded(release);
      const hosts = [...`${JSON.stringify(program)}${state}${configuration}`.matchAll(/https?:\/\/([^\s/"\\]+)/g)];
      const real = hosts.map(([, host]) => host!).filter((host) => !/\.(example|invalid)$/i.test(host));
      assert.deepEqual(real, []);
    });

    it("matches its declaration, even after a refresh", async () => {
      const outcome = succeeded(await stack.preview("--refresh", "--expect-no-changes"));
      assert.deepEqual(changes(outcome), [], outcome.output);
      assert.doesNotMatch(outcome.output, /warning/i);
    });

    it("is not changed by an up", async () => {
      const outcome = succeeded(await stack.up("--expect-no-changes"));
      assert.deepEqual(changes(outcome), [], outcome.output);
      assert.deepEqual(writes(), [], "nothing is written");
    });

    it("is destroyed, with all that can be deleted", async () => {
      const { sandbox } = stack;
      assert.deepEqual(existing(sandbox, made), made);
      succeeded(await stack.pulumi("state", "unprotect", "--all", "--yes"));
      succeeded(await stack.destroy());
      assert.deepEqual(existing(sandbox, made), []);
    });
  });
