/** Political exposure of a person. */
export const PepLevel = { NONE: 'NONE', SELF: 'SELF', RELATED: 'RELATED' } as const;
export type PepLevel = (typeof PepLevel)[keyof typeof PepLevel];

/** Ranges of income, declared before 2023-11-27; stored, but not used. */
export const DeclaredIncome = {
  LESS_THAN_ONE_THOUSAND: 'LESS_THAN_ONE_THOUSAND',
  FROM_ONE_THOUSAND_TO_TWO_THOUSAND: 'FROM_ONE_THOUSAND_TO_TWO_THOUSAND',
  FROM_TWO_THOUSAND_TO_THREE_THOUSAND: 'FROM_TWO_THOUSAND_TO_THREE_THOUSAND',
  FROM_THREE_THOUSAND_TO_FIVE_THOUSAND: 'FROM_THREE_THOUSAND_TO_FIVE_THOUSAND',
  FROM_FIVE_THOUSAND_TO_TEN_THOUSAND: 'FROM_FIVE_THOUSAND_TO_TEN_THOUSAND',
  FROM_TEN_THOUSAND_TO_TWENTY_THOUSAND: 'FROM_TEN_THOUSAND_TO_TWENTY_THOUSAND',
  OVER_TWENTY_THOUSAND: 'OVER_TWENTY_THOUSAND',
} as const;
export type DeclaredIncome = (typeof DeclaredIncome)[keyof typeof DeclaredIncome];

/** Contacts of a customer, which no other customer of the partner can have meanwhile. */
export const ContactKind = { EMAIL: 'EMAIL', PHONE: 'PHONE' } as const;
export type ContactKind = (typeof ContactKind)[keyof typeof ContactKind];
