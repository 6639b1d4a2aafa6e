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

interface SeededCustomer {
  readonly trade: string;
  readonly lastName: string;
  readonly city: string;
  readonly zip: string;
  readonly name: string;
}

/** The reseller and its customers as parties of contracts. */
export const gdprContactsWith = (customers: readonly SeededCustomer[]) => [
  resellerContact,
  ...customers.map(({ trade, lastName, city, zip, name }) => ({
    owner: 100000,
    name: `${trade} ${lastName}`,
    street: "Hauptstraße",
    houseNumber: "1",
    zipCode: zip,
    city,
    mail: `datenschutz@${name}.example`,
    type: "client",
  })),
];
