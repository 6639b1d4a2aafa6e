import { builtinModules } from "node:module";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

const onlyInTests = {
  selector: "MemberExpression[object.name=/^(describe|context|it|specify)$/][property.name='only']",
  message: "A focused test keeps all others from running.",
};

const internalsOfPulumi = [
  "Literal[value=/^@pulumi.pulumi[/]/]",
  "MemberExpression[property.name=/^(__(?!dirname|filename)|getMonitor$|getStackResource$|setMockOptions$|special|prepareStackTrace$)/]",
  "ObjectPattern > Property[key.name=/^__/]",
].map((selector) => ({ selector, message: "Use provider/pulumi/, where the internals of Pulumi's SDK are tested." }));

const byTheirPrefix = builtinModules.map((name) => ({ name, message: `Import node:${name}.` }));

const throughOneModule = { name: "node:child_process", message: "Use tools/process.mjs, which passes signals on to commands." };

export default defineConfig(
  { ignores: ["node_modules/", "dist/", ".cache/", "*/*.generated.d.ts"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{ts,mjs,cjs}"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["eslint.config.mjs", ".dependency-cruiser.cjs"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/explicit-module-boundary-types": "off",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "@typescript-eslint/return-await": ["error", "in-try-catch"],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "no-restricted-imports": ["error", { paths: byTheirPrefix }],
      "no-restricted-syntax": ["error", onlyInTests],
      "object-shorthand": "error",
      "prefer-const": "error",

      // `void` before a call says that its result does not matter, whatever it is.
      "@typescript-eslint/no-meaningless-void-operator": "off",
      // Numbers print as one expects.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `if (done) return finish();` says nothing wrong.
      "@typescript-eslint/no-confusing-void-expression": "off",
      // With `noUncheckedIndexedAccess`, `match[1]!` after a match is the plainest way to say that it is there.
      "@typescript-eslint/no-non-null-assertion": "off",
      // An answer of `{}` and an empty class are fine where a type asks for them.
      "@typescript-eslint/no-empty-object-type": "off",
      "@typescript-eslint/no-generated-empty-object-type": "off",
      // The resource classes are typed by interfaces that are derived from their definitions.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      // `AsyncGenerator<T, void>` may say what it yields and returns.
      "@typescript-eslint/no-unnecessary-type-arguments": "off",
      // Operations of the client, lifecycles and controls are closures, which may be handed on.
      "@typescript-eslint/unbound-method": "off",
      // Interfaces that promise a promise are met by functions that have nothing to wait for.
      "@typescript-eslint/require-await": "off",
      // The type says what a value should be; what another process has sent is checked all the same.
      "@typescript-eslint/no-unnecessary-condition": "off",
    },
  },
  {
    files: ["**/*.{mjs,cjs}"],
    rules: {
      // The compiler honours a cast in a comment, these rules do not see it.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["tools/**/*.mjs"],
    ignores: ["tools/process.mjs"],
    rules: { "no-restricted-imports": ["error", { paths: [...byTheirPrefix, throughOneModule] }] },
  },
  {
    files: ["{provider,tools,examples}/**/*.{ts,mjs,cjs}"],
    rules: { "max-params": ["error", 4] },
  },
  {
    files: ["provider/dynamic.ts"],
    // What the provider process prints, Pulumi shows to the user.
    rules: { "no-console": "off" },
  },
  {
    files: ["provider/**"],
    ignores: ["provider/pulumi/**"],
    rules: { "no-restricted-syntax": ["error", onlyInTests, ...internalsOfPulumi] },
  },
  {
    files: ["examples/**"],
    rules: {
      // A program declares resources for their effect.
      "no-new": "off",
      "no-console": "off",
    },
  },
  {
    files: ["**/*.cjs"],
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
);
