import assert from "node:assert/strict";
import { z } from "zod";
import * as areas from "../../sdk/areas.js";
import { isRepeatable } from "../../sdk/http/retry.js";
import { isSecret, membersShownOnce, partsOf } from "../../sdk/models/schema.js";
import { type Answer, type Operation, parameterNames, parameterType } from "../../sdk/operations/operation.js";
import { operations } from "../../sdk/operations/index.js";
import { rows, tableRows } from "../../sdk/operations/rows.js";
import {
  factOperations,
  type FactOperation,
  type FactResponse,
  factsText,
  type JsonSchema,
  referenceName,
  resolveReference,
} from "../support/facts.js";
import { members, variants } from "../support/zod-members.js";

const rowOf = new Map(rows.map((row) => [row.id, row]));

/** The row of the table that a fact is about. */
function rowFor(fact: FactOperation): Operation {
  const row = rowOf.get(fact.id);
  assert.ok(row, `no row ${fact.id}`);
  return row;
}

describe("the operation table", () => {
  /** `GET /v1/…` to the purposes given for it. */
  const listed = new Map<string, string[]>();
  for (const [, method, path, purpose] of factsText.matchAll(/^\| (GET|POST|PUT|DELETE|PATCH) \| (\S+) \| (.+) \|$/gm)) {
    const route = `${method!} ${path!}`;
    // The description writes "sub-domain"; everywhere else this project writes "subdomain".
    listed.set(route, [...(listed.get(route) ?? []), purpose!.replaceAll("sub-domain", "subdomain")]);
  }

  it("has the operations of the API and no other", () => {
    assert.deepEqual(rows.map((row) => `${row.method} ${row.path}`).sort(), [...listed.keys()].sort());
  });

  it("has each area by itself too, with what its operations redirect to", () => {
    assert.deepEqual({ ...areas }, { ...operations });
    for (const { operation, area } of tableRows)
      for (const answer of Object.values<Answer>(operation.answers))
        if (answer.kind === "redirect") assert.ok(tableRows.some((row) => row.area === area && row.operation.path === answer.to));
  });

  it("has the documented purpose of each operation", () => {
    for (const row of rows) assert.ok(listed.get(`${row.method} ${row.path}`)?.includes(row.purpose), row.id);
  });

  it("takes customerNumber as an integer and every other path parameter as a string", () => {
    for (const fact of factOperations) {
      assert.deepEqual(
        parameterNames(rowFor(fact).path).map((name) => ({ name, type: parameterType(name) })),
        fact.pathParams.map(({ name, type }) => ({ name, type })),
        fact.id,
      );
    }
  });

  it("contains each operation once, in its area", () => {
    assert.equal(rowOf.size, rows.length);
    for (const fact of factOperations) {
      const row = tableRows.find(({ operation }) => operation === rowFor(fact));
      assert.equal(row?.area, fact.areaSlug, fact.id);
    }
  });

  it("is frozen", () => {
    for (const row of rows) assert.ok(Object.isFrozen(row), row.id);
  });
});

/** Names of the secret members in a schema. */
function secretMembers(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  if (schema instanceof z.core.$ZodObject)
    return Object.entries(schema._zod.def.shape as z.core.$ZodShape).flatMap(([name, member]) =>
      isSecret(member) ? [name] : secretMembers(member, seen),
    );
  return partsOf(schema).flatMap((part) => secretMembers(part, seen));
}

describe("the secrets in answers of the table", () => {
  const membersIn = ({ answers }: Operation, names: (schema: z.core.$ZodType) => string[]): string[] => [
    ...new Set(Object.values(answers).flatMap((each) => (each.kind === "json" ? names(each.schema) : []))),
  ];

  for (const { area, operation } of tableRows)
    it(`${operation.id}: are marked as shown once if the call cannot be repeated and no read of the area shows them`, () => {
      const reads = tableRows.filter((row) => row.area === area && row.operation.repeat === "safe");
      const shownAgain = new Set(reads.flatMap((row) => membersIn(row.operation, secretMembers)));
      const lost = isRepeatable(operation.repeat) ? [] : membersIn(operation, secretMembers);
      assert.deepEqual(
        membersIn(operation, membersShownOnce),
        lost.filter((name) => !shownAgain.has(name)),
      );
    });
});

