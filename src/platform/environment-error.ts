/**
 * Something around the program that a person can mend: a setting, a folder, a server. Its message says in a sentence
 * what was met and what to do, and is all that is shown of it.
 */
export class EnvironmentError extends Error {}
