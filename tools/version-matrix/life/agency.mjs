/**
 * @typedef {import("./program/agency.js").Agency} Agency
 */

/** Resources that the program declares, without the components; the edit adds as many as it removes. */
export const size = 53;

const one = { www: {} };
const pages = { www: {}, blog: { target: "/blog" } };
const shop = { www: {}, shop: { target: "/shop" } };

/** @satisfies {Agency} */
export const before = {
  customers: {
    baker: { company: "Bäckerei Albrecht", customerNumber: 110001, domain: "brot-von-albrecht", subdomains: shop },
    dealer: { company: "Autohaus Becker", customerNumber: 110002, domain: "becker-gebrauchtwagen", subdomains: shop },
    doctor: { company: "Praxis Conrad", customerNumber: 110003, domain: "sprechstunde-conrad", subdomains: pages },
    joiner: { company: "Tischlerei Dietrich", customerNumber: 110004, domain: "moebel-von-dietrich", subdomains: one },
    florist: { company: "Blumen Engel", customerNumber: 110005, domain: "engel-floristik", subdomains: shop },
    roofer: { company: "Dachdecker Fischer", customerNumber: 110006, domain: "dach-von-fischer", subdomains: pages },
    gallery: { company: "Galerie Graf", customerNumber: 110007, domain: "graf-ausstellungen", subdomains: one },
    bicycles: { company: "Fahrrad Haas", customerNumber: 110008, domain: "haas-radwerkstatt", subdomains: one },
    shipping: { company: "Reederei Iversen", customerNumber: 110009, domain: "iversen-seefracht", subdomains: one },
  },
  campaigns: {
    "baker-jubilee": { customer: "baker", domain: "hundert-jahre-albrecht" },
    "gallery-summer": { customer: "gallery", domain: "sommer-bei-graf" },
  },
  webhooks: {
    registrations: { method: "POST", url: "https://agency.example/registrations" },
    accounting: { method: "POST", url: "https://agency.example/accounting" },
    monitoring: { method: "POST", url: "https://agency.example/monitoring" },
  },
  tokens: { deployment: "first quarter", statistics: "first quarter", migration: "once" },
  presets: { standard: "en", "standard-german": "de" },
};

const { florist, baker, ...customers } = before.customers;
const { registrations, accounting, monitoring } = before.webhooks;

/** @satisfies {Agency} */
export const after = {
  ...before,
  customers: {
    ...customers,
    baker: { ...baker, subdomains: { ...shop, cafe: { target: "/cafe" } } },
    // A site can be renamed without an alias.
    flowers: florist,
  },
  webhooks: {
    "domain-registrations": { ...registrations, formerly: "registrations" },
    accounting: { ...accounting, url: "https://accounting.example/registrations" },
    monitoring: { ...monitoring, method: "PUT" },
  },
  tokens: { deployment: "second quarter", statistics: "first quarter" },
};

/** What the preview of the edit shows. */
export const edits = [
  "create cafe.brot-von-albrecht.de",
  "delete migration",
  "replace deployment",
  "update accounting",
  "update monitoring",
];

/** Objects that the edit leaves in place: all but the removed and the rotated token. */
export const keptByEdit = size - 2;
