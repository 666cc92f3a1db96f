/** SQLSTATEs by which PostgreSQL refuses a row. */
export const NOT_NULL = '23502';
export const FOREIGN_KEY = '23503';
export const UNIQUE = '23505';
export const CHECK = '23514';
/** What an enum does not have is no value of its type. */
export const NO_SUCH_WORD = '22P02';
