import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.js";
import { actingTexts, assertInert } from "../support/hostile.js";
import { json, type Handler } from "../support/server.js";
import { endAll, loginAt, start } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { against, assertFailed, errorIn, hook, intoFullDevice, useCalls } from "./calls.js";

describe("hosting call", function () {
  this.timeout(60_000);

  const folder = temporaryFolder();
  // Before the sandbox is reset, so that no command that ends late reaches it after.
  afterEach(endAll);
  const { sandbox, call, assertUsage } = useCalls();

  /** Requests to the sandbox, except the login. */
  const requests = () => sandbox.control.journal.requests().filter(({ operation }) => operation !== "authenticate");

  /** The message of the only notice in standard error, which contains only JSON. */
  const noticeIn = (stderr: string, kind: string): string => {
    const { notice } = JSON.parse(stderr) as { notice: { kind: string; message: string } };
    assert.equal(notice.kind, kind);
    return notice.message;
  };

  describe("prints", () => {
    it("the answer as JSON and nothing else, on one line with --json, by either name of the operation", async () => {
      const account = ["-p", "accountIdentifier=p100001"];
      const [plain, byId, byVerb] = [
        await call(["getAccount", ...account]),
        await call(["getAccount", ...account, "--json"]),
        await call(["accounts.get", ...account, "--json"]),
      ];
      assert.deepEqual([plain.code, plain.stderr, byVerb.stdout], [0, "", byId.stdout]);
      assert.equal(plain.stdout, `${JSON.stringify(JSON.parse(byId.stdout), null, 2)}\n`);
      assert.equal(byId.stdout, `${JSON.stringify(JSON.parse(plain.stdout))}\n`);
    });

    it("nothing on standard output if the answer is empty, and null with --json", async () => {
      const made = async () => {
        const { stdout } = await call(["webhooks.create", "--body", JSON.stringify(hook), "--json"]);
        return (JSON.parse(stdout) as { uid: string }).uid;
      };
      const first = await call(["webhooks.delete", "--param", `webhookIdentifier=${await made()}`]);
      assert.deepEqual([first.code, first.stdout, first.stderr], [0, "", "deleteWebhook: done.\n"]);
      const second = await call(["webhooks.delete", "--param", `webhookIdentifier=${await made()}`, "--json"]);
      assert.deepEqual([second.code, second.stdout, second.stderr], [0, "null\n", ""]);
    });

    it("no characters that control a terminal or a CI log, in JSON of the same value", async () => {
      const templates = actingTexts.map((name) => ({ name, [name]: name }));
      await against(
        () => templates,
        async (env) => {
          for (const json of [[], ["--json"]]) {
            const { bytes, stdout } = await runInProcess(["call", "mailing.listTemplates", ...json], { env });
            assertInert(bytes.toString("utf8"));
            assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify(templates)));
          }
        },
      );
    });

    it("no such characters in errors", async () => {
      const handler: Handler = (_, response) => json(response, 403, { message: `no ${actingTexts.join(" access ")}` });
      const name = `no\u001b[2J\n::error::${actingTexts.filter((text) => text !== "\ud800").join(" ")}`;
      await against(handler, async (env) => {
        for (const args of [["mailing.listTemplates"], ["mailing.listTemplates", "--json"], [name]]) {
          const { code, stderr } = await runInProcess(["call", ...args], { env });
          assert.notEqual(code, 0);
          assertInert(stderr);
        }
      });
    });
  });

  describe("sends", () => {
    it("path and query parameters, typed and encoded", async () => {
      await call("listTickets -p customerNumber=100001 -q summaryOnly=true -q limit=3".split(" "));
      await call(["gdpr.listContacts", "--query", "type=a=b&c"]);
      assert.deepEqual(
        requests().map(({ path }) => path),
        ["/v1/customers/100001/tickets?summaryOnly=true&limit=3", "/v1/gdpr/contacts?type=a%3Db%26c"],
      );
    });

    it("a body from the command line, from a file and from standard input", async () => {
      const file = join(folder.path, "webhook.json");
      await writeFile(file, `\ufeff${JSON.stringify({ ...hook, url: "https://agency.example/file" })}`);
      const ways: readonly (readonly [string, string?])[] = [
        [JSON.stringify({ ...hook, url: "https://agency.example/inline" })],
        [`@${file}`],
        ["-", JSON.stringify({ ...hook, url: "https://agency.example/stdin" })],
      ];
      for (const [body, input] of ways) assert.equal((await call(["webhooks.create", "--body", body], { input })).code, 0);
      assert.deepEqual(
        sandbox.control.store.webhooks.all().map(({ url }) => url.split("/").at(-1)),
        ["inline", "file", "stdin"],
      );
    });
  });

  describe("with a paged list", () => {
    beforeEach(() => {
      for (let number = 10; number < 33; number++)
        sandbox.control.store.domains.insert({
          id: `domain-${number}.de`,
          account: "p100001",
          sld: `domain-${number}`,
          tld: "de",
          external: false,
          created: 0,
          attachments: [],
        });
    });

    const listDomains = ["domains.list", "--param", "accountIdentifier=p100001"];

    it("reads one page and says that there may be more, also if it is shorter than the limit, which the provider may cap", async () => {
      const file = join(folder.path, "domains.json");
      for (const [more, elements] of [
        [[], 20],
        [["--query", "limit=1000"], 25],
        [["--output", file], 20],
      ] as const) {
        const { code, stdout, stderr } = await call([...listDomains, ...more]);
        assert.equal(code, 0);
        assert.match(stderr, new RegExp(`one page of ${elements}.*--all`));
        if (stdout !== "") assert.equal((JSON.parse(stdout) as unknown[]).length, elements);
        assert.match(noticeIn((await call([...listDomains, ...more, "--json"])).stderr, "page"), /--all/);
      }
    });

    it("reads all pages with --all", async () => {
      const { stdout, stderr } = await call([...listDomains, "--all", "--query", "limit=10"]);
      const names = (JSON.parse(stdout) as { fullname: string }[]).map(({ fullname }) => fullname);
      assert.equal(new Set(names).size, 25);
      assert.equal(names.length, 25);
      assert.equal(stderr, "");
    });
  });

  describe("refuses before sending anything", () => {
    const bodies: readonly (readonly [title: string, body: string, told: string])[] = [
      ["text that is not JSON", '{"url": hushhush}', "not JSON at line 1, column 9\n"],
      ["an empty body", " ", "is empty instead of JSON"],
      ["a file that is not there", "@missing.json", "missing.json cannot be read: no such file"],
      ["an empty standard input", "-", "from standard input, is empty"],
      ["a number that JavaScript would round", '{"a": "\\"1e9 \\\\",\n "x": 12345678901234567890}', "at line 2, column 7 that"],
      ["a body with wrong members", '{"url":"hushhush","x":"hushhush"}', "body.x: unknown member"],
    ];
    const uses: readonly (readonly [title: string, line: string, told: string])[] = [
      ["a missing body", "webhooks.create", "body: is required"],
      ["a body where none is taken", "webhooks.list --body {}", "takes no body"],
      ["a missing parameter", "getAccount", "accountIdentifier: is required\n`hosting operations getAccount`"],
      ["a parameter nobody knows", "getAccount -p account=hush", "(it has accountIdentifier)"],
      ["a parameter without a value", "getAccount -p hush", "--param number 1 must be a name and a value"],
      ["a parameter given twice", "getAccount -p accountIdentifier=a -p accountIdentifier=b", "is given twice"],
      ["a query parameter in the path", "domains.list -p limit=3", "limit is a --query parameter"],
      ["a path parameter in the query", "getAccount -q accountIdentifier=hush", "accountIdentifier is a --param"],
      ["a body given twice", "webhooks.create -b hush --body hush", "--body is given twice"],
      ["--output without a name", "webhooks.list --output=", "the name is empty"],
      ["--output to a dash", "webhooks.list --output -", "the answer goes to standard output"],
      ["--output to a folder", "webhooks.list --output .", ". cannot be written: it is a folder"],
      ["a file as JSON", "gdpr.downloadPdf -p pdfIdentifier=1 --json", "name a file for it with --output FILE"],
      ["--file where there is one form", "gdpr.downloadPdf -p pdfIdentifier=1 --file -o x", "has only one form of answer"],
      ["--output where nothing is answered", "webhooks.delete -p webhookIdentifier=1 -o x", "has no answer to write"],
      ["--output in a folder that is not there", "webhooks.list -o missing/x", "missing/x cannot be written: no such"],
      ["a time that is none", "webhooks.list --timeout soon", "--timeout must be a time such as"],
      ["an operation nobody knows", "webhooks.craete", "Did you mean createWebhook (webhooks.create)"],
      ["an option nobody knows, without its value", "webhooks.list --tokn=hush", "unknown option '--tokn'"],
      ["--all if there are no pages", "webhooks.list --all", "listWebhooks is not paged"],
    ];
    const wrong = [
      ...bodies.map(([title, body, told]) => [title, ["webhooks.create", "--body", body], told] as const),
      ...uses.map(([title, line, told]) => [title, line.split(" "), told] as const),
    ];
    for (const [title, args, told] of wrong)
      it(title, async () => {
        const ended = await call(args, { cwd: folder.path });
        assertUsage(ended, told);
        assert.doesNotMatch(ended.stderr, /hush/);
      });

    it("a call without a login, and leaves no output file", async () => {
      const cwd = await mkdtemp(join(folder.path, "refused-"));
      const ended = await runInProcess(["call", "webhooks.list", "--output", "x.json"], { env: {}, cwd });
      assertUsage(ended, "HOSTING_BASE_URL");
      assert.doesNotMatch(ended.stderr, /pulumi/i);
      assert.deepEqual(await readdir(cwd), []);
    });
  });

  describe("without --yes refuses", () => {
    const order = { sld: "winter", tld: "de", domainNameTransfer: { authcode: "HUSH-HUSH", authInfoProcedure: 1 } };
    const register = ["domains.register", "--param", "accountIdentifier=p100001", "--body"];

    it("what costs money, and says what it would do", async () => {
      const ended = await call([...register, JSON.stringify(order)]);
      assertFailed(ended, 3, "registerDomain costs money. Not sent: add --yes.");
      assert.match(ended.stderr, /POST \/v1\/accounts\/p100001\/domains\n.*"sld":"winter".*"authcode":"\[secret\]"/);
      assert.match(ended.stderr, /price 0\.79 EUR net \(period unknown\), billed every 12 months/);
      assert.ok(ended.stderr.includes(new URL(sandbox.url).host) && !ended.stderr.includes("HUSH"), ended.stderr);
      const sent = sandbox.control.journal.requests().map(({ operation }) => operation);
      assert.deepEqual(sent, ["authenticate", "listTopLevelDomains", "getArticle"]);
    });

    it("what reaches a person", async () => {
      const ticket = JSON.stringify({ subject: "Hello", message: "World", customer: { customernumber: 100001 } });
      assertFailed(await call(["tickets.create", "--body", ticket]), 3, "createTicket contacts a person");
      assert.deepEqual(sandbox.control.journal.requests(), []);
      assert.equal((await call(["tickets.create", "--body", ticket, "--yes"])).code, 0);
    });

    it("only valid input: wrong input is reported first", async () => {
      assertUsage(await call([...register, "{}"]), "body.sld: is required");
    });

    it("nothing with --yes", async () => {
      const { code, stdout } = await call([...register, '{"sld":"winter","tld":"de"}', "--yes", "--json"]);
      assert.deepEqual([code, (JSON.parse(stdout) as [{ fullname: string }])[0].fullname], [0, "winter.de"]);
      assert.notEqual(sandbox.control.store.domains.get("winter.de"), undefined);
    });
  });

  describe("with a file as answer", () => {
    let download: string[];

    beforeEach(async () => {
      const pdf = Buffer.from("%PDF-1.4\n\u0000\u001b[31m\n%%EOF\n").toString("base64");
      const { stdout, stderr } = await call(["gdpr.uploadPdf", "--body", "-", "--json"], {
        input: JSON.stringify({ name: "contract.pdf", pdf }),
      });
      assert.equal(stderr, "");
      download = ["gdpr.downloadPdf", "--param", `pdfIdentifier=${(JSON.parse(stdout) as { _id: string })._id}`];
    });

    it("writes it to a pipe byte for byte", async () => {
      const { code, bytes, stderr } = await call(download);
      assert.deepEqual([code, stderr], [0, ""]);
      assert.equal(bytes.toString("latin1"), "%PDF-1.4\n\u0000\u001b[31m\n%%EOF\n");
    });

    it("writes it to the file of --output and says what it wrote", async () => {
      const file = join(folder.path, "contract.pdf");
      const human = await call([...download, "--output", file]);
      assert.deepEqual([human.code, human.stdout], [0, ""]);
      assert.match(human.stderr, /contract\.pdf: 22 bytes, application\/pdf/);
      const machine = await call([...download, "--output", file, "--json"]);
      assert.deepEqual(JSON.parse(machine.stdout), { file, contentType: "application/pdf", bytes: 22 });
      assert.equal((await readFile(file)).length, 22);
    });

    it("requests the file form of an answer with --file", async () => {
      sandbox.control.store.invoices.insert({
        id: "9000001",
        customerNumber: 100001,
        at: sandbox.control.now(),
        items: [{ title: "Hosting", text: "A year", net: 100, amount: 1 }],
        isPaid: false,
      });
      const invoice = ["getInvoice", "--param", "invoiceNumber=9000001"];
      const file = join(folder.path, "invoice.pdf");
      const { code, stderr } = await call([...invoice, "--file", "--output", file]);
      assert.equal(code, 0, stderr);
      assert.match(await readFile(file, "latin1"), /^%PDF-/);
      assert.equal((JSON.parse((await call(invoice)).stdout) as { invoiceNumber: number }).invoiceNumber, 9000001);
    });

    it("leaves an existing file unchanged and no other behind if the download fails", async () => {
      const file = join(folder.path, "kept.pdf");
      await writeFile(file, "before");
      sandbox.control.faults.add({ operation: "downloadGdprPdf", occurrence: "always", effect: { kind: "truncate" } });
      const { code, stderr } = await call([...download, "--output", file]);
      assert.equal(code, 1);
      assert.match(stderr, /downloadGdprPdf/);
      assert.equal(await readFile(file, "utf8"), "before");
      assert.deepEqual(
        (await readdir(folder.path)).filter((name) => name.endsWith(".part")),
        [],
      );
    });
  });

  describe("that cannot write the answer", () => {
    const order = { sld: "winter", tld: "de" };
    const register = ["domains.register", "-p", "accountIdentifier=p100001", "--body", JSON.stringify(order), "--yes"];

    it("says that the call took effect, and on which object", async () => {
      const { code, stderr } = await intoFullDevice([...register, "--json"], { env: loginAt(sandbox.url) });
      assert.equal(code, 1);
      const { kind, operation, effect, message } = errorIn(stderr);
      assert.deepEqual([kind, operation, effect], ["UndeliveredError", "registerDomain", "possible"]);
      assert.match(String(message), /no space left on the device\. It took effect; do not repeat it\.\n.*winter\.de/);
    });

    it("says that a call that changes nothing can be repeated", async () => {
      const { code, stderr } = await intoFullDevice(["webhooks.list"], { env: loginAt(sandbox.url) });
      assert.equal(code, 1);
      assert.match(stderr, /no space left on the device\. The call changed nothing: repeat it\.\n$/);
    });

    it("follows links to the place of the file", async () => {
      const link = join(folder.path, "link.json");
      await symlink("target.json", link);
      for (const place of ["new", "there"]) assert.equal((await call(["webhooks.list", "--output", link])).code, 0, place);
      assert.equal(await readlink(link), "target.json");
      assert.deepEqual(JSON.parse(await readFile(join(folder.path, "target.json"), "utf8")), []);
    });
  });

  describe("that fails", () => {
    it("prints one line of JSON with --json", async () => {
      const { code, stdout, stderr } = await call(["getAccount", "-p", "accountIdentifier=p999999", "--json"]);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.equal(stderr.trimEnd().split("\n").length, 1);
      const { error } = JSON.parse(stderr) as { error: Record<string, unknown> };
      const { message, ...told } = error;
      assert.match(String(message), /explain no-access/);
      const facts = { kind: "AccessDeniedError", exitCode: 1, operation: "getAccount", status: 403 };
      assert.deepEqual(told, { ...facts, said: "access denied", effect: "none" });
    });

    it("prints all details with --json", async () => {
      sandbox.control.faults.add({ operation: "createWebhook", effect: { kind: "timeout-after" } });
      const { stderr } = await call(["webhooks.create", "--body", JSON.stringify(hook), "--json", "--timeout", "500ms"]);
      const { kind, phase, operation, effect } = errorIn(stderr);
      assert.deepEqual([kind, phase, operation, effect], ["TimeoutError", "total", "createWebhook", "possible"]);
    });

    for (const [title, line, env, facts] of [
      [
        "a refused login",
        "webhooks.list",
        { HOSTING_PASSWORD: "WRONG-HUSH" },
        ["AuthenticationError", 1, "authenticate", "none"],
      ],
      [
        "a missing --yes",
        "domains.register -p accountIdentifier=p100001 --body @order.json",
        {},
        ["RefusedError", 3, "registerDomain", "none"],
      ],
      ["a wrong command line", "webhooks.list --colour", {}, ["UsageError", 2, undefined, undefined]],
    ] as const)
      it(`prints JSON with --json: ${title}`, async () => {
        await writeFile(join(folder.path, "order.json"), '{"sld":"winter","tld":"de"}');
        const { code, stderr } = await call([...line.split(" "), "--json"], { env, cwd: folder.path });
        const { kind, exitCode, operation, effect } = errorIn(stderr);
        assert.deepEqual([kind, exitCode, operation, effect], facts);
        assert.equal(code, exitCode);
        assert.doesNotMatch(stderr, /HUSH/);
      });
  });

  for (const [signal, exitCode] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)
    it(`exits cleanly on ${signal} and says that the call may have taken effect`, async () => {
      let arrived: () => void;
      const arrival = new Promise<void>((resolve) => (arrived = resolve));
      const silent: Handler = () => {
        arrived();
        return new Promise(() => undefined);
      };
      await against(silent, async (env) => {
        const { child, ended } = start(["call", "webhooks.create", "--body", JSON.stringify(hook), "--json"], { env });
        await arrival;
        child.kill(signal);
        const { code, stderr } = await ended;
        assert.equal(code, exitCode);
        const { message, ...told } = errorIn(stderr);
        assert.deepEqual(told, { kind: "AbortError", exitCode, operation: "createWebhook", effect: "possible" });
        assert.match(String(message), /ended by the caller's signal.*explain lost-answer/);
      });
    });

  it("ignores a reader that closes the pipe early", async () => {
    const { child, ended } = start(["call", "searchArticles", "--all"], { env: loginAt(sandbox.url) });
    child.stdout.destroy();
    await once(child, "exit");
    const { code, stderr } = await ended;
    assert.deepEqual([code, stderr], [0, ""]);
  });
});
