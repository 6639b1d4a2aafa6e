import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import * as pulumi from "@pulumi/pulumi";
import { maskDebugOutput, rootIn, rootRequest, secretOf, logRequest } from "../../provider/pulumi/protocol.js";
import { watchOptions, watchOutputs, watchUnknown } from "../../provider/pulumi/registrations.js";
import { isOfType, nameOfResource, parentOf, typeOfResource, typesAbove } from "../../provider/pulumi/resources.js";
import {
  beforeEnd,
  classesIn,
  isMocked,
  perRun,
  programError,
  secretConfiguration,
  transformDeclarations,
  withoutStack,
} from "../../provider/pulumi/runs.js";
import { unknownValue, joinedOutputs } from "../../provider/values/unknown-values.js";
import { isKnown, knownValue, presentSourcesOf, sourcesOf } from "../../provider/pulumi/outputs.js";

/*
 * What the package uses of Pulumi's SDK without a public type. `npm run versions` runs this file with other versions of the SDK, inside of the
 * installed package, so it imports nothing but that and the SDK.
 */

const type = "pulumi-nodejs:dynamic/test:Thing";

class Thing extends pulumi.CustomResource {
  readonly shown!: pulumi.Output<unknown>;

  constructor(name: string, args: pulumi.Inputs = {}, options?: pulumi.CustomResourceOptions) {
    super(type, name, { shown: undefined, ...args }, options);
  }
}

/** A message of Pulumi's protocol. */
type Message = Readonly<Record<string, (value?: unknown) => unknown>>;

/** A class of messages. */
interface MessageClass {
  new (): Message;
  readonly prototype: Message;
  deserializeBinary(bytes: Uint8Array): Message;
}

function classIn(file: string, name: string): MessageClass {
  const found = classesIn(`proto/${file}`)?.[name] as MessageClass | undefined;
  assert.ok(found, `${file} has no ${name}`);
  return found;
}

