/**
 * @typedef {object} Service
 * @property {string} name for messages
 * @property {string} base address of the API
 * @property {Readonly<Record<string, string>>} headers
 * @property {string} token never shown
 */

/**
 * Calls of a service's API. A failed one says what it was for.
 *
 * @param {Service} service
 */
export function callsOf({ name, base, headers, token }) {
  /**
   * @param {string} purpose such as `edit comment 7`
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async function answered(purpose, method, path, body) {
    const tried = `could not ${purpose} (${method} ${path})`;
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect could carry the token to another host.
      redirect: "error",
    }).catch((/** @type {unknown} */ error) => {
      throw new Error(`${tried}: no answer of ${name}: ${plain(reasonOf(error), token)}`);
    });
    const text = await response.text();
    if (response.ok) return { response, answer: /** @type {unknown} */ (text === "" ? undefined : JSON.parse(text)) };
    const remedy = [401, 403, 404].includes(response.status) ? ". Check the permissions of the job and its token" : "";
    throw new Error(`${tried}: ${name} answered with status ${response.status}: ${plain(text, token)}${remedy}`);
  }

  return {
    /**
     * @param {string} purpose
     * @param {string} method
     * @param {string} path
     * @param {object} [body]
     */
    call: async (purpose, method, path, body) => (await answered(purpose, method, path, body)).answer,

    /**
     * All pages of a listing.
     *
     * @param {string} purpose
     * @param {string} path
     * @param {Readonly<Record<string, string>>} [query]
     */
    async list(purpose, path, query = {}) {
      /** @type {unknown[]} */
      const entries = [];
      for (let page = 1; ; page += 1) {
        const parameters = new URLSearchParams({ ...query, per_page: "100", page: String(page) }).toString();
        const { response, answer } = await answered(purpose, "GET", `${path}?${parameters}`);
        entries.push(.../** @type {unknown[]} */ (answer));
        if (!/rel="next"/.test(response.headers.get("link") ?? "")) return entries;
      }
    },
  };
}

/**
 * What a service said, for a log: short, on one line, and without the token.
 *
 * @param {string} text
 * @param {string} token
 */
const plain = (text, token) =>
  text
    .replaceAll(token, "[secret]")
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, 300);

/** @param {unknown} error of `fetch`, which says why only in its cause */
const reasonOf = (error) => {
  const { message, cause } = /** @type {Error} */ (error);
  return cause instanceof Error ? cause.message : message;
};
