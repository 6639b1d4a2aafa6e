/** Of an update whose resource no source calls whole: a member that is left out may be cleared all the same. */
export const maybeWhole =
  "Whether members that are left out are kept is unknown: read the resource first, and send every member that is to stay.";
