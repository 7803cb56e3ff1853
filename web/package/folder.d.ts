/** The absolute path of the folder of static files that a site serves. */
export const folder: string;
/** The names of all its files, with "/" between their parts. */
export function files(): string[];