/** Statuses that stand for a result. */
const successes = (fact: FactOperation): number[] =>
  [...(fact.nonErrorStatuses ?? fact.responses.map(statusOf).filter((status) => status < 300))].sort();

const statusOf = (response: FactResponse): number => {
  const status = response.status ?? response.assumedStatus;
  assert.ok(status !== undefined);
  return status;
};

/** The gateway in front of the API sends it; the descriptions do not mention it. */
const gatewayFailures: Readonly<Record<string, readonly number[]>> = { authenticate: [403] };

describe("the answers of the table", () => {
  for (const fact of factOperations) {
    const row = rowFor(fact);
    const answers = Object.entries(row.answers).map(([status, answer]): [number, Answer] => [Number(status), answer]);

    it(`${fact.id}: has the documented statuses`, () => {
      assert.deepEqual(
        answers.filter(([, answer]) => answer.kind !== "failure").map(([status]) => status),
        successes(fact),
      );
      assert.deepEqual(
        answers.filter(([, answer]) => answer.kind === "failure").map(([status]) => status),
        [
          ...fact.responses.map(statusOf).filter((status) => !successes(fact).includes(status)),
          ...(gatewayFailures[fact.id] ?? []),
        ],
      );
      assert.equal(row.evidence.status, fact.responses.some(({ status }) => status === null) ? "unknown" : "documented");
    });

    it(`${fact.id}: has a body where the sources document one`, () => {
      for (const response of fact.responses) {
        const answer = row.answers[statusOf(response)]!;
        if (answer.kind === "failure") assert.equal(answer.schema !== undefined, response.schema !== null);
        else if (response.schema !== null) assert.equal(answer.kind, "json");
        else if (response.contentType !== undefined)
          assert.deepEqual(
            { kind: answer.kind, contentType: "contentType" in answer && answer.contentType },
            { kind: "binary", contentType: response.contentType },
          );
        else if (response.description !== "success" || row.evidence.answer !== "unknown")
          assert.ok(["empty", "value", "redirect"].includes(answer.kind), answer.kind);
      }
    });
  }
});

/**
 * Where the table knows better than the collected schemas, or uses the safer of two readings. Everything else must agree.
 */
const deviations = {
  /** Set by the provider, though the schema that creation shares with reading does not say so. */
  setByProvider: ["GDPRContractPreset.creationDate", "GDPRContact.creationDate", "GDPRTom.creationDate"],
  /** An article is named by its number; all else about it is the provider's. */
  articleReferences: ["VirtualAccountInput.article", "PromotionCodeValidationRequest.articles"],
  /** The second factor may be asked for without a body. */
  notRelyingOn: ["AuthenticationIncompleteResponse.name", "AuthenticationIncompleteResponse.deviceId"],
  /** May hold bank data; stands for a device that needs no second factor any more. */
  alsoSecret: [
    "Cart.paymentSettings",
    "CreateCustomerRequest.paymentSettings",
    "AuthenticationRequest.deviceId",
    "AuthenticationIncompleteResponse.deviceId",
  ],
  /**
   * Of two failures that share a model the gateway's has a reason as well. An amount holds a number, of which the sources leave out the
   * name; it is optional, and the most likely one.
   */
  alsoKnown: ["Message.reason", "InvoiceAmount.amount"],
  /** An item of a cart is an article or a domain; the sources describe the latter apart. */
  domainItems: ["CartItem"],
  /** A text in one source, a title and a text in another. */
  alsoObjects: ["CartItem.description"],
  /** Records of which nothing is described, yet every record has an identifier. */
  openRecords: ["GDPRContract.tom", "GDPRContract.client", "GDPRContract.recipient"],
  /** No source has the body; it names what is to be deleted, because a call without could delete everything. */
  guessedBodies: ["deleteSubdomain"],
} as const;

const includes = (names: readonly string[], name: string): boolean => names.includes(name);

