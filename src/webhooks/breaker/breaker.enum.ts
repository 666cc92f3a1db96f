/** States of a circuit breaker. */
export const BreakerState = { CLOSED: 'CLOSED', OPEN: 'OPEN', HALF_OPEN: 'HALF_OPEN' } as const;
export type BreakerState = (typeof BreakerState)[keyof typeof BreakerState];
