/** Why a single subdomain is not deleted: the end of a sentence. */
export const noSubdomainDeletion = "the API has no documented way to delete a single subdomain";

/** Where to declare an option of a subdomain in a component, which takes no options for a single one of its resources. */
export const ofSite = " (in a component such as `Site`, as an option of the whole component, until the subdomain is removed)";
