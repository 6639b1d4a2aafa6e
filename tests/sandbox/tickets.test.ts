import assert from "node:assert/strict";
import { Api, useSandbox } from "../support/sandbox.js";

const day = 86_400_000;

describe("the sandbox's tickets", () => {
  const sandbox = useSandbox();
  let api: Api;

  beforeEach(async () => {
    api = await Api.login(sandbox().url);
  });

  it("are answered by the support after a while, reopened by a reply, and finally closed", async () => {
    const customer = { customernumber: 100002 };
    const ticket = await api.expect<{ uid: number; status: string; author: object }>(201, "createTicket", {
      body: {
        subject: "Help",
        message: "Now",
        customer,
        account: { name: "p100002" },
        author: { email: "c@h.example", notify: true },
      },
    });
    assert.equal(ticket.status, "open");
    assert.deepEqual(ticket.author, {
      name: "Buchhandlung Herbst",
      email: "c@h.example",
      telephone: "+49-7071-100002",
      isMittwaldAuthor: false,
    });
    assert.equal(sandbox().control.outbox().at(-1)!.to, "c@h.example");
    const parameters = { ticketIdentifier: ticket.uid };
    const read = async () =>
      (
        await api.expect<{ uid: number; status: string; answersCount: number }[]>(200, "listTickets", {
          parameters: { customerNumber: 100002 },
        })
      )[0]!;
    assert.equal(await api.expect(200, "listTicketAnswers", { parameters }), null);
    sandbox().control.advance(3_600_000);
    assert.deepEqual([(await read()).status, (await read()).answersCount], ["answered", 1]);
    const answer = await api.expect<{ uid: number }>(201, "createTicketAnswer", { parameters, body: { message: "Thanks" } });
    assert.equal((await read()).status, "open");
    const answers = await api.expect<{ uid: number; author: { isMittwaldAuthor: boolean } }[]>(200, "listTicketAnswers", {
      parameters,
    });
    assert.deepEqual(
      answers.map(({ author }) => author.isMittwaldAuthor),
      [true, false],
    );
    assert.equal(answers[1]!.uid, answer.uid);
    sandbox().control.advance(3_600_000);
    await read();
    sandbox().control.advance(15 * day);
    api = await Api.login(sandbox().url);
    assert.equal((await read()).status, "done");
  });

  it("are listed by state, order and number", async () => {
    const parameters = { customerNumber: 100001 };
    for (const subject of ["a", "b"]) {
      await api.expect(201, "createTicket", { body: { subject, message: "m", customer: { customernumber: 100001 } } });
    }
    const subjects = async (query: Record<string, string>) =>
      (await api.expect<{ subject: string }[]>(200, "listTickets", { parameters, query })).map(({ subject }) => subject);
    assert.deepEqual(await subjects({ status: "open", sortDirection: "ASC" }), ["a", "b"]);
    assert.deepEqual(await subjects({ status: "open" }), ["b", "a"]);
    assert.deepEqual(await subjects({ limit: "1" }), ["b"]);
    await api.expect(400, "listTickets", { parameters, query: { status: "lost" } });
    await api.expect(403, "createTicket", { body: { subject: "x", message: "m", customer: { customernumber: 200001 } } });
    await api.expect(403, "listTicketAnswers", { parameters: { ticketIdentifier: "1" } });
  });
});
