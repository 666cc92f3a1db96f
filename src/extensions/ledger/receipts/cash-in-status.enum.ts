/** How far a cash-in is. */
export const CashInStatus = { RECEIVED: 'RECEIVED', CLEARED: 'CLEARED' } as const;
export type CashInStatus = (typeof CashInStatus)[keyof typeof CashInStatus];
