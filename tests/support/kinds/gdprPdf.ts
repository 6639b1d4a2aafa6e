import { asPresent, documentOf, specimen, text } from "../specimen.js";

const base64 = (content: string): string => Buffer.from(content).toString("base64");

export const gdprPdf = specimen({
  valid: { name: "a.pdf", pdf: base64("a") },
  other: { name: "b.pdf", pdf: base64("b") },
  answer: (uid) => ({ uid, name: "n" }),
  edits: ["move"],

  args: ({ mark }) => ({ name: `${mark}.pdf`, pdf: base64("%PDF-1.4 first") }),
  replaced: (args) => ({ ...args, pdf: base64("%PDF-1.4 second") }),
  plant: (control, place, { name, pdf }) => {
    const record = documentOf(place, control);
    control.store.gdprPdfs.insert({ ...record, name: text(name), content: text(pdf) });
    return record.id;
  },
  present: ({ store }, { mark }) =>
    asPresent(
      store.gdprPdfs.all().filter(({ name }) => name.startsWith(mark)),
      ({ name, content }, { name: declared, pdf }) => name === declared && content === pdf,
    ),
  requests: {
    create: "uploadGdprPdf",
    get: "getGdprPdf",
    list: "listGdprPdfs",
    delete: "deleteGdprPdf",
  },
});
