/** The end of a message that has a page in docs/messages.md. */
export const explainedBy = (code: string): string => ` See \`npx hosting explain ${code.replaceAll(" ", "-")}\`.`;

const pointers = / See `npx hosting explain [\w-]+`\./g;

/** A message without its pointer, for another one that quotes it. */
export const unexplained = (message: string): string => message.replace(pointers, "");

/**
 * A message that quotes others, with one pointer at its end. Of several, the last one is of the whole message, and the others are of what
 * it quotes.
 */
export const explainedOnce = (message: string): string => unexplained(message) + (message.match(pointers)?.at(-1) ?? "");

/** Pages about failures of a call, by what the caller can do. Where a request may have taken effect, that matters more than why it failed. */
export const pages = {
  lostAnswer: explainedBy("lost-answer"),
  apiDown: explainedBy("api-down"),
  loginRefused: explainedBy("login-refused"),
  secondFactor: explainedBy("second-factor"),
  badRequest: explainedBy("bad-request"),
  noAccess: explainedBy("no-access"),
  notFound: explainedBy("not-found"),
  conflict: explainedBy("conflict"),
  rateLimit: explainedBy("rate-limit"),
  redirect: explainedBy("redirect"),
  timeout: explainedBy("timeout"),
  connection: explainedBy("connection"),
  badAnswer: explainedBy("bad-answer"),
} as const;
