import assert from "node:assert/strict";
import { Api, useApi } from "../support/sandbox.js";

const day = 86_400_000;

/** What no single request shows; `tests/conformance` has every operation, accepted and refused. */
describe("the sandbox's smaller areas", () => {
  const { control, expect, pass, sandbox, stranger } = useApi();

  it("put mails into the outbox", async () => {
    const body = { subject: "Hello", body: "World", htmlTemplate: "plain", senderAddress: "me@winter-agentur.example" };
    const ack = await expect(200, "sendMailToAddress", { parameters: { address: "a+b@c.example" }, body });
    assert.deepEqual(ack, { msg: "mail queued", recipients: ["a+b@c.example"] });
    await expect(200, "sendMailToCustomer", { parameters: { customerNumber: 100001 }, body: { subject: "Hi" } });
    assert.deepEqual(
      control()
        .outbox()
        .map(({ to, from, subject, text }) => [to, from, subject, text]),
      [
        ["a+b@c.example", "me@winter-agentur.example", "Hello", "World"],
        ["bruno@sommer-gartenbau.example", "service@hosting.example", "Hi", ""],
      ],
    );
  });

  it("record orders, and make customers of those who order tests", async () => {
    const body = {
      customer: { salutation: "Frau", firstName: "Nora", lastName: "Neu", emailAddress: "nora@neu.example", country: "DE" },
    };
    for (const id of ["orderPartnerProgram", "orderPartnerBox"]) await expect(202, id, { body: {} });
    for (const id of ["orderTestAccount", "orderTestAgency", "orderShopTestAgency", "orderVipTestAgency"])
      await expect(202, id, { body });
    const { orders, customers } = control().store;
    assert.deepEqual(
      orders.all().map(({ kind }) => kind),
      ["partner-program", "partner-box", "test-account", "test-agency", "shop-test-agency", "vip-test-agency"],
    );
    assert.equal(customers.all().filter(({ contractPartner }) => contractPartner.lastName === "Neu").length, 4);
    await expect(400, "orderTestAgency", { body: { customer: { ...body.customer, emailAddress: "x" } } });
  });

  it("show the secret of an application token once, and take it as a login until its end", async () => {
    const body = { description: "ci" };
    const { uuid, token } = await expect<{ uuid: string; token: string }>(201, "createApplicationToken", { body });
    assert.match(token, /^MW_/);
    const [listed] = await expect<Record<string, unknown>[]>(200, "listApplicationTokens");
    assert.deepEqual(Object.keys(listed!).sort(), ["crdate", "description", "uuid"]);
    const other = await stranger();
    assert.deepEqual(await other.expect(200, "listApplicationTokens"), []);
    await other.expect(403, "deleteApplicationToken", { parameters: { uuid } });
    const session = await Api.login(sandbox().url, uuid, token);
    await session.expect(200, "listWebhooks");
    await expect(200, "deleteApplicationToken", { parameters: { uuid } });
    assert.equal((await session.send("GET", "/v1/webhooks")).status, 503);
    await expect(403, "authenticate", { body: { username: uuid, password: token } });
  });

  it("cancel contracts at the end of their period, and list them as cancelled for five days", async () => {
    interface Contract {
      uid: number;
      creationDate: number;
      nextPeriodDate: number;
      cancellation?: { uid: number; creationDate: number; cancellationDate: string };
      account: { name: string };
    }
    const parameters = { customerNumber: 100001 };
    const list = async (id = "listContracts") => (await expect<Contract[] | null>(200, id, { parameters })) ?? [];
    const [{ uid: contract, account, creationDate, nextPeriodDate } = assert.fail()] = await list();
    assert.deepEqual([typeof creationDate, account.name], ["number", "p100001"]);
    const cancel = { body: { contract, domains: [{ domain: "sommer-gartenbau.de" }] } };
    await (await stranger()).expect(403, "cancelContract", cancel);
    await expect(204, "cancelContract", cancel);
    const { cancellation } = (await list("listCancelledContracts"))[0]!;
    assert.equal(Date.parse(cancellation!.cancellationDate), nextPeriodDate * 1000);
    const mails = () =>
      control()
        .outbox()
        .filter(({ subject }) => subject === "Your cancellation").length;
    assert.deepEqual([typeof cancellation!.creationDate, mails()], ["number", 1]);
    await expect(202, "resendCancellationConfirmation", { parameters: { cancellationIdentifier: cancellation!.uid } });
    assert.equal(mails(), 2);
    await expect(403, "cancelContract", { body: { contract } });
    await pass(6 * day);
    assert.deepEqual([await list("listCancelledContracts"), (await list()).length], [[], 1]);
    await pass(366 * day);
    assert.deepEqual(await list(), []);
    await expect(403, "getAccount", { parameters: { accountIdentifier: "p100001" } });
  });

  it("answer tickets after a while, reopen them on a reply, and finally close them", async () => {
    const author = { email: "c@h.example", notify: true };
    const body = { subject: "Help", message: "Now", customer: { customernumber: 100002 }, account: { name: "p100002" }, author };
    const ticket = await expect<{ uid: number; status: string; author: object }>(201, "createTicket", { body });
    const known = { name: "Buchhandlung Herbst", telephone: "+49-7071-100002", isMittwaldAuthor: false };
    assert.deepEqual([ticket.status, ticket.author], ["open", { ...known, email: author.email }]);
    assert.equal(control().outbox().at(-1)!.to, author.email);
    const read = async () => {
      const [found] = await expect<{ status: string; answersCount: number }[]>(200, "listTickets", {
        parameters: { customerNumber: 100002 },
      });
      return [found!.status, found!.answersCount];
    };
    const parameters = { ticketIdentifier: ticket.uid };
    assert.equal(await expect(200, "listTicketAnswers", { parameters }), null);
    await pass(3_600_000);
    assert.deepEqual(await read(), ["answered", 1]);
    const { uid } = await expect<{ uid: number }>(201, "createTicketAnswer", { parameters, body: { message: "Thanks" } });
    assert.deepEqual(await read(), ["open", 2]);
    const answers = await expect<{ uid: number; author: { isMittwaldAuthor: boolean } }[]>(200, "listTicketAnswers", {
      parameters,
    });
    assert.deepEqual([answers.map((each) => each.author.isMittwaldAuthor), answers[1]!.uid], [[true, false], uid]);
    await pass(3_600_000);
    await read();
    await pass(15 * day);
    assert.equal((await read())[0], "done");
  });
});
