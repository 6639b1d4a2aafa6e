import { createRequire } from "node:module";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type { CheckRequest } from "@pulumi/pulumi/proto/provider_pb.js";

type Credentials = ConstructorParameters<typeof ResourceProviderClient>[1];
type Empty = Parameters<ResourceProviderClient["getPluginInfo"]>[0];
export type Struct = NonNullable<ReturnType<CheckRequest["getNews"]>>;

/** The two packages that the Pulumi SDK uses for its protocol, in the SDK's own versions. */
const ofPulumi = createRequire(require.resolve("@pulumi/pulumi"));

export const { credentials } = ofPulumi("@grpc/grpc-js") as { credentials: { createInsecure(): Credentials } };
export const { Struct: StructClass } = ofPulumi("google-protobuf/google/protobuf/struct_pb") as {
  Struct: { fromJavaScript(value: object): Struct };
};
export const { Empty: EmptyClass } = ofPulumi("google-protobuf/google/protobuf/empty_pb") as { Empty: new () => Empty };
