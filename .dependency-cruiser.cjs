const shipped = "^(sdk|provider|sandbox|cli)/";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two files that need each other cannot be understood, tested or loaded one by one.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-cycles-between-rooms",
      comment: "A room is entered from above: what it needs lies below it.",
      severity: "error",
      scope: "folder",
      from: { path: "^(sdk|provider|sandbox|cli)" },
      to: { circular: true },
    },
    {
      name: "sdk-stands-alone",
      comment: "The client is used without Pulumi and without the sandbox.",
      severity: "error",
      from: { path: "^sdk/" },
      to: { path: "^(provider|sandbox|cli|examples|proofs|tests|tools)/|(^|/)node_modules/@pulumi/" },
    },
    {
      name: "provider-only-on-sdk",
      comment: "What the provider knows of the API comes from the operation table, never from the emulator.",
      severity: "error",
      from: { path: "^provider/" },
      to: { path: "^(sandbox|cli|examples|proofs|tests|tools)/" },
    },
    {
      name: "components-on-top",
      comment: "A kind does not know what is made of it.",
      severity: "error",
      from: { path: "^provider/", pathNot: "^provider/(components/|(index|main\\.generated)\\.ts$)" },
      to: { path: "^provider/components/" },
    },
    {
      name: "sandbox-only-on-sdk",
      comment: "An emulator that shares code with the provider would share its mistakes and prove nothing.",
      severity: "error",
      from: { path: "^sandbox/" },
      to: { path: "^(provider|cli|examples|proofs|tests|tools)/|(^|/)node_modules/@pulumi/" },
    },
    {
      name: "nothing-on-tests-or-examples",
      severity: "error",
      from: { pathNot: "^(proofs|tests|examples)/" },
      to: { path: "^(proofs|tests|examples)/" },
    },
    {
      name: "proofs-only-on-support",
      comment: "A proof is a program of its own; with the tests it shares only what supports both.",
      severity: "error",
      from: { path: "^proofs/" },
      to: { path: "^tests/(?!support/)" },
    },
    {
      name: "support-stands-below",
      comment: "What supports tests and proofs needs neither.",
      severity: "error",
      from: { path: "^tests/support/" },
      to: { path: "^(proofs/|tests/(?!support/))" },
    },
    {
      name: "shipped-only-on-shipped",
      comment: "The tools stay in the checkout.",
      severity: "error",
      from: { path: shipped },
      to: { path: "^tools/" },
    },
    {
      name: "kernel-without-pulumi",
      comment: "The lifecycle works on plain objects, so that it can face the dynamic provider process as well as a plugin.",
      severity: "error",
      from: { path: "^provider/(values|journal|ownership|runtime|definition|lifecycle)/" },
      to: { path: "(^|/)node_modules/@pulumi/|^provider/dynamic\\.ts$", reachable: true },
    },
    {
      name: "shipped-only-on-dependencies",
      comment: "A development dependency is not there where the package is installed.",
      severity: "error",
      from: { path: shipped },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["npm-peer"] },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
  },
};
