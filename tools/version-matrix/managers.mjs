/**
 * @typedef {object} Manager How a package manager installs a project.
 * @property {readonly string[]} command arguments of npm
 * @property {Readonly<Record<string, string>>} [files] what the project needs for it
 */

const nothingButFiles = ["--ignore-scripts"];

/**
 * Package managers other than npm come from npm's registry, and install from there: yarn has another default.
 *
 * @param {string} manager such as `npm`, `pnpm@9`, `yarn@1` or `yarn@4`
 * @param {string} registry
 * @returns {Manager | undefined} undefined for an unknown one
 */
export function managerOf(manager, registry) {
  const [name, version = "latest"] = manager.split("@");
  switch (name) {
    case "npm":
      return { command: ["install", "--prefer-offline", "--no-audit", "--no-fund", ...nothingButFiles] };
    case "pnpm":
      return { command: ["exec", "--yes", "--", `pnpm@${version}`, "install", "--prefer-offline", ...nothingButFiles] };
    case "yarn":
      return version === "1"
        ? {
            command: [
              "exec",
              "--yes",
              "--",
              "yarn@1",
              "install",
              "--non-interactive",
              "--registry",
              registry,
              ...nothingButFiles,
            ],
          }
        : {
            command: ["exec", "--yes", "--package", `@yarnpkg/cli-dist@${version}`, "--", "yarn", "install"],
            files: {
              ".yarnrc.yml": [
                // Pulumi's provider process looks for packages in node_modules only.
                "nodeLinker: node-modules",
                "enableScripts: false",
                "enableTelemetry: false",
                "enableImmutableInstalls: false",
                `npmRegistryServer: ${JSON.stringify(registry)}`,
                "",
              ].join("\n"),
              "yarn.lock": "",
            },
          };
    default:
      return undefined;
  }
}
