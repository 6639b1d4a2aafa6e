import assert from "node:assert/strict";
import { renderPdf } from "../../sandbox/rules/pdf.js";

/** Reads a PDF as a reader does: from its end, through the table of objects. */
function read(pdf: Uint8Array): { readonly objects: ReadonlyMap<number, string>; readonly trailer: string } {
  const text = Buffer.from(pdf).toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const [, count, table, trailer] = /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn] \n)+)trailer\n(<<.*>>)/.exec(text.slice(start))!;
  const entries = table!.match(/.{19}\n/g)!;
  assert.equal(entries.length, Number(count));
  assert.equal(entries[0], "0000000000 65535 f \n");
  const objects = new Map<number, string>();
  entries.slice(1).forEach((entry, index) => {
    const object = /^(\d+) 0 obj\n([\s\S]*?)\nendobj\n/.exec(text.slice(Number(entry.slice(0, 10))))!;
    assert.equal(Number(object[1]), index + 1);
    objects.set(index + 1, object[2]!);
  });
  return { objects, trailer: trailer! };
}

describe("the sandbox's PDFs", () => {
  it("have a PDF header and a table with every object's offset", () => {
    const pdf = renderPdf("Title", ["one", "two"]);
    assert.match(Buffer.from(pdf).toString("latin1"), /^%PDF-1\.4\n/);
    const { objects, trailer } = read(pdf);
    assert.match(trailer, /\/Root 1 0 R/);
    assert.match(objects.get(1)!, /\/Type \/Catalog \/Pages 2 0 R/);
    assert.match(objects.get(2)!, /\/Kids \[4 0 R\] \/Count 1/);
  });
});
