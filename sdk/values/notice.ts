/** Something a person watching may want to know, though nothing has failed. */
export interface Notice {
  /** `retry`: a call is repeated. `rate-limit`: a call waits for the rate window. `token`: the token was renewed. */
  readonly kind: "retry" | "rate-limit" | "token";
  /** Ready to print, free of secrets. */
  readonly message: string;
}
