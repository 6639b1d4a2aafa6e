import assert from "node:assert/strict";
import { waysToStore } from "../../proofs/large/ways.js";

describe("ways to store the state of a large stack", () => {
  const address = "postgres://runner@127.0.0.1:5432/pulumi";

  it("use the backend with each setting for writing, and are named only by its scheme", () => {
    const ways = waysToStore(address);
    assert.deepEqual(
      ways.map(({ name, environment }) => [name, environment?.["PULUMI_BACKEND_URL"]]),
      ["", ", compressed", ", without intermediate checkpoints"].map((setting) => [`state in \`postgres:\`${setting}`, address]),
    );
    assert.equal(new Set(ways.map(({ environment }) => JSON.stringify(environment))).size, 3);
  });

  it("keep the state in the files of the stack if there is no address", () => {
    for (const { environment } of waysToStore()) assert.ok(!("PULUMI_BACKEND_URL" in (environment ?? {})));
  });

  it("refuse a password without repeating it", () => {
    assert.throws(
      () => waysToStore("postgres://runner:Geheim-4711@127.0.0.1:5432/pulumi"),
      ({ message }: Error) => message.includes("PGPASSWORD") && !message.includes("Geheim-4711"),
    );
  });

  it("accept only an address", () => {
    assert.throws(() => waysToStore("state"), /--backend takes the address/);
  });
});
