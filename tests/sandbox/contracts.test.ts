import assert from "node:assert/strict";
import { Api, useSandbox } from "../support/sandbox.js";

const day = 86_400_000;

describe("the sandbox's contracts", () => {
  const sandbox = useSandbox();
  let api: Api;

  beforeEach(async () => {
    api = await Api.login(sandbox().url);
  });

  const parameters = { customerNumber: 100001 };
  interface Contract {
    uid: number;
    creationDate: number;
    nextPeriodDate: number;
    cancellation?: { uid: number; creationDate: number; cancellationDate: string };
    account: { name: string };
  }
  const list = async (id = "listContracts") => (await api.expect<Contract[] | null>(200, id, { parameters })) ?? [];

  it("are cancelled at the end of their period, and listed as cancelled for five days", async () => {
    const [contract] = await list();
    assert.deepEqual([typeof contract!.creationDate, contract!.account.name], ["number", "p100001"]);
    assert.deepEqual(await list("listCancelledContracts"), []);
    await api.expect(204, "cancelContract", {
      body: { contract: contract!.uid, domains: [{ domain: "sommer-gartenbau.de" }] },
    });
    const [cancelled] = await list("listCancelledContracts");
    const { uid, creationDate, cancellationDate } = cancelled!.cancellation!;
    assert.deepEqual([typeof creationDate, typeof cancellationDate], ["number", "string"]);
    assert.equal(Date.parse(cancellationDate), contract!.nextPeriodDate * 1000);
    const confirmations = () =>
      sandbox()
        .control.outbox()
        .filter(({ subject }) => subject === "Your cancellation").length;
    assert.equal(confirmations(), 1);
    await api.expect(202, "resendCancellationConfirmation", { parameters: { cancellationIdentifier: uid } });
    assert.equal(confirmations(), 2);
    await api.expect(403, "cancelContract", { body: { contract: contract!.uid } });
    sandbox().control.advance(6 * day);
    api = await Api.login(sandbox().url);
    assert.deepEqual(await list("listCancelledContracts"), []);
    assert.equal((await list()).length, 1);
    sandbox().control.advance(366 * day);
    api = await Api.login(sandbox().url);
    assert.deepEqual(await list(), []);
    await api.expect(403, "getAccount", { parameters: { accountIdentifier: "p100001" } });
  });

  it("are refused if not visible", async () => {
    const other = await Api.login(sandbox().url, "agency", "agency-password");
    const [contract] = await list();
    await other.expect(403, "cancelContract", { body: { contract: contract!.uid } });
    await api.expect(403, "resendCancellationConfirmation", { parameters: { cancellationIdentifier: "1" } });
  });
});
