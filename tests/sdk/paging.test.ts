import assert from "node:assert/strict";
import fc from "fast-check";
import { AnswerError } from "../../sdk/errors.js";
import { operations } from "../../sdk/operations/index.js";
import { eachElement, type Page } from "../../sdk/paging.js";

const row = operations.domains.list;
const domains = (count: number) => Array.from({ length: count }, (_, index) => ({ fullname: `d${index}.de` }));

async function collect(start: Partial<Page>, read: (page: Page) => unknown[]): Promise<unknown[]> {
  const elements: unknown[] = [];
  for await (const element of eachElement(row, "fullname", start, async (page) => read(page))) elements.push(element);
  return elements;
}

describe("all elements of a paged list", () => {
  it("are found whatever page size the server really uses", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 350 }),
        fc.integer({ min: 1, max: 150 }),
        fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined }),
        async (count, cap, limit) => {
          const all = domains(count);
          const start = limit === undefined ? {} : { limit };
          assert.deepEqual(await collect(start, (page) => all.slice(page.offset, page.offset + Math.min(page.limit, cap))), all);
        },
      ),
    );
  });

  it("begin at the offset that was asked for", async () => {
    const all = domains(50);
    assert.deepEqual(
      await collect({ offset: 30, limit: 7 }, ({ limit, offset }) => all.slice(offset, offset + limit)),
      all.slice(30),
    );
  });

  it("come once each when the list grows at its front meanwhile", async () => {
    let all = domains(40);
    const found = await collect({ limit: 10 }, ({ limit, offset }) => {
      const page = all.slice(offset, offset + limit);
      if (offset === 10) all = [{ fullname: "new.de" }, ...all];
      return page;
    });
    assert.deepEqual(found, domains(40));
  });

  it("end where a server that knows no paging repeats the whole list", async () => {
    let reads = 0;
    const found = await collect({}, () => (reads++, domains(57)));
    assert.deepEqual(found, domains(57));
    assert.equal(reads, 2);
  });

  it("are not taken for complete where a server repeats a full page", async () => {
    await assert.rejects(
      collect({}, ({ limit }) => domains(500).slice(0, limit)),
      AnswerError,
    );
    await assert.rejects(
      collect({}, () => domains(500).slice(0, 20)),
      AnswerError,
    );
  });

  it("are told apart even without their key", async () => {
    const odd = [{ name: "a" }, { name: "b" }, null, 7];
    assert.deepEqual(await collect({}, ({ offset }) => odd.slice(offset, offset + 3)), odd);
  });
});