interface Comparison {
  readonly direction: "request" | "answer";
  /** Whether what the schema requires may be relied on. */
  readonly binding: boolean;
}

interface Variant {
  readonly schema: JsonSchema;
  /** Name of the nearest schema that has one. */
  readonly owner: string;
}

function jsonVariants(schema: JsonSchema, owner: string): Variant[] {
  if (schema.$ref !== undefined) return jsonVariants(resolveReference(schema.$ref), referenceName(schema.$ref));
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((variant) => jsonVariants(variant, owner));
  return [{ schema, owner }];
}

/** Differences between a documented schema and ours, in members, in what is required and in what is secret. */
function differences(
  documented: JsonSchema,
  ours: z.core.$ZodType,
  how: Comparison,
  owner = "",
  seen: ReadonlySet<z.core.$ZodType> = new Set(),
): string[] {
  const theirs = jsonVariants(documented, owner);
  const ourVariants = variants(ours);
  if (ourVariants.some((variant) => seen.has(variant))) return [];
  const path = new Set([...seen, ...ourVariants.filter((variant) => variant instanceof z.core.$ZodObject)]);

  const found: string[] = [];
  const theirLists = theirs.filter(({ schema }) => schema.type === "array");
  const ourLists = ourVariants.filter((variant) => variant instanceof z.core.$ZodArray);
  for (const list of theirLists) {
    const [first] = ourLists;
    if (first === undefined) found.push(`${list.owner}: no list`);
    else found.push(...differences(list.schema.items ?? {}, first._zod.def.element, how, list.owner, path));
  }
  const theirObjects = theirs.filter(({ schema }) => schema.properties !== undefined);
  const ourObjects = ourVariants.filter((variant) => variant instanceof z.core.$ZodObject);
  if (includes(deviations.openRecords, owner)) {
    const names = ourObjects.flatMap((object) => [...members(object).keys()]);
    if (names.join() !== "_id,id,uid,uuid") found.push(`${owner}: ${names.join()}`);
  } else if (theirObjects.length === 0 && includes(deviations.alsoObjects, owner)) return found;
  else if (theirObjects.length === ourObjects.length)
    theirObjects.forEach((object, index) => found.push(...objectDifferences([object], ourObjects[index]!, how, path)));
  else if (ourObjects.length === 1) found.push(...objectDifferences(theirObjects, ourObjects[0]!, how, path));
  else found.push(`${owner}: ${theirObjects.length} objects, ours ${ourObjects.length}`);
  return found;
}

/** Several documented objects are compared with the one of ours that stands for any of them. */
function objectDifferences(
  theirs: readonly Variant[],
  ours: z.core.$ZodObject,
  how: Comparison,
  seen: ReadonlySet<z.core.$ZodType>,
): string[] {
  const found: string[] = [];
  const ourMembers = members(ours);
  const known = new Set<string>();
  for (const { schema, owner } of theirs) {
    const extra = {
      ...schema["x-publicOnly"],
      ...(includes(deviations.domainItems, owner) ? resolveReference("DomainItem").properties : {}),
    };
    for (const name of schema["x-identifier"]?.candidates ?? []) known.add(name);
    for (const [name, member] of Object.entries(extra)) {
      known.add(name);
      const mine = ourMembers.get(name);
      if (mine !== undefined && mine.secret !== (member["x-secret"] === true))
        found.push(`${owner}.${name}: secret ${mine.secret}`);
    }
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const place = `${owner}.${name}`;
      const absent = how.direction === "request" && (member.readOnly === true || includes(deviations.setByProvider, place));
      const mine = ourMembers.get(name);
      if (absent) {
        if (mine !== undefined) found.push(`${place}: not ours to send`);
        continue;
      }
      known.add(name);
      if (mine === undefined) {
        found.push(`${place}: missing`);
        continue;
      }
      const required = how.binding && schema.required?.includes(name) === true && !includes(deviations.notRelyingOn, place);
      if (mine.required !== required) found.push(`${place}: required ${required}, ours ${mine.required}`);
      const secret = member["x-secret"] === true || includes(deviations.alsoSecret, place);
      if (mine.secret !== secret) found.push(`${place}: secret ${secret}, ours ${mine.secret}`);
      if (how.direction === "request" && includes(deviations.articleReferences, place)) {
        const referenced = variants(mine.schema).flatMap((variant) =>
          variant instanceof z.core.$ZodArray ? variants(variant._zod.def.element) : [variant],
        );
        const names = referenced.flatMap((v) => (v instanceof z.core.$ZodObject ? [...members(v).keys()] : ["?"]));
        if (names.join() !== "articleNumber") found.push(`${place}: takes ${names.join()}`);
      } else found.push(...differences(member, mine.schema, how, place, seen));
    }
  }
  for (const name of ourMembers.keys())
    if (!known.has(name) && !theirs.some(({ owner }) => includes(deviations.alsoKnown, `${owner}.${name}`)))
      found.push(`${theirs.map(({ owner }) => owner).join("|")}.${name}: no source knows it (api/schemas.json)`);
  return found;
}

