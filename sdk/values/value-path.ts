/** The way from a value to one inside it: names of properties and indexes of elements. */
export type ValuePath = readonly PropertyKey[];
