/** SQLSTATEs of PostgreSQL when it refuses a row. */
export const NOT_NULL = '23502';
export const FOREIGN_KEY = '23503';
export const UNIQUE = '23505';
export const CHECK = '23514';
/** The value is not a member of the enum. */
export const NO_SUCH_WORD = '22P02';
