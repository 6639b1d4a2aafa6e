/** Information for a person who is watching, although nothing has failed. */
export interface Notice {
  /** `retry`: a call is retried. `rate-limit`: a call waits for the rate window. `token`: the token was renewed. */
  readonly kind: "retry" | "rate-limit" | "token";
  /** Ready to print, without secrets. */
  readonly message: string;
}
