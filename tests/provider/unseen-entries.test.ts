import assert from "node:assert/strict";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { domain } from "../../provider/resources/domain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

/** The journal of another machine may show who has a billed object in an account. */
describe("an account with a domain that no known state has", () => {
  const rehearsal = rehearseKernel();
  const kernel = () => rehearsal.kernel(virtualAccount);
  const refused =
    /that would also delete domain \S+\/unseen\.de, and the journal on this machine has not seen this entry in an earlier run/;
  const deletions = () => rehearsal.requests("deleteVirtualAccount");

  /** From an earlier run. */
  async function account({ isEmpty = false } = {}) {
    const made = await kernel().create({ ...samples.virtualAccount, [nameKey]: "account" });
    rehearsal.recorded("virtualAccount", made.id);
    if (!isEmpty) {
      const inside = { accountIdentifier: made.id.split("/")[1]!, sld: "unseen", tld: "de", [nameKey]: "other" };
      const { id, state } = await rehearsal.kernel(domain).create(inside);
      rehearsal.recorded("domain", id);
      rehearsal.ownership.leavesBehind("domain", id, state);
    }
    rehearsal.endRun();
    return made;
  }
  const replacing = ({ id, state }: Awaited<ReturnType<typeof account>>) =>
    kernel().checkReplacement(id, state, { ...state, virtualName: "another" }, ["virtualName"]);

  it("is deleted or replaced, and the domain is named, if an earlier run had its entry", async () => {
    const made = await account();
    await replacing(made);
    assert.match(
      rehearsal.warnings.join(),
      /will also delete domain \S+\/unseen\.de, which no state has, as far as runs on this/,
    );
    await kernel().delete(made.id, made.state);
    assert.match(
      rehearsal.warnings.join(),
      /also deleted domain \S+\/unseen\.de, which no state has, as far as runs on this machine/,
    );
    assert.equal(deletions(), 1);
  });

  it("is neither deleted nor replaced without the journal, and the message says what to do", async () => {
    const made = await account();
    rehearsal.loseJournal();
    assert.match(await messageOf(replacing(made)), new RegExp(`cannot be replaced because of virtualName: ${refused.source}`));
    assert.match(
      await messageOf(kernel().delete(made.id, made.state)),
      new RegExp(
        `was not deleted: ${refused.source}, .*Run the command where the journal of the earlier runs is\\. .*\`pulumi preview\` here .*\`hosting call domains\\.delete\`.*\`adopt: true\`\\. Then run again\\.$`,
      ),
    );
    assert.equal(deletions(), 0);
  });

  it("does not count as seen by a run that refuses its change, or by the run that is to delete it", async () => {
    const made = await account();
    rehearsal.loseJournal();
    for (let time = 0; time < 2; time += 1) {
      await rehearsal.ownership.keeps(virtualAccount, made.id, made.state, made.state, true);
      rehearsal.endRun();
      assert.match(await messageOf(replacing(made)), refused);
    }
    await rehearsal.declares(virtualAccount, made.id, made.state);
    assert.match(await messageOf(kernel().delete(made.id, made.state)), refused);
    assert.equal(deletions(), 0);
  });

  it("counts as seen once an earlier run here has kept it, also if a later one refuses a change", async () => {
    const made = await account();
    rehearsal.loseJournal();
    await rehearsal.declares(virtualAccount, made.id, made.state);
    rehearsal.endRun();
    await rehearsal.ownership.keeps(virtualAccount, made.id, made.state, { ...made.state, virtualName: unknownValue }, true);
    rehearsal.endRun();
    await replacing(made);
    await kernel().delete(made.id, made.state);
    assert.equal(deletions(), 1);
  });

  it("is deleted and replaced without the journal if it contains no domain", async () => {
    const made = await account({ isEmpty: true });
    rehearsal.loseJournal();
    await replacing(made);
    await kernel().delete(made.id, made.state);
    assert.equal(deletions(), 1);
  });
});
