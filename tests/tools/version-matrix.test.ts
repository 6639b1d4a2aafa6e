import assert from "node:assert/strict";

const loadCells = () => import("../../tools/version-matrix/cells.mjs");
const loadManagers = () => import("../../tools/version-matrix/managers.mjs");
const loadReason = () => import("../../tools/process.mjs");

describe("the matrix of versions", () => {
  it("tries every Node with every version of each other axis, and the base of the rest", async () => {
    const { cellsOf } = await loadCells();
    const cells = cellsOf({
      node: ["20", "22"],
      pulumi: ["a", "b"],
      typescript: ["5", "7"],
      manager: ["npm", "pnpm@9", "yarn@1"],
    });
    assert.deepEqual(
      cells.map(({ node, pulumi, typescript, manager }) => `${node} ${pulumi} ${typescript} ${manager}`),
      ["20", "22"].flatMap((node) =>
        ["a 5 npm", "b 5 npm", "a 7 npm", "a 5 pnpm@9", "a 5 yarn@1"].map((rest) => `${node} ${rest}`),
      ),
    );
  });

  it("is printed as a table", async () => {
    const { tableOf } = await loadCells();
    assert.equal(
      tableOf([
        ["Node", "result"],
        ["20", "a | b"],
      ]),
      "| Node | result |\n| --- | --- |\n| 20 | a \\| b |",
    );
  });

  it("installs with each package manager from npm's registry, without scripts, and knows no others", async () => {
    const { managerOf } = await loadManagers();
    const [npm, pnpm, classic, berry] = ["npm", "pnpm@9", "yarn@1", "yarn@4"].map((name) =>
      managerOf(name, "https://packages.example/"),
    );
    for (const manager of [npm, pnpm, classic]) assert.ok(manager?.command.includes("--ignore-scripts"));
    assert.ok(pnpm?.command.includes("pnpm@9"));
    assert.ok(classic?.command.includes("https://packages.example/"));
    assert.match(
      berry?.files?.[".yarnrc.yml"] ?? "",
      /nodeLinker: node-modules\nenableScripts: false\n[^]*"https:\/\/packages\.example\/"/,
    );
    assert.equal(managerOf("other@1", ""), undefined);
  });

  it("takes a program with the same number of resources before and after its edit through its life", async () => {
    const { before, after, size } = await import("../../tools/version-matrix/life/agency.mjs");
    const { declaredBy } = await import("../../tools/version-matrix/life/objects.mjs");
    for (const agency of [before, after]) {
      const declared = declaredBy(agency);
      assert.equal(new Set(declared).size, declared.length);
      assert.equal(declared.length, size);
    }
  });

  it("says why something fails in one line", async () => {
    const { reasonOf } = await loadReason();
    const thrown = "Previewing\n + Stack create error: Running program failed\n    TypeError: Unknown file extension\n  at x";
    assert.equal(reasonOf(thrown), "TypeError: Unknown file extension");
    assert.equal(reasonOf("npm error code EBADENGINE\nnpm error more"), "npm error code EBADENGINE");
    assert.equal(reasonOf("one\ntwo\n"), "two");
    assert.equal(reasonOf(""), "no output");
  });
});
