import { z } from "zod";

/** Schemas that several kinds share. */

/** Whatever else a schema asks of the text is not said of an empty one. */
export const nonEmpty = z.string().min(1, { error: "must not be empty", abort: true });

/** Name of a web-hosting account, or its number as text. */
export const accountIdentifier = nonEmpty.regex(/^[^\s/\\?#%\p{Cc}]+$/u, {
  error: "must be the name of an account, such as p123456",
});

export const customerNumber = z.int({ error: "must be an integer" }).positive({ error: "must be positive" });

const withoutScheme = (text: string) => !/^[a-z][a-z0-9+.-]*:/i.test(text);

/** One or more labels of a host name, in ASCII or Unicode. */
export const labels = nonEmpty
  .max(253)
  .refine(withoutScheme, { error: 'must be only a name, without a scheme such as "https://"' })
  .regex(/^[^\s/\\:@?#%\p{Cc}]*$/u, { error: "must be only a name, without path, port, escapes or white space" })
  .refine((text) => !/^\.|\.$|\.\./.test(text), { error: "must not begin or end with a dot, or have an empty label" })
  .refine((text) => text.split(".").every((label) => label.length <= 63), {
    error: "must not have a label of more than 63 characters",
  })
  .refine((text) => !/(?:^|\.)-|-(?:\.|$)/.test(text), {
    error: "must not have a label that begins or ends with a hyphen, which no host name may have",
  });

/**
 * Labels of a domain, which is the name of a host: in ASCII, letters, digits and hyphens (RFC 1123), and `*` for any label. Other names in
 * the DNS, such as those with an underscore, are only those of records.
 */
export const hostLabels = labels.refine((text) => !/[^a-z\d.*\u0080-\u{10ffff}-]/iu.test(text), {
  error: "must not have a character that no host name has, such as an underscore",
});
