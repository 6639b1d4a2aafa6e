/** The reseller as the processor of its customers' data. */
export const resellerContact = {
  owner: 100000,
  name: "Winter Agentur GmbH",
  street: "Am Hafen",
  houseNumber: "1",
  zipCode: "30159",
  city: "Hannover",
  mail: "datenschutz@winter-agentur.example",
  type: "recipient",
};

/** The reseller's measures to protect them. */
export const resellerToms = [
  { owner: 100000, content: "Access control: locked rooms, personal keys. Encryption: data at rest and in transit." },
  { owner: 100000, content: "Access control: locked rooms. Backups: daily, kept for thirty days." },
];
