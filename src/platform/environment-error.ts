/**
 * A problem in the environment of the program that an operator can fix: a setting, a folder, a server. Only its message
 * is shown: one sentence on what is wrong and what to do.
 */
export class EnvironmentError extends Error {}
