import assert from "node:assert/strict";
import fc from "fast-check";
import { AnswerError } from "../../sdk/values/errors.js";
import { operations } from "../../sdk/operations/index.js";
import { listingOf } from "../../sdk/http/listing.js";
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

  it("are not assumed complete because of an earlier list", async () => {
    const all = domains(250);
    const read = (cap: number) => collect({}, ({ limit, offset }) => all.slice(offset, offset + Math.min(limit, cap)));
    assert.equal((await read(100)).length, 250);
    assert.equal((await read(50)).length, 250);
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

  it("are complete if some change places while they are read", async () => {
    const swapped = (all: { fullname: string }[]) => all.map((each, index) => all[{ 50: 120, 120: 50 }[index] ?? index] ?? each);
    const toFront = (all: { fullname: string }[]) => [all[120]!, ...all.filter((_, index) => index !== 120)];
    for (const change of [swapped, toFront]) {
      let all = domains(250);
      let reads = 0;
      const found = await collect({}, ({ limit, offset }) => {
        if (++reads === 2) all = change(all);
        return all.slice(offset, offset + limit);
      });
      assert.equal(new Set(found).size, 250);
      assert.equal(found.length, 250);
    }
  });

  it("are complete or an error, however often they are created and moved", async () => {
    const change = fc.record({
      at: fc.integer({ min: 1, max: 12 }),
      kind: fc.constantFrom("insert", "move"),
      from: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      to: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 1, max: 60 }),
        fc.array(change, { maxLength: 4 }),
        async (count, limit, changes) => {
          let all = domains(count);
          let reads = 0;
          const found = await collect({ limit }, (page) => {
            reads += 1;
            for (const [index, { at, kind, from, to }] of changes.entries()) {
              if (at !== reads) continue;
              const moved = kind === "insert" ? undefined : all[Math.floor(from * all.length)];
              const rest = all.filter((each) => each !== moved);
              const where = Math.floor(to * rest.length);
              all = [...rest.slice(0, where), moved ?? { fullname: `new${index}.de` }, ...rest.slice(where)];
            }
            return all.slice(page.offset, page.offset + page.limit);
          }).catch((error: unknown) => {
            assert.ok(error instanceof AnswerError);
            return undefined;
          });
          if (found === undefined) return;
          const names = new Set(found.map((each) => (each as { fullname: string }).fullname));
          for (const { fullname } of domains(count)) assert.ok(names.has(fullname), fullname);
        },
      ),
      { numRuns: 3000 },
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

  it("end when the caller aborts the listing", async () => {
    let ended = false;
    const check = () => {
      if (ended) throw new Error("ended");
    };
    const found: unknown[] = [];
    await assert.rejects(async () => {
      for await (const element of listingOf(() => eachPage(row, "fullname", {}, async () => domains(19)), check)) {
        found.push(element);
        ended = found.length === 15;
      }
    }, /^Error: ended$/);
    assert.equal(found.length, 15);
  });

  it("include every element that stays, whatever is created and deleted meanwhile", async () => {
    const change = fc.record({
      at: fc.integer({ min: 1, max: 8 }),
      kind: fc.constantFrom("insert", "delete"),
      place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 20, max: 60 }),
        fc.integer({ min: 2, max: 60 }),
        fc.array(change, { maxLength: 3 }),
        async (count, cap, limit, changes) => {
          let all = domains(count);
          let reads = 0;
          const deleted = new Set<string>();
          const found = await collect({ limit }, (page) => {
            reads += 1;
            for (const [index, { at, kind, place }] of changes.entries()) {
              if (at !== reads) continue;
              const where = Math.floor(place * all.length);
              if (kind === "delete" && all.length > 0) deleted.add(all[where]!.fullname);
              all =
                kind === "delete"
                  ? all.filter((_, each) => each !== where)
                  : [...all.slice(0, where), { fullname: `new${index}.de` }, ...all.slice(where)];
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

  it("are complete even while much of the list is being deleted", async () => {
    let all = domains(60);
    const found = await collect({}, ({ limit, offset }) => {
      const page = all.slice(offset, offset + limit);
      all = all.slice(3);
      return page;
    });
    assert.deepEqual(found, domains(60));
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

  it("are an error if a server ignores limit and offset and may have more", async () => {
    for (const count of [20, 25, 50, 57, 99, 100])
      await assert.rejects(
        collect({}, () => domains(500).slice(0, count)),
        AnswerError,
      );
  });

  it("end if a server without paging answers less than a documented page", async () => {
    for (const count of [1, 2, 19]) {
      let reads = 0;
      const found = await collect({}, () => (reads++, domains(count)));
      assert.deepEqual(found, domains(count));
      assert.equal(reads, 1);
    }
    await assert.rejects(
      collect({ offset: 2 }, () => domains(5)),
      AnswerError,
    );
  });

  it("are an error if nothing follows the first page", async () => {
    let reads = 0;
    await assert.rejects(
      collect({}, ({ offset }) => (reads++, offset === 0 ? domains(25) : [])),
      AnswerError,
    );
    assert.ok(reads < 30);
  });

  it("are an error if each page has another order", async () => {
    const all = domains(150);
    let turn = 0;
    await assert.rejects(
      collect({}, ({ limit, offset }) => {
        turn += 37;
        const turned = [...all.slice(turn % 150), ...all.slice(0, turn % 150)];
        return turned.slice(offset, offset + limit);
      }),
      AnswerError,
    );
  });

  it("are distinguished even without their key", async () => {
    const odd = [{ name: "a" }, { name: "b" }, null, ...Array.from({ length: 20 }, (_, index) => index)];
    assert.deepEqual(await collect({}, ({ offset }) => odd.slice(offset, offset + 21)), odd);
  });
});
