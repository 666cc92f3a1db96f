/** Characters of a salt: with it a cursor is no longer than that of a row. */
const SALT_LENGTH = 8;

/**
 * What a cursor of no row has besides, from a random UUID: where two of them differed only when the log had moved between,
 * they would tell a partner how much happens to others.
 */
export function saltOf(uuid: string): string {
  return uuid.slice(0, SALT_LENGTH);
}
