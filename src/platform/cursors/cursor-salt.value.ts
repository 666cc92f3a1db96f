/** Characters of a salt: few enough that its cursor is no longer than that of a row. */
const SALT_LENGTH = 8;

/**
 * Returns what a cursor without a row contains in addition, from a random UUID: if two of them differed only when the
 * log had moved in between, they would reveal to a partner how much happens to others.
 */
export function saltOf(uuid: string): string {
  return uuid.slice(0, SALT_LENGTH);
}
