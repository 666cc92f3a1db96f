/** Why the relationship with a customer is ended. */
export const CustomerCancelReason = {
  HOLDER_REQUEST: 'HOLDER_REQUEST',
  DECEASED: 'DECEASED',
  COMMERCIAL_DISAGREEMENT: 'COMMERCIAL_DISAGREEMENT',
} as const;
export type CustomerCancelReason = (typeof CustomerCancelReason)[keyof typeof CustomerCancelReason];
