/** Why a hash does not prove a key, in the order in which it is checked. */
export const TransactionalHashReason = {
  EXPIRED: 'EXPIRED',
  USED: 'USED',
  OTHER_KEY: 'OTHER_KEY',
  OTHER_HOLDER: 'OTHER_HOLDER',
  UNKNOWN: 'UNKNOWN',
} as const;
export type TransactionalHashReason = (typeof TransactionalHashReason)[keyof typeof TransactionalHashReason];
