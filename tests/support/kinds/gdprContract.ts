import { clientOf } from "../place.js";
import type { Properties } from "../../../provider/values/properties.js";
import type { Sandbox } from "../../../sandbox/index.js";
import { asPresent, documentOf, specimen, text } from "../specimen.js";

/** Arguments of a contract between records of the sandbox. */
export function sampleContract({ control }: Sandbox): Properties & { readonly html: string } {
  const [recipient, client] = control.store.gdprContacts.all();
  const [tom] = control.store.gdprToms.all();
  return { html: "<p>Contract &amp; more</p>", tom: tom!.id, client: client!.id, recipient: recipient!.id };
}

export const gdprContract = specimen({
  valid: { html: "<p>Contract</p>", tom: "", client: "", recipient: "" },
  rest: { isPartnerContract: false },
  other: { html: "<p>b</p>", tom: "2", client: "2", recipient: "2", isPartnerContract: true },
  rehearsed: {
    validIn: sampleContract,
    sibling: { html: "<p>of another stack</p>" },
    count: ({ store }) => store.gdprContracts.all().length,
    outputs: { contractIdentifier: /^[\da-f]+$/, creationDate: /^\d{4}-/ },
  },
  answer: (_id) => ({ _id, html: "h" }),
  edits: ["state-delete-adopt", "duplicate-at-once"],

  args: ({ mark }, { store }) => {
    const [recipient, ...others] = store.gdprContacts.all();
    const client = others.find(({ name }) => name === clientOf({ mark }));
    return { html: `<p>Contract ${mark}</p>`, tom: store.gdprToms.all()[0]!.id, client: client!.id, recipient: recipient!.id };
  },
  replaced: (args, { mark }) => ({ ...args, html: `<p>Other contract ${mark}</p>` }),
  plant: (control, place, { html, tom, client, recipient }) => {
    const record = documentOf(place, control);
    const parties = { tom: text(tom), client: text(client), recipient: text(recipient) };
    control.store.gdprContracts.insert({ ...record, html: text(html), ...parties, isPartnerContract: false });
    return record.id;
  },
  present: ({ store }, { mark }) =>
    asPresent(
      store.gdprContracts.all().filter(({ html }) => html.includes(mark)),
      ["html"],
    ),
  requests: {
    create: "createGdprContract",
    get: "getGdprContract",
    list: "listGdprContracts",
    delete: "deleteGdprContract",
  },
});
