/** Status of a customer's registration. */
export const CustomerStatus = {
  PENDING_APPROVAL: 'PENDING_APPROVAL',
  APPROVED: 'APPROVED',
  REPROVED: 'REPROVED',
  BLOCKED: 'BLOCKED',
  CANCELED: 'CANCELED',
} as const;
export type CustomerStatus = (typeof CustomerStatus)[keyof typeof CustomerStatus];
