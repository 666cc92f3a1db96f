/** Status of a pocket. */
export const PocketStatus = { ACTIVE: 'ACTIVE', DORMANT: 'DORMANT', LOCKED: 'LOCKED', CLOSED: 'CLOSED' } as const;
export type PocketStatus = (typeof PocketStatus)[keyof typeof PocketStatus];

/** Type of a pocket's account, by its currency. */
export const accountTypeOf = (currency: string) => `POCKET_${currency}`;

/** What a pocket is for. */
export const PocketUseCase = {
  CORPORATE_EXPENSES: 'CORPORATE_EXPENSES',
  ACCOUNT_FOR_UNDER_AGE: 'ACCOUNT_FOR_UNDER_AGE',
  FLEXIBLE_BENEFITS: 'FLEXIBLE_BENEFITS',
  BALANCE_SEGREGATION: 'BALANCE_SEGREGATION',
} as const;
export type PocketUseCase = (typeof PocketUseCase)[keyof typeof PocketUseCase];
