/** Columns of a recorded entry, with PostgreSQL's types. */
export const ENTRY_COLUMNS = [
  ['id', 'uuid'],
  ['at', 'timestamptz'],
  ['partnerId', 'text'],
  ['client', 'text'],
  ['mutation', 'text'],
  ['result', 'text'],
  ['subject', 'text'],
  ['count', 'int'],
  ['correlationId', 'uuid'],
] as const;
