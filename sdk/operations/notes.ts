/** For an update that no source describes as replacing the whole resource: it may still clear an omitted member. */
export const maybeWhole =
  "It is unknown whether omitted members are kept: read the resource first, and send every member that should stay.";
