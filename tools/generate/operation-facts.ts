import type { Operation } from "../../sdk/operations/operation.js";
import { tableRows, type TableRow } from "../../sdk/operations/rows.js";

/** How a program calls an operation. */
export const callOf = ({ name }: TableRow): string => `client.${name}`;

/** The call that deletes what an operation creates: `DELETE` of what lies right below its path. */
function undoing({ method, path }: Operation): string | undefined {
  if (method !== "POST") return undefined;
  const row = tableRows.find(
    ({ operation }) =>
      operation.method === "DELETE" &&
      operation.path.startsWith(`${path}/{`) &&
      !operation.path.slice(path.length + 1).includes("/"),
  );
  return row === undefined ? undefined : callOf(row);
}

/** What a caller should know in addition to purpose and schemas: costs, people that are contacted, whether it can be undone. */
export function notesOf(operation: Operation): readonly string[] {
  const undo = undoing(operation);
  return [
    ...(operation.notes ?? []),
    ...(operation.paging?.by === "offset"
      ? ["Returns one page, of 20 unless `query.limit` says otherwise; `each` reads all."]
      : []),
    ...(undo === undefined ? [] : [`\`${undo}\` deletes what it creates.`]),
  ];
}

/** How well the parts of an operation are known. */
export const evidenceOf = ({ evidence }: Operation): string =>
  [
    `statuses ${evidence.status}`,
    ...(evidence.body === undefined ? [] : [`body ${evidence.body}`]),
    `answer ${evidence.answer}`,
  ].join(", ");
