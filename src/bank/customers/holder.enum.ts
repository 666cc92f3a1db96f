/** Types of account holders: a person or a company. */
export const HolderType = { CUSTOMER: 'CUSTOMER', BUSINESS: 'BUSINESS' } as const;
export type HolderType = (typeof HolderType)[keyof typeof HolderType];

/** Status of the relationship with the holder; the registration has a separate status (`CustomerStatus`). */
export const HolderStatus = { ACTIVE: 'ACTIVE', BLOCKED: 'BLOCKED' } as const;
export type HolderStatus = (typeof HolderStatus)[keyof typeof HolderStatus];
