import * as pulumi from "@pulumi/pulumi";

/** The value of an output in a program under test. */
export const valueOf = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => void output.apply(resolve));

/** Begins a run in which every resource has its inputs as its state, and its name as its id unless the test says otherwise. */
export const mockProgram = (idOf: (resource: pulumi.runtime.MockResourceArgs) => string = ({ name }) => name): Promise<void> =>
  pulumi.runtime.setMocks({
    newResource: (resource) => ({ id: idOf(resource), state: resource.inputs as Record<string, unknown> }),
    call: ({ inputs }) => inputs as Record<string, unknown>,
  });
