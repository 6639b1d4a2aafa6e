import assert from "node:assert/strict";
import fc from "fast-check";
import { jobsFor, JobsError, matrixOf } from "../../examples/fleet/jobs.js";
import { partOf, readPart } from "../../examples/fleet/part.js";

const stack = fc.record({ name: fc.string(), requests: fc.integer({ min: 0, max: 300 }) });

describe("the jobs of a fleet", () => {
  it("have parts that together are all stacks, each once and in order, with about as many requests", () => {
    fc.assert(
      fc.property(fc.array(stack, { maxLength: 40 }), fc.integer({ min: 1, max: 10 }), (stacks, of) => {
        const parts = Array.from({ length: of }, (_, index) => partOf(stacks, { number: index + 1, of }));
        assert.equal(parts.flat().length, stacks.length);
        assert.deepEqual(new Set(parts.flat()), new Set(stacks));
        for (const part of parts) {
          const positions = part.map((each) => stacks.indexOf(each));
          assert.deepEqual(
            positions,
            [...positions].sort((a, b) => a - b),
          );
        }
        const sums = parts.map((part) => part.reduce((sum, { requests }) => sum + requests, 0));
        const largest = Math.max(0, ...stacks.map(({ requests }) => requests));
        assert.ok(Math.max(...sums) - Math.min(...sums) <= largest);
      }),
    );
  });

  it("have shares that together fit into the window, and each holds the largest stack", () => {
    fc.assert(
      fc.property(
        fc.array(stack, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 256 }),
        fc.integer({ min: 310, max: 2000 }),
        (stacks, wanted, window) => {
          const { count, requests } = jobsFor(stacks, wanted, window);
          assert.ok(count >= 1 && count <= Math.min(wanted, stacks.length));
          // The gateway answers one request fewer than its limit.
          assert.ok(count * requests < window);
          assert.ok(stacks.every((each) => each.requests <= requests));
        },
      ),
    );
  });

  it("are as many as wanted if there is room, and otherwise say why not", () => {
    const stacks = Array.from({ length: 100 }, (_, index) => ({ name: `c-${index}`, requests: 50 }));
    assert.deepEqual(jobsFor(stacks, 4, 1000), { count: 4, requests: 248 });
    const { because, ...fewer } = jobsFor(stacks, 100, 1000);
    assert.deepEqual(fewer, { count: 19, requests: 52 });
    assert.equal(because, "c-0 may need 50 requests, and the share of each job must have room for them");
    assert.equal(jobsFor(stacks.slice(0, 2), 4, 1000).because, "there are no more stacks");
  });

  it("are refused if a stack does not fit into a window", () => {
    assert.throws(() => jobsFor([{ name: "large", requests: 996 }], 2, 1000), JobsError);
  });

  it("are a matrix of GitHub Actions, or a child pipeline of GitLab", () => {
    const jobs = { count: 2, requests: 497 };
    assert.deepEqual(JSON.parse(matrixOf("github", jobs)), {
      include: [1, 2].map((job) => ({ job, part: `${job}/2`, requests: 497 })),
    });
    assert.deepEqual(JSON.parse(matrixOf("gitlab", jobs)), {
      include: [{ local: "ci/fleet-job.yml" }],
      fleet: { extends: ".fleet", parallel: { matrix: [{ PART: ["1/2", "2/2"], REQUESTS: ["497"] }] } },
    });
  });

  it("name their part as a number and how many there are", () => {
    assert.deepEqual(readPart("2/4"), { number: 2, of: 4 });
    for (const text of ["0/4", "5/4", "2", "2/", "a/b", "2/4/6", " 2/4"]) assert.equal(readPart(text), undefined, text);
  });
});
