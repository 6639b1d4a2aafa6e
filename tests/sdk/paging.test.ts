import assert from "node:assert/strict";
import fc from "fast-check";
import { AnswerError } from "../../sdk/values/errors.js";
import { operations } from "../../sdk/operations/index.js";
import { eachPage, type PageQuery } from "../../sdk/http/paging.js";

const row = operations.domains.list;
const domains = (count: number) => Array.from({ length: count }, (_, index) => ({ fullname: `d${index}.de` }));

async function collect(start: Partial<PageQuery>, read: (page: PageQuery) => unknown[]): Promise<unknown[]> {
  const elements: unknown[] = [];
  for await (const page of eachPage(row, "fullname", start, async (asked) => read(asked))) elements.push(...page);
  return elements;
}

describe("all elements of a paged list", () => {
  it("are found with any page size of the server", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 350 }),
        fc.integer({ min: 20, max: 150 }),
        fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined }),
        async (count, cap, limit) => {
          const all = domains(count);
          const start = limit === undefined ? {} : { limit };
          assert.deepEqual(await collect(start, (page) => all.slice(page.offset, page.offset + Math.min(page.limit, cap))), all);
        },
      ),
    );
  });

  it("begin at the requested offset", async () => {
    const all = domains(50);
    assert.deepEqual(
      await collect({ offset: 30, limit: 7 }, ({ limit, offset }) => all.slice(offset, offset + limit)),
      all.slice(30),
    );
  });

  it("need one request for less than a documented page, and two for one page", async () => {
    for (const [count, requests] of [
      [0, 1],
      [1, 1],
      [19, 1],
      [20, 2],
      [57, 2],
      [100, 2],
      [101, 3],
      [199, 3],
    ] as const) {
      const asked: PageQuery[] = [];
      const all = domains(count);
      const found = await collect({}, (page) => (asked.push(page), all.slice(page.offset, page.offset + page.limit)));
      assert.deepEqual([found.length, asked.length], [count, requests]);
      assert.ok(asked.every(({ limit }) => limit === 100));
    }
  });

  it("appear once each if the list grows at its front meanwhile", async () => {
    let all = domains(40);
    let reads = 0;
    const found = await collect({ limit: 10 }, ({ limit, offset }) => {
      if (++reads === 3) all = [{ fullname: "new.de" }, ...all];
      return all.slice(offset, offset + limit);
    });
    assert.deepEqual(found, [...domains(40), { fullname: "new.de" }]);
  });

  for (const [other, mostAtOnce, least] of [
    ["move", fc.constant(Infinity), 1],
    ["delete", fc.integer({ min: 20, max: 60 }), 2],
  ] as const)
    it(`include every element that stays, or are an error, whatever else happens meanwhile: ${other}, insert`, async () => {
      const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
      const kind = fc.constantFrom("insert", other);
      const change = fc.record({ at: fc.integer({ min: 1, max: 12 }), kind, from: share, to: share });
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 120 }),
          mostAtOnce,
          fc.integer({ min: least, max: 60 }),
          fc.array(change, { maxLength: 4 }),
          async (count, cap, limit, changes) => {
            let all = domains(count);
            let reads = 0;
            const deleted = new Set<string>();
            const found = await collect({ limit }, (page) => {
              reads += 1;
              for (const [index, { at, kind: what, from, to }] of changes.entries()) {
                if (at !== reads) continue;
                const taken = what === "insert" ? undefined : all[Math.floor(from * all.length)];
                const rest = all.filter((each) => each !== taken);
                if (what === "delete" && taken !== undefined) deleted.add(taken.fullname);
                const put = what === "delete" ? [] : [taken ?? { fullname: `new${index}.de` }];
                const where = Math.floor(to * rest.length);
                all = [...rest.slice(0, where), ...put, ...rest.slice(where)];
              }
              return all.slice(page.offset, page.offset + Math.min(page.limit, cap));
            }).catch((error: unknown) => {
              assert.ok(error instanceof AnswerError);
              return undefined;
            });
            if (found === undefined) return;
            const names = found.map((each) => (each as { fullname: string }).fullname);
            assert.equal(new Set(names).size, names.length);
            for (const { fullname } of domains(count)) assert.ok(deleted.has(fullname) || names.includes(fullname), fullname);
          },
        ),
        { numRuns: 2000 },
      );
    });

  it("are complete even if some are listed twice", async () => {
    const all = domains(150);
    all.splice(130, 0, all[3]!);
    let reads = 0;
    const found = await collect({}, ({ limit, offset }) => (reads++, all.slice(offset, offset + limit)));
    assert.deepEqual(found, domains(150));
    assert.equal(reads, 2 * 3);
  });

  it("are read in overlapping pages, even with limit 1", async () => {
    let all = domains(3);
    let reads = 0;
    const found = await collect({ limit: 1 }, ({ limit, offset }) => {
      if (++reads === 2) all = all.slice(1);
      return all.slice(offset, offset + limit);
    });
    assert.deepEqual(found, domains(3));
  });

  it("are an error if a server ignores the offset, whatever its page cap", async () => {
    const cap = fc.oneof(fc.constantFrom(20, 25, 50, 99, 100), fc.integer({ min: 20, max: 150 }));
    const start = fc.record(
      { limit: fc.integer({ min: 1, max: 120 }), offset: fc.integer({ min: 0, max: 5 }) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(cap, fc.integer({ min: 1, max: 100 }), start, async (pageSize, more, page) => {
        const all = domains(pageSize + more);
        let reads = 0;
        await assert.rejects(
          collect(page, ({ limit }) => (reads++, all.slice(0, Math.min(limit, pageSize)))),
          (error: unknown) => {
            assert.ok(error instanceof AnswerError);
            assert.match(error.message, /may be incomplete/);
            return true;
          },
        );
        assert.ok(reads <= 3);
      }),
    );
  });

  const turning = () => {
    let turn = 0;
    return ({ limit, offset }: PageQuery) => {
      turn += 37;
      return [...domains(150).slice(turn % 150), ...domains(150).slice(0, turn % 150)].slice(offset, offset + limit);
    };
  };
  for (const [title, read, start = {}] of [
    ...[20, 25, 57, 100].map((count) => [`a server answers the same ${count} to every page`, () => domains(count)] as const),
    ["a server without paging is asked for an offset", () => domains(5), { offset: 2 }],
    ["nothing follows the first page", ({ offset }: PageQuery) => (offset === 0 ? domains(25) : [])],
    ["each page has another order", turning()],
  ] as const)
    it(`are an error if ${title}`, async () => {
      let reads = 0;
      await assert.rejects(
        collect(start, (page) => (reads++, read(page))),
        AnswerError,
      );
      assert.ok(reads < 30);
    });

  it("end if a server without paging answers less than a documented page", async () => {
    let reads = 0;
    assert.deepEqual(await collect({}, () => (reads++, domains(19))), domains(19));
    assert.equal(reads, 1);
  });

  it("are distinguished even without their key", async () => {
    const odd = [{ name: "a" }, { name: "b" }, null, ...Array.from({ length: 20 }, (_, index) => index)];
    assert.deepEqual(await collect({}, ({ offset }) => odd.slice(offset, offset + 21)), odd);
  });
});
