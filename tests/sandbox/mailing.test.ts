import assert from "node:assert/strict";
import { Api, useSandbox } from "../support/sandbox.js";

describe("the sandbox's mailing", () => {
  const sandbox = useSandbox();
  let api: Api;

  beforeEach(async () => {
    api = await Api.login(sandbox().url);
  });

  it("puts mails into the outbox", async () => {
    const body = { subject: "Hello", body: "World", htmlTemplate: "plain", senderAddress: "me@winter-agentur.example" };
    const ack = await api.expect(200, "sendMailToAddress", { parameters: { address: "a+b@c.example" }, body });
    assert.deepEqual(ack, { msg: "mail queued", recipients: ["a+b@c.example"] });
    await api.expect(200, "sendMailToCustomer", { parameters: { customerNumber: 100001 }, body: { subject: "Hi" } });
    assert.deepEqual(
      sandbox()
        .control.outbox()
        .map(({ to, from, subject, text }) => [to, from, subject, text]),
      [
        ["a+b@c.example", "me@winter-agentur.example", "Hello", "World"],
        ["bruno@sommer-gartenbau.example", "service@hosting.example", "Hi", ""],
      ],
    );
    await api.expect(400, "sendMailToAddress", { parameters: { address: "nobody" }, body });
    await api.expect(400, "sendMailToAddress", { parameters: { address: "a@b.example" }, body: { htmlTemplate: "unknown" } });
    await api.expect(403, "sendMailToCustomer", { parameters: { customerNumber: 200001 }, body });
  });
});
