/** The format that senders must use (RFC 9110, section 5.6.7). The two obsolete formats are not accepted. */
const fixdate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** An HTTP date in milliseconds since the epoch; undefined if there is none or the day does not exist. */
export function parseHttpDate(field: string | undefined): number | undefined {
  const text = field?.trim() ?? "";
  if (!fixdate.test(text)) return undefined;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toUTCString() === text ? date.getTime() : undefined;
}
