import { createHash, createHmac, randomBytes } from "node:crypto";

/** What is stored of a secret that only has to be compared. */
export const hashed = (secret: string): string => `sha256:${createHash("sha256").update(secret, "utf8").digest("hex")}`;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648 base32 with padding. */
function base32(bytes: Uint8Array): string {
  let text = "";
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >> bits) & 31]!;
    }
    value &= (1 << bits) - 1;
  }
  if (bits > 0) text += alphabet[(value << (5 - bits)) & 31]!;
  return text.padEnd(Math.ceil(text.length / 8) * 8, "=");
}

/** A gateway token: 56 characters of base32 including padding. */
export const newSessionToken = (): string => base32(randomBytes(32));

export const newApplicationSecret = (): string => `MW_${randomBytes(24).toString("base64url")}`;

export const newPassword = (): string => randomBytes(12).toString("base64url");

/** Six digits. */
export const newPin = (): string => String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, "0");

/** The transfer code of a domain. It is derived from the name, so it need not be stored. */
export const transferCode = (domain: string): string =>
  base32(createHmac("sha256", "transfer code").update(domain).digest()).slice(0, 16);
