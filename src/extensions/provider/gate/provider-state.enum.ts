/** State of the provider: it answers, it has answered that there were too many requests, or it does not answer. */
export const ProviderState = { UP: 'UP', LIMITED: 'LIMITED', DOWN: 'DOWN' } as const;
export type ProviderState = (typeof ProviderState)[keyof typeof ProviderState];
