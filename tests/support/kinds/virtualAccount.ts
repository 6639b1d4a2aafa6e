import { planted } from "../place.js";
import { asPresent, specimen, text } from "../specimen.js";

export const virtualAccount = specimen({
  valid: {
    customerNumber: 100001,
    virtualName: "sommer-shop",
    description: "Shop",
    articleNumber: 1101,
    password: "account-password-secret",
  },
  rest: { forceDestroy: false },
  other: {
    customerNumber: 100002,
    virtualName: "other",
    description: "other",
    articleNumber: 1102,
    password: "other-secret",
    forceDestroy: true,
  },
  rehearsed: {
    sibling: { virtualName: "other" },
    count: ({ store }) => store.accounts.all().filter(({ virtual }) => virtual !== undefined).length,
    outputs: { uid: /^\d+$/, name: /^p\d+$/ },
    unseen: ["password"],
  },
  answer: (name) => ({ name, virtualName: "v", description: "d" }),
  edits: ["taint", "move-alias"],

  args: (place) => ({
    customerNumber: place.customerNumber,
    virtualName: `shop-${place.mark}`,
    description: "Shop",
    articleNumber: 1201,
    password: planted(place, "password"),
  }),
  replaced: (args) => ({ ...args, virtualName: `${text(args["virtualName"])}-2` }),
  plant: (control, { customerNumber, mark }, { virtualName, description, articleNumber }) => {
    const uid = 300_000 + customerNumber;
    control.store.accounts.insert({
      id: `p${uid}`,
      uid,
      customerNumber,
      description: text(description),
      articleNumber: articleNumber as number,
      disabled: false,
      activateShell: false,
      ipAddress: "192.0.2.1",
      status: "ready",
      virtual: { virtualName: text(virtualName), passwordHash: mark },
    });
    return `${customerNumber}/p${uid}`;
  },
  present: ({ store }, { customerNumber }) =>
    asPresent(
      store.accounts.all().filter((account) => account.customerNumber === customerNumber && account.virtual !== undefined),
      ({ virtual }, { virtualName }) => virtual?.virtualName === virtualName,
      ({ id }) => `${customerNumber}/${id}`,
    ),
  requests: {
    create: "createVirtualAccount",
    list: "listVirtualAccounts",
    delete: "deleteVirtualAccount",
  },
});
