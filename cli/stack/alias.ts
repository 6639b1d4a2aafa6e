/** The option that gives a resource the entry of a URN, as a program writes it. A whole URN works wherever the resource has moved. */
export const aliasTo = (urn: string): string => `aliases: [${JSON.stringify(urn)}]`;

/** What to do about an entry that the program has under another name or in another place. */
export const renamedAdvice = (urn: string): string =>
  `If it was renamed or moved, give the resource an alias: \`${aliasTo(urn)}\`.`;