describe("what Pulumi's SDK does not document", () => {
  const start = () =>
    pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: name, state: inputs as Record<string, unknown> }),
      call: ({ inputs }) => inputs as Record<string, unknown>,
    });

  beforeEach(start);

  it("shows the type, the name and the parents of a resource", () => {
    const group = new pulumi.ComponentResource("test:index:Group", "group");
    const thing = new Thing("thing", {}, { parent: group });
    assert.deepEqual([typeOfResource(thing), nameOfResource(thing), parentOf(thing)], [type, "thing", group]);
    assert.deepEqual(typesAbove(thing).slice(-2), ["test:index:Group", type]);
    assert.ok(isOfType(thing, type) && !isOfType(group, type) && !isOfType({ __pulumiType: type }, type));
  });

  it("shows whether an output is known, and where it comes from", async () => {
    const thing = new Thing("thing", { shown: pulumi.unknown });
    const { id } = thing;
    assert.deepEqual(presentSourcesOf(id), [thing]);
    assert.ok((await sourcesOf({ within: [id] })).includes(thing));
    assert.deepEqual([await isKnown(id), await knownValue(id)], [true, "thing"]);
    const unknown = id.apply(() => pulumi.unknown);
    assert.deepEqual([await isKnown({ unknown }), await knownValue(unknown)], [false, undefined]);
  });

  it("distinguishes the runs of a process", async () => {
    const list = perRun(() => []);
    const first = list();
    assert.equal(list(), first);
    assert.ok(isMocked());
    await start();
    assert.notEqual(list(), first);
  });

  it("lets a transformation see each resource once, and another one all that the first has changed", async () => {
    const seen: unknown[] = [];
    const count: pulumi.ResourceTransformation = ({ name }) => void seen.push(name);
    const last: pulumi.ResourceTransformation = ({ props }) => void seen.push(props["by"]);
    const change: pulumi.ResourceTransformation = ({ props, opts }) => ({ props: { ...props, by: "program" }, opts });
    await pulumi.runtime.runInPulumiStack(async () => {
      for (const transformation of [undefined, change, undefined]) {
        if (transformation !== undefined) pulumi.runtime.registerStackTransformation(transformation);
        transformDeclarations(count);
        transformDeclarations(last, true);
      }
      new Thing("thing");
    });
    assert.deepEqual([seen.filter((each) => each === "thing"), seen.at(-1)], [["thing"], "program"]);
  });

  it("tells which values of the configuration are secret", () => {
    pulumi.runtime.setAllConfig({ "hosting:password": "sandbox-password", "hosting:username": "reseller" }, ["hosting:password"]);
    assert.deepEqual(secretConfiguration(), ["sandbox-password"]);
    pulumi.runtime.setAllConfig({});
  });

  it("asks before it signals the end of a program", async () => {
    const prototype = classIn("resource_grpc_pb", "ResourceMonitorClient").prototype as unknown as Record<string, unknown>;
    const { signalAndWaitForShutdown: original } = prototype;
    const happened: string[] = [];
    try {
      prototype["signalAndWaitForShutdown"] = (_: unknown, done: (error: null, answer: object) => void) => {
        happened.push("signal");
        done(null, {});
      };
      beforeEnd(() => Promise.resolve(happened.push("ask") > 0));
      pulumi.runtime.setMockOptions(Object.create(prototype));
      await (pulumi.runtime as unknown as Record<"signalAndWaitForShutdown", () => Promise<void>>).signalAndWaitForShutdown();
      assert.deepEqual(happened, ["ask", "signal"]);
    } finally {
      prototype["signalAndWaitForShutdown"] = original;
    }
  });

  it("tells with which options a resource is registered", async () => {
    const prototype = classIn("resource_grpc_pb", "ResourceMonitorClient").prototype as unknown as Record<string, unknown>;
    const { registerResource: original } = prototype;
    const reported: unknown[] = [];
    try {
      prototype["registerResource"] = (_: unknown, done: (error: null, answer: object) => void) =>
        done(null, { getUrn: () => "urn:a" });
      watchOptions((urn, options) => reported.push([urn, options]));
      const request = new (classIn("resource_pb", "RegisterResourceRequest"))() as Record<string, (value?: unknown) => unknown>;
      request["setIgnorechangesList"]!(["url"]);
      request["setDeletedwith"]!("urn:b");
      const register = prototype["registerResource"] as (request: unknown, done: (error: unknown) => void) => void;
      await new Promise((resolve) => register(request, resolve));
      const none: string[] = [];
      const rest = { replaceOnChanges: none, additionalSecretOutputs: none, dependencies: none };
      assert.deepEqual(reported, [["urn:a", { ignoreChanges: ["url"], deletedWith: "urn:b", ...rest }]]);
    } finally {
      prototype["registerResource"] = original;
    }
  });

  it("tells which outputs of a stack are not secret", async () => {
    const prototype = classIn("resource_grpc_pb", "ResourceMonitorClient").prototype as unknown as Record<string, unknown>;
    const { registerResourceOutputs: original } = prototype;
    const reported: unknown[] = [];
    try {
      prototype["registerResourceOutputs"] = (_: unknown, done: (error: null) => void) => done(null);
      watchOutputs((plain) => reported.push(plain));
      const { serializeProperties } = pulumi.runtime as unknown as Record<string, (...values: unknown[]) => Promise<object>>;
      const outputs = { shown: "a", hidden: pulumi.secret("b"), within: { key: pulumi.secret("c"), url: "d" } };
      const serialized = await serializeProperties!("outputs", outputs);
      const register = prototype["registerResourceOutputs"] as (request: unknown, done: (error: unknown) => void) => void;
      for (const type of ["pulumi:pulumi:Stack", "shop:Site"]) {
        const request = { getUrn: () => `urn:pulumi:a::b::${type}::c`, getOutputs: () => ({ toJavaScript: () => serialized }) };
        await new Promise((resolve) => register(request, resolve));
      }
      assert.deepEqual(reported, [["shown", 'within["url"]']]);
    } finally {
      prototype["registerResourceOutputs"] = original;
    }
  });

  it("tells where a program works with an unknown value", async () => {
    const prototype = Object.getPrototypeOf(pulumi.output(1)) as Record<string, unknown>;
    const { apply: original } = prototype;
    const reported: string[] = [];
    try {
      watchUnknown((place) => reported.push(place));
      const unknown = pulumi.output(pulumi.unknown);
      pulumi.output(1).apply((value) => value);
      void pulumi.interpolate`${unknown}`;
      await isKnown(unknown.apply((value) => value));
      // What lies in an installed package is no place of the program.
      const places = __filename.includes("node_modules") ? [] : ["internals.test"];
      assert.deepEqual(
        reported.map((place) => place.replace(/\.[jt]s:\d+$/, "")),
        places,
      );
    } finally {
      prototype["apply"] = original;
    }
  });

  it("takes an error for one of which only the message is shown", () => {
    for (const error of [programError("wrong"), withoutStack(new Error("wrong"))])
      assert.deepEqual([pulumi.RunError.isInstance(error), error.stack], [true, "wrong"]);
  });

  it("takes stack traces of promises and declarations only where they are left out", () => {
    const script = `
      const load = require("node:module").createRequire(${JSON.stringify(__filename)});
      const { skipPromiseStacks, withoutFrames } = load("../../provider/pulumi/stack-traces.js");
      const promises = load("@pulumi/pulumi/runtime/debuggable.js");
      const { Resource } = load("@pulumi/pulumi");
      const framesOf = (stack) => stack.split("\\n    at ").length - 1;
      const counts = () => {
        const promise = Promise.resolve();
        promises.debuggablePromise(promise, "a promise");
        return [framesOf(promise._debugStackTrace) > 0, Resource.callsites().length > 0, framesOf(new Error("here").stack) > 0];
      };
      const before = counts();
      skipPromiseStacks();
      const withFrames = withoutFrames();
      const during = counts();
      withFrames();
      console.log(JSON.stringify({ before, during, after: counts() }));`;
    const taken = (environment: NodeJS.ProcessEnv): unknown =>
      JSON.parse(execFileSync(process.execPath, ["-e", script], { encoding: "utf8", env: { ...process.env, ...environment } }));
    const [before, during, after] = [
      [true, true, true],
      [false, false, true],
      [false, true, true],
    ];
    assert.deepEqual(taken({ PULUMI_DEBUG_PROMISE_LEAKS: "" }), { before, during, after });
    assert.deepEqual(taken({ PULUMI_DEBUG_PROMISE_LEAKS: "1" }), { before, during: [true, false, true], after: before });
  });

  it("takes the values of the protocol for what they are", async () => {
    assert.ok(pulumi.runtime.isRpcSecret(secretOf("x")));
    assert.equal(pulumi.runtime.unknownValue, unknownValue);
    const joined = `${pulumi.output("x")}`; // eslint-disable-line @typescript-eslint/no-base-to-string, @typescript-eslint/restrict-template-expressions -- what a program may do by mistake
    assert.equal(joinedOutputs({ joined }).length, 1);
  });

  it("reads and writes the engine's messages", () => {
    const parsed = (...parameters: Parameters<typeof logRequest>) =>
      classIn("engine_pb", "LogRequest").deserializeBinary(logRequest(...parameters));
    const warning = parsed("careful", "warning", "urn:a");
    assert.deepEqual(
      (["status", "info", "warning"] as const).map((severity) => parsed("careful", severity, "")["getEphemeral"]!()),
      [true, false, false],
    );
    const { LogSeverity } = classesIn("proto/engine_pb") as unknown as { LogSeverity: { WARNING: number } };
    assert.deepEqual(
      [warning["getMessage"]!(), warning["getSeverity"]!(), warning["getUrn"]!()],
      ["careful", LogSeverity.WARNING, "urn:a"],
    );
    assert.equal(rootRequest().length, 0);
    const answer = new (classIn("engine_pb", "GetRootResourceResponse"))();
    answer["setUrn"]!("urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev");
    assert.match(rootIn(answer["serializeBinary"]!() as Uint8Array), /^urn:pulumi:dev::shop::/);
  });

  it("writes no secret of an answer to the debug output", () => {
    maskDebugOutput();
    const { Struct } = createRequire(require.resolve("@pulumi/pulumi"))("google-protobuf/google/protobuf/struct_pb.js") as {
      Struct: { fromJavaScript(value: object): unknown };
    };
    const properties = Struct.fromJavaScript({ token: secretOf("S3cret"), url: "https://shop.example" });
    for (const [file, name, member] of [
      ["resource_pb", "RegisterResourceResponse", "setObject"],
      ["resource_pb", "ReadResourceResponse", "setProperties"],
      ["provider_pb", "InvokeResponse", "setReturn"],
    ] as const) {
      const answer = new (classIn(file, name))();
      answer[member]!(properties);
      answer["setUrn"]?.("urn:a");
      const text = answer["toString"]!() as string;
      assert.equal(text, "setUrn" in answer ? "urn:a" : "", name);
    }
  });
});
