/** Whether a code or an event is defined by the partner API or by this gateway. */
export const Origin = { PARTNER_API: 'PARTNER_API', GATEWAY: 'GATEWAY' } as const;
export type Origin = (typeof Origin)[keyof typeof Origin];
