/** What moves money between an account and a pocket. */
export const PocketTransactionType = { SAVING: 'SAVING', REDEEM: 'REDEEM' } as const;
export type PocketTransactionType = (typeof PocketTransactionType)[keyof typeof PocketTransactionType];

/** How far a transaction is. */
export const PocketTransactionStatus = { CREATED: 'CREATED', DONE: 'DONE', ERROR: 'ERROR' } as const;
export type PocketTransactionStatus = (typeof PocketTransactionStatus)[keyof typeof PocketTransactionStatus];
