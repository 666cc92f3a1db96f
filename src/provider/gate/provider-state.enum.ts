/** How the provider is: it answers, it has said that there were too many requests, or it does not answer. */
export const ProviderState = { UP: 'UP', LIMITED: 'LIMITED', DOWN: 'DOWN' } as const;
export type ProviderState = (typeof ProviderState)[keyof typeof ProviderState];
