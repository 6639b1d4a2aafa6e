/** The form that is to be sent (RFC 9110, section 5.6.7); the two obsolete ones are not worth trusting. */
const fixdate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** An HTTP date in milliseconds since the epoch; undefined where there is none, or no such day. */
export function parseHttpDate(field: string | undefined): number | undefined {
  const text = field?.trim() ?? "";
  if (!fixdate.test(text)) return undefined;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toUTCString() === text ? date.getTime() : undefined;
}
