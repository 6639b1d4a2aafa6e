/** Why a single subdomain is not deleted: the end of a sentence. */
export const noSubdomainDeletion = "the API has no documented way to delete a single subdomain";
