/** Status of a payment account. */
export const AccountStatus = { ACTIVE: 'ACTIVE', BLOCKED: 'BLOCKED', CLOSED: 'CLOSED' } as const;
export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus];

/** Types of accounts. */
export const AccountType = { CHECKING: 'CHECKING', PAYMENT: 'PAYMENT' } as const;
export type AccountType = (typeof AccountType)[keyof typeof AccountType];

/** Why an account or a pocket is closed. */
export const ClosureReason = {
  HOLDER_REQUEST: 'HOLDER_REQUEST',
  COMMERCIAL_DISAGREEMENT: 'COMMERCIAL_DISAGREEMENT',
} as const;
export type ClosureReason = (typeof ClosureReason)[keyof typeof ClosureReason];