describe("the schemas of the table", () => {
  for (const fact of factOperations) {
    const row = rowFor(fact);

    it(`${fact.id}: accepts the documented query parameters`, () => {
      const ours = row.query === undefined ? new Map<string, never>() : members(row.query);
      assert.deepEqual([...ours.keys()].sort(), fact.query.map(({ name }) => name).sort());
      for (const parameter of fact.query) {
        const mine = ours.get(parameter.name)!;
        assert.equal(mine.required, parameter.required, parameter.name);
        const [schema] = variants(mine.schema);
        const type = schema!._zod.def.type;
        if (parameter.enum !== undefined)
          assert.deepEqual(Object.values((schema as z.core.$ZodEnum)._zod.def.entries), parameter.enum, parameter.name);
        else assert.equal(type, parameter.type === "integer" ? "number" : parameter.type, parameter.name);
      }
    });

    it(`${fact.id}: accepts the documented body`, () => {
      const documented = fact.body?.schema ?? fact.optionalBodyCandidate?.schema;
      if (includes(deviations.guessedBodies, fact.id)) {
        assert.equal(documented, undefined);
        assert.equal(row.evidence.body, "unknown");
        return;
      }
      assert.equal(row.body === undefined, documented === undefined);
      assert.equal(row.evidence.body === undefined, documented === undefined);
      if (row.body === undefined || documented === undefined) return;
      assert.equal(row.body._zod.optin !== "optional", fact.body?.required ?? false);
      assert.deepEqual(differences(documented, row.body, { direction: "request", binding: true }), []);
    });

    it(`${fact.id}: decodes the documented answers`, () => {
      for (const response of fact.responses) {
        const answer = row.answers[statusOf(response)]!;
        if (response.schema === null || !("schema" in answer) || answer.schema === undefined) continue;
        // Where the caller chooses the members, none is sure to be there.
        const binding = row.evidence.answer === "documented" && row.query?.shape["fields"] === undefined;
        assert.deepEqual(differences(response.schema, answer.schema, { direction: "answer", binding }), []);
      }
    });
  }

  it("describe every member of a request", () => {
    const silent: string[] = [];
    const visit = (schema: z.core.$ZodType, path: string): void => {
      for (const variant of variants(schema)) {
        if (variant instanceof z.core.$ZodArray) visit(variant._zod.def.element, path);
        if (!(variant instanceof z.core.$ZodObject)) continue;
        for (const [name, member] of members(variant)) {
          if (!described(member.schema)) silent.push(`${path}.${name}`);
          visit(member.schema, `${path}.${name}`);
        }
      }
    };
    for (const row of rows) {
      if (row.query !== undefined) visit(row.query, row.id);
      if (row.body !== undefined) visit(row.body, row.id);
    }
    assert.deepEqual(silent, []);
  });
});

/** Whether the schema or what it wraps has a description. */
const described = (schema: z.core.$ZodType): boolean =>
  Boolean(z.globalRegistry.get(schema)?.description) ||
  variants(schema).some((variant) => Boolean(z.globalRegistry.get(variant)?.description));
