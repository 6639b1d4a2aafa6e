/** Version of the package, as in package.json; written here so that a bundle needs no file. */
export const version = "0.1.0";
