import type { Remark } from "../../provider/values/remarks.js";
import { canonicalJson, type ReviewedLogin } from "../../provider/values/reviewed.js";
import { kindIn } from "../stack/definitions.js";
import { notedNameOf } from "../stack/deployment.js";

export type Declared = Pick<Remark, "declares" | "sources" | "login">;

/** What the resources of this package declare, and as whom they log in, by URN. */
export function declarationsIn(remarks: readonly Remark[]): (urn: string) => Declared {
  const all = declared.get(remarks) ?? byResource(remarks);
  declared.set(remarks, all);
  return (urn) => all.get(`${kindIn(urn)} ${notedNameOf(urn)}`) ?? {};
}

/** Several parts of a review ask for the declarations of the same preview. */
const declared = new WeakMap<readonly Remark[], ReadonlyMap<string, Declared>>();

function byResource(remarks: readonly Remark[]): ReadonlyMap<string, Declared> {
  const all = new Map<string, Declared>();
  for (const { code, kind, resource, declares, sources, login } of remarks) {
    if (code !== "declares" && code !== "login") continue;
    const key = `${kind} ${resource}`;
    const isOpen = sources !== undefined && Object.keys(sources).length > 0;
    all.set(key, { ...all.get(key), ...(declares && { declares }), ...(isOpen && { sources }), ...(login && { login }) });
  }
  return all;
}

/** All logins that a preview has told. */
export const loginsIn = (remarks: readonly Remark[]): readonly ReviewedLogin[] => [
  ...new Map(remarks.flatMap(({ login }) => (login === undefined ? [] : [[canonicalJson(login), login]]))).values(),
];

/** With which options the resources of the program are declared, by URN. */
export const optionsIn = (remarks: readonly Remark[]): ReadonlyMap<string, Readonly<Record<string, unknown>>> =>
  new Map(remarks.flatMap(({ urn, options }) => (urn === undefined || options === undefined ? [] : [[urn, options]])));
