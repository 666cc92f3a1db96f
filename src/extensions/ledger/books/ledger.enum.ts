/** Where money is: money enters by SETTLEMENT, which belongs to nobody and has no balance. */
export const LedgerBucket = { AVAILABLE: 'AVAILABLE', HOLD: 'HOLD', SETTLEMENT: 'SETTLEMENT' } as const;
export type LedgerBucket = (typeof LedgerBucket)[keyof typeof LedgerBucket];

/** What is shown of an account's statement. */
export const StatementEntryKind = { CASH_IN: 'CASH_IN', SAVING: 'SAVING', REDEEM: 'REDEEM' } as const;
export type StatementEntryKind = (typeof StatementEntryKind)[keyof typeof StatementEntryKind];

/** Why money was booked; with its subject it names a transaction. A cash-in that is held is booked twice. */
export const LedgerKind = { CASH_IN_HOLD: 'CASH_IN_HOLD', ...StatementEntryKind } as const;
export type LedgerKind = (typeof LedgerKind)[keyof typeof LedgerKind];
