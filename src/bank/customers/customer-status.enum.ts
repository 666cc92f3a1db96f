/** Where the registration of a customer stands. */
export const CustomerStatus = {
  PENDING_APPROVAL: 'PENDING_APPROVAL',
  APPROVED: 'APPROVED',
  REPROVED: 'REPROVED',
  BLOCKED: 'BLOCKED',
  CANCELED: 'CANCELED',
} as const;
export type CustomerStatus = (typeof CustomerStatus)[keyof typeof CustomerStatus];
