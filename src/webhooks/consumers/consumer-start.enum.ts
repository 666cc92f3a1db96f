/** Start position of a consumer. */
export const ConsumerStart = { NOW: 'NOW', OLDEST: 'OLDEST' } as const;
export type ConsumerStart = (typeof ConsumerStart)[keyof typeof ConsumerStart];
