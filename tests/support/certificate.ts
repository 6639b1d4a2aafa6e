import { generateKeyPairSync, sign } from "node:crypto";
import { isIPv4 } from "node:net";

/** A certificate and its key, as TLS servers accept them. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
};

const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);
const integer = (value: number): Buffer => tlv(0x02, Buffer.from([value]));
const octets = (content: Uint8Array): Buffer => tlv(0x04, content);
const bits = (content: Uint8Array): Buffer => tlv(0x03, Buffer.from([0]), content);
const text = (value: string): Buffer => tlv(0x0c, Buffer.from(value));
const utcTime = (date: Date): Buffer =>
  tlv(
    0x17,
    Buffer.from(
      `${date
        .toISOString()
        .replace(/\.\d+|\D/g, "")
        .slice(2)}Z`,
    ),
  );
const identifier = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, "hex"));

const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));
const commonName = "550403";
const subjectAltName = "551d11";

const day = 86_400_000;

const dnsName = (name: string): Buffer => tlv(0x82, Buffer.from(name));
const ipAddress = (address: string): Buffer => tlv(0x87, Buffer.from(address.split(".").map(Number)));

/** A new self-signed certificate for a host name or an IPv4 address, valid for a day around `when`. */
export function selfSigned(host: string, when = new Date()): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(tlv(0x31, sequence(identifier(commonName), text(host))));
  const validity = sequence(utcTime(new Date(when.getTime() - day)), utcTime(new Date(when.getTime() + day)));
  const names = sequence(isIPv4(host) ? ipAddress(host) : dnsName(host));
  const content = sequence(
    tlv(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(sequence(identifier(subjectAltName), octets(names)))),
  );
  const certificate = sequence(content, ecdsaWithSha256, bits(sign("sha256", content, privateKey)));
  const lines = certificate.toString("base64").match(/.{1,64}/g)!;
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}
