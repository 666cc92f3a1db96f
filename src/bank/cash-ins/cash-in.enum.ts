/** Payment rails. */
export const CashInRail = { PIX: 'PIX', TED: 'TED' } as const;
export type CashInRail = (typeof CashInRail)[keyof typeof CashInRail];
